// Notices that a part of a step takes far longer than any before: a device that hangs would be waited for without a
// message, and forever. A library call cannot be cancelled, but the run can end without its thread. Free of torch.
#pragma once

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>

namespace belfry {

class StallWatch {
public:
    using Seconds = std::chrono::duration<double>;
    // Work that the session thread waits for without reporting anything meanwhile.
    enum class Work { StartOfTowers, StartOfExchange, Step, ReadingWeights, Validation, Test };
    // Called on a thread of the watch; the section's end waits for the call.
    class Listener {
    public:
        virtual ~Listener() = default;
        // Once for a section that takes longer than the limit and than twenty times the longest before of its kind.
        virtual void onStall(const Text& work, Seconds longest) = 0;
        // It was reported, and the wait was given up.
        virtual bool mayGiveUp() = 0;
        // Once, after that, or after ten times as long.
        virtual void onGivenUp(const Text& work, Seconds taken) = 0;
    };
    // Since any moment that stays the same; called on many threads.
    using Clock = std::function<Seconds()>;
    // The listener must outlive it. An empty clock is the machine's monotonic one.
    StallWatch(Seconds limit, Listener& listener, Clock clock);

    Seconds now() const { return clock_(); } // any thread
    // Work that takes no longer than this is not reported: the limit, or twenty times the longest of its kind.
    Seconds timeout(Seconds longest) const { return std::max(limit_, 20.0 * longest); }

    // Work that begins here and ends with the section: one at a time, on one thread.
    class Section {
    public:
        Section(StallWatch& watch, Work work, std::int64_t step);
        ~Section();
        void progressed(); // as if it began now; any thread
        Section(const Section&) = delete;
        Section& operator=(const Section&) = delete;

    private:
        StallWatch& watch_;
    };

private:
    enum class State { Closed, Open, Reported, GivenUp };
    void watch(const std::stop_token& stop);
    void check();
    Text work() const; // "Step 12"
    Seconds& longest() { return longest_[static_cast<std::size_t>(work_)]; }

    const Seconds limit_;
    const Clock clock_;
    Listener& listener_;
    std::mutex mutex_;
    std::condition_variable_any ending_;
    Seconds begin_{0};
    Work work_ = Work::Step;
    std::array<Seconds, static_cast<std::size_t>(Work::Test) + 1> longest_{}; // by kind of work
    std::int64_t step_ = 0;                                                   // its number
    State state_ = State::Closed;
    std::jthread thread_; // last: starts when the rest exists
};

} // namespace belfry
