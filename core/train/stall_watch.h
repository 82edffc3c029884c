// Sees that a part of a step takes far longer than any before: a device that hangs would be waited for without a word,
// and for ever. Nobody can take a thread back from a library, but the run can be ended without it. Free of torch.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace belfry {

class StallWatch {
public:
    using Seconds = std::chrono::duration<double>;
    // What may take as long as this is not told: the limit, and twenty times the longest before.
    static Seconds patience(Seconds limit, Seconds longest) { return std::max(limit, 20.0 * longest); }
    // Called on a thread of the watch; the section's end waits for the call.
    class Listener {
    public:
        virtual ~Listener() = default;
        // Once for a section that takes longer than the limit and than twenty times the longest before.
        virtual void onStall(const std::string& work, Seconds longest) = 0;
        // It was told, and nobody wants to wait any longer.
        virtual bool mayGiveUp() = 0;
        // Once, after that, or after ten times as long.
        virtual void onGivenUp(const std::string& work, Seconds taken) = 0;
    };
    // The listener must outlive it.
    StallWatch(Seconds limit, Listener& listener);

    // From here to its end, a part of this work, such as "Step 12": one at a time, on one thread.
    class Section {
    public:
        Section(StallWatch& watch, const char* work, std::int64_t step);
        ~Section();
        void goesOn(); // as if it began now; any thread
        Section(const Section&) = delete;
        Section& operator=(const Section&) = delete;

    private:
        StallWatch& watch_;
    };

private:
    using Clock = std::chrono::steady_clock;
    enum class State { Closed, Open, Told, GivenUp };
    void watch(const std::stop_token& stop);
    void look();
    std::string work() const { return work_ + (" " + std::to_string(step_)); }

    Seconds limit_, longest_{0};
    Listener& listener_;
    std::mutex mutex_;
    std::condition_variable_any ending_;
    Clock::time_point begin_;
    const char* work_ = "";
    std::int64_t step_ = 0; // its number
    State state_ = State::Closed;
    std::jthread thread_; // last: starts when the rest exists
};

} // namespace belfry
