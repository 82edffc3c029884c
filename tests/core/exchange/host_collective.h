// What a collective library promises, kept by a thread on the host: sums are made in the order in which they are
// queued, some time after, and nobody is told but who asks. So `allreduce` among devices is proven without any.
#pragma once

#include "core/base/random.h"
#include "core/exchange/device_exchange.h"
#include "core/kernels/kernels.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace belfry::test {

// When a step's sums are made. A gradient that is given away too early is found by the first, one that is overwritten
// too early, or a sum that is not waited for, by the last.
enum class Timing {
    AtOnce,     // before queue() returns
    Later,      // after some yields
    WhenJoined, // not before a tower waits for it; and no tower has the numbers before it waits itself
    Drawn,      // one of those for each step
};

// Expects every tower's mark before a sum, and each sum once a step.
class HostCollective : public Collective {
public:
    // sumsInBackward: counts what towers with threads of their own queue; may be null.
    explicit HostCollective(int towers, Timing timing = Timing::Drawn, std::uint64_t seed = 0,
                            int* sumsInBackward = nullptr)
        : ends_(static_cast<std::size_t>(towers)), timing_(timing), random_(seed, Purpose::Sample),
          sumsInBackward_(sumsInBackward), thread_([this](const std::stop_token& stop) { work(stop); }) {}

    void mark(int tower, int sum) override {
        const std::lock_guard lock(mutex_);
        EXPECT_TRUE(marks_.insert({sum, tower}).second) << "tower " << tower << " marks sum " << sum << " twice";
    }

    void queue(int sum, std::span<const Part> parts, std::int64_t count, bool plain) override {
        std::unique_lock lock(mutex_);
        ASSERT_EQ(parts.size(), ends_.size());
        EXPECT_EQ(plain, std::ranges::all_of(parts, [](const Part& part) { return part.scale == 1.0F; }));
        for (std::size_t tower = 0; tower < ends_.size(); ++tower)
            EXPECT_EQ(marks_.erase({sum, static_cast<int>(tower)}), 1U)
                << "tower " << tower << " has not marked sum " << sum;
        if (std::ranges::none_of(ends_, &End::summing)) // the first sum of a step
            now_ = timing_ == Timing::Drawn ? static_cast<Timing>(random_.below(3)) : timing_;
        std::ranges::for_each(ends_, &End::beginSums);
        sums_.push_back(
            {{parts.begin(), parts.end()}, count, now_, now_ == Timing::Later ? random_.below(100) : 0, {}});
        ++queued_;
        if (sumsInBackward_ && std::this_thread::get_id() != session_)
            ++*sumsInBackward_;
        changed_.notify_all();
        if (now_ == Timing::AtOnce)
            waitForSums(lock);
    }

    void join(int tower) override {
        std::unique_lock lock(mutex_);
        EXPECT_TRUE(marks_.empty()) << "a sum was marked and not queued";
        End& end = ends_[static_cast<std::size_t>(tower)];
        end.beginSums();
        wanted_ = queued_;
        changed_.notify_all();
        waitForSums(lock);
        if (aborted_)
            return;
        for (; end.joined < made_; ++end.joined)
            if (const Sum& sum = sums_[static_cast<std::size_t>(end.joined - forgotten_)];
                sum.timing == Timing::WhenJoined)
                sum.giveTo(static_cast<std::size_t>(tower));
        end.summing = false;
        ++end.done;
        for (; forgotten_ < std::ranges::min(ends_, {}, &End::joined).joined; ++forgotten_)
            sums_.pop_front();
    }

    Progress progress() override {
        const std::lock_guard lock(mutex_);
        return {std::ranges::max(ends_, {}, &End::asked).asked, std::ranges::min(ends_, {}, &End::done).done, ""};
    }

    void abort() override {
        std::unique_lock lock(mutex_);
        aborted_ = true;
        changed_.notify_all();
        changed_.wait(lock, [this] { return !summing_; });
    }

private:
    struct Sum {
        std::vector<Part> parts;
        std::int64_t count;
        Timing timing;
        std::uint64_t yields;
        std::vector<float> total;

        void make() {
            std::vector<const float*> in;
            std::vector<float> scales;
            for (const Part& part : parts) {
                in.push_back(part.in);
                scales.push_back(part.scale);
            }
            total.resize(static_cast<std::size_t>(count));
            weightedSum({}, total.data(), in.data(), scales.data(), static_cast<int>(parts.size()), 0, count);
            for (std::size_t tower = 0; tower < parts.size() && timing != Timing::WhenJoined; ++tower)
                giveTo(tower);
        }
        void giveTo(std::size_t tower) const { std::ranges::copy(total, parts[tower].out); }
    };

    struct End {                          // a tower's
        std::int64_t asked = 0, done = 0; // joins
        std::int64_t joined = 0;          // sums that it has waited for
        bool summing = false;             // since the last join

        void beginSums() {
            asked += summing ? 0 : 1;
            summing = true;
        }
    };

    void waitForSums(std::unique_lock<std::mutex>& lock) {
        changed_.wait(lock, [this, upTo = queued_] { return aborted_ || made_ >= upTo; });
    }

    void work(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (changed_.wait(lock, stop, [this] { return mayGoOn(); })) {
            Sum& sum = sums_[static_cast<std::size_t>(made_ - forgotten_)]; // stays where it is until it is joined
            summing_ = true;
            lock.unlock();
            for (std::uint64_t i = 0; i < sum.yields; ++i)
                std::this_thread::yield();
            sum.make();
            lock.lock();
            summing_ = false;
            ++made_;
            changed_.notify_all();
        }
    }
    bool mayGoOn() const {
        return !aborted_ && made_ < queued_ &&
               (wanted_ > made_ || sums_[static_cast<std::size_t>(made_ - forgotten_)].timing != Timing::WhenJoined);
    }

    std::mutex mutex_; // guards all that follows, less what a sum in work reads and writes
    std::condition_variable_any changed_;
    std::set<std::pair<int, int>> marks_; // sum and tower
    std::vector<End> ends_;
    std::deque<Sum> sums_;                                            // those that some tower has not waited for
    std::int64_t queued_ = 0, made_ = 0, wanted_ = 0, forgotten_ = 0; // sums
    bool summing_ = false, aborted_ = false;
    const Timing timing_;
    Timing now_ = Timing::AtOnce; // of this step
    RandomStream random_;
    int* sumsInBackward_;
    const std::thread::id session_ = std::this_thread::get_id();
    std::jthread thread_; // last: starts when the rest exists
};

// "devices" is what `allreduce` is among devices.
inline std::vector<std::string> provenExchanges() {
    std::vector<std::string> names = synchronousExchangeNames();
    names.emplace_back("devices");
    return names;
}

// For RigOptions::make: nothing for a name of the table. Each exchange made draws its timings anew, by a seed.
inline std::function<std::unique_ptr<Exchange>(TowerTeam&)> makerOf(const std::string& exchange,
                                                                    std::uint64_t seed = 0) {
    if (exchange != "devices")
        return {};
    return [seed, made = std::uint64_t{0}](TowerTeam& team) mutable -> std::unique_ptr<Exchange> {
        constexpr std::int64_t kBucketFloats = 1000; // several of even a small network
        const std::uint64_t timings = 1000 * static_cast<std::uint64_t>(team.size()) + seed + made++;
        return std::make_unique<DeviceExchange>(std::make_unique<HostCollective>(team.size(), Timing::Drawn, timings),
                                                kBucketFloats);
    };
}

} // namespace belfry::test
