#include "core/ranks/pulse.h"

#include "core/ranks/rank_loss.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>

namespace belfry {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kLongestPause(1000), kLongestRefusal(3000);

std::string keyOf(int rank) { return "pulse/" + std::to_string(rank); }

} // namespace

struct Pulse::State {
    StorePointer store;
    int rank = 0;
    milliseconds limit{};
    std::function<void(std::vector<int>)> onSilent;

    std::mutex mutex; // guards what follows
    std::condition_variable changed;
    bool ending = false;
    struct Watched {
        int rank;
        std::int64_t count = 0;
        Clock::time_point changed = Clock::now();
    };
    std::vector<Watched> watched;
    Clock::time_point answered = Clock::now(); // by the store
    bool refused = false;                      // it, since a while
    bool announced = false;                    // a loss, by another rank

    milliseconds pause() const { return std::min(kLongestPause, limit / 5); }

    bool ask() {
        std::unique_lock lock(mutex);
        while (!ending) {
            lock.unlock();
            std::vector<std::int64_t> counts;
            bool loss = false, refuses = false;
            try {
                store->add(keyOf(rank), 1);
                for (const Watched& other : watched) // its ranks do not change
                    counts.push_back(store->add(keyOf(other.rank), 0));
                loss = store->check({kLossKey});
            } catch (const std::exception&) { // nothing was answered
                counts.clear();
                refuses = true;
            }
            lock.lock();
            if (loss && !std::exchange(announced, true))
                changed.notify_all();
            refused = refuses && Clock::now() - answered > std::min(kLongestRefusal, limit);
            for (std::size_t i = 0; i < counts.size(); ++i)
                if (std::exchange(watched[i].count, counts[i]) != counts[i])
                    watched[i].changed = Clock::now();
            if (!counts.empty())
                answered = Clock::now();
            changed.wait_for(lock, pause(), [this] { return ending; });
        }
        return true;
    }

    void watch() {
        std::unique_lock lock(mutex);
        for (;;) {
            changed.wait_for(lock, pause(), [this] { return ending || announced; });
            if (ending)
                return;
            std::vector<int> silent;
            const Clock::time_point now = Clock::now();
            if (rank != 0 && (refused || now - answered > limit))
                silent.push_back(0);
            else if (now - answered <= 2 * pause()) // else nothing was heard of anybody
                for (const Watched& other : watched)
                    if (now - other.changed > limit)
                        silent.push_back(other.rank);
            if (silent.empty() && !announced)
                continue;
            lock.unlock();
            return onSilent(std::move(silent));
        }
    }
};

Pulse::Pulse(StorePointer store, int rank, int ranks, milliseconds limit,
             std::function<void(std::vector<int>)> onSilent)
    : state_(std::make_shared<State>()) {
    state_->store = std::move(store);
    state_->rank = rank;
    state_->limit = limit;
    state_->onSilent = std::move(onSilent);
    for (int other = rank == 0 ? 1 : 0; other < (rank == 0 ? ranks : 1); ++other)
        state_->watched.push_back({other});
    asking_.emplace([state = state_] { return state->ask(); });
    watching_ = std::thread([state = state_.get()] { state->watch(); });
}

Pulse::~Pulse() {
    constexpr milliseconds kPatience(2000); // with a store that does not answer
    {
        const std::lock_guard lock(state_->mutex);
        state_->ending = true;
    }
    state_->changed.notify_all();
    asking_->within(kPatience);
    watching_.join();
}

} // namespace belfry
