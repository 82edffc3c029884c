// Events on their way from threads of the engine to the GUI thread.
#pragma once

#include <mutex>
#include <utility>
#include <vector>

namespace belfry {

template <typename Event>
class EventBuffer {
public:
    void push(Event event) { // any thread
        const std::lock_guard lock(mutex_);
        events_.push_back(std::move(event));
    }

    // Never waits: the engine's threads have a low priority, and one that was put aside with the lock would stop the
    // window until it runs again. What cannot be taken now is taken at the next tick.
    std::vector<Event> take() {
        const std::unique_lock lock(mutex_, std::try_to_lock);
        return lock ? std::exchange(events_, {}) : std::vector<Event>();
    }

private:
    std::mutex mutex_;
    std::vector<Event> events_;
};

} // namespace belfry
