// Notices that a part of a step takes far longer than any before: a device that hangs would be waited for without a
// message, and forever. A library call cannot be cancelled, but the run can end without its thread. Free of torch.
#pragma once

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>

namespace belfry {

class StallWatch {
public:
    using Seconds = std::chrono::duration<double>;
    // What the session thread waits for without reporting anything meanwhile.
    enum class Work { StartOfTowers, StartOfExchange, Step, ReadingWeights, Validation, Test };
    // What takes no longer than this is not reported: the limit, and twenty times the longest before of its kind.
    static Seconds timeout(Seconds limit, Seconds longest) { return std::max(limit, 20.0 * longest); }
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
    // The listener must outlive it.
    StallWatch(Seconds limit, Listener& listener);

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
    using Clock = std::chrono::steady_clock;
    enum class State { Closed, Open, Reported, GivenUp };
    void watch(const std::stop_token& stop);
    void check();
    Text work() const; // "Step 12"
    Seconds& longest() { return longest_[static_cast<std::size_t>(work_)]; }

    Seconds limit_;
    Listener& listener_;
    std::mutex mutex_;
    std::condition_variable_any ending_;
    Clock::time_point begin_;
    Work work_ = Work::Step;
    std::array<Seconds, static_cast<std::size_t>(Work::Test) + 1> longest_{}; // by kind of work
    std::int64_t step_ = 0;                                                   // its number
    State state_ = State::Closed;
    std::jthread thread_; // last: starts when the rest exists
};

} // namespace belfry
