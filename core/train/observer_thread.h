// Brings a session's events to their observer on a thread of its own, so that no step waits while they are printed or
// recorded. Free of torch.
#pragma once

#include "core/train/session.h"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <filesystem>
#include <mutex>
#include <thread>

namespace belfry {

// Between a session and the observer and sink that it would have had. The observer gets every event, in order, one at a
// time, on the thread. What depends on what the observer has seen waits for it: a checkpoint, so that what is recorded
// covers it; a pause; the end.
class ObserverThread : public Observer, public CheckpointSink {
public:
    static constexpr std::size_t kCapacity = 1024; // events

    // observer, and sink (may be null), must outlive it. capacity: of events that wait; at least 1.
    explicit ObserverThread(Observer& observer, CheckpointSink* sink = nullptr, std::size_t capacity = kCapacity);
    // Waits until the observer has had every event.
    ~ObserverThread() override;

    // Of the session. Waits for room where the observer does not keep up, and for the observer itself with StateChanged
    // and Finished. Throws, once, what the observer threw at an earlier event, or at this StateChanged; it gets the
    // later ones all the same. Never throws at Finished: the session has ended, and rethrow() is left.
    void onEvent(const Event& event) override;
    // The sink's, on the session's thread, when the observer has had every event so far; throws as onEvent(), and then
    // saves nothing.
    std::filesystem::path save(const Snapshot& snapshot, CheckpointKind kind) override;
    // After the session: throws what the observer threw and the session has not been told.
    void rethrow();
    CheckpointSink* sink() { return sink_ ? this : nullptr; } // for the session

private:
    void loop();
    void drain(); // waits for the observer
    void rethrowLocked();

    Observer& observer_;
    CheckpointSink* sink_;
    const std::size_t capacity_;

    std::mutex mutex_; // guards the members below
    std::condition_variable arrived_, handled_;
    std::deque<Event> queue_; // the first one is the observer's until it has handled it
    std::exception_ptr failure_;
    bool ending_ = false;

    std::thread thread_; // last: it uses the other members
};

} // namespace belfry
