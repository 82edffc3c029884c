// Sees that a part of a step takes far longer than any before: a device that hangs would be waited for without a word.
// Nothing is ended: nobody can take a thread back from a library. Free of torch.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace belfry {

class StallWatch {
public:
    using Seconds = std::chrono::duration<double>;
    // tell(longest): called on a thread of the watch, once for a section that takes longer than `limit` and than twenty
    // times the longest before; the section's end waits for it.
    StallWatch(Seconds limit, std::function<void(Seconds longest)> tell);

    // From here to its end: one at a time, on one thread.
    class Section {
    public:
        explicit Section(StallWatch& watch);
        ~Section();
        Section(const Section&) = delete;
        Section& operator=(const Section&) = delete;

    private:
        StallWatch& watch_;
    };

private:
    using Clock = std::chrono::steady_clock;
    void watch(const std::stop_token& stop);

    Seconds limit_, longest_{0};
    std::function<void(Seconds)> tell_;
    std::mutex mutex_;
    std::condition_variable_any ending_;
    Clock::time_point begin_;
    bool open_ = false, told_ = false;
    std::jthread thread_; // last: starts when the rest exists
};

} // namespace belfry
