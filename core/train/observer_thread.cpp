#include "core/train/observer_thread.h"

#include <utility>

namespace belfry {

ObserverThread::ObserverThread(Observer& observer, CheckpointSink* sink, std::size_t capacity)
    : observer_(observer), sink_(sink), capacity_(capacity), thread_([this] { loop(); }) {}

ObserverThread::~ObserverThread() {
    {
        const std::lock_guard lock(mutex_);
        ending_ = true;
        arrived_.notify_all();
    }
    thread_.join();
}

void ObserverThread::onEvent(const Event& event) {
    {
        std::unique_lock lock(mutex_);
        handled_.wait(lock, [this] { return queue_.size() < capacity_; });
        queue_.push_back(event);
        if (queue_.size() == 1) // else it is at work
            arrived_.notify_all();
        if (!std::holds_alternative<Finished>(event))
            rethrowLocked();
    }
    if (std::holds_alternative<Finished>(event))
        return drain();
    if (std::holds_alternative<StateChanged>(event)) {
        drain();
        rethrow();
    }
}

std::filesystem::path ObserverThread::save(const Snapshot& snapshot, CheckpointKind kind) {
    drain();
    rethrow();
    return sink_->save(snapshot, kind);
}

void ObserverThread::rethrow() {
    const std::lock_guard lock(mutex_);
    rethrowLocked();
}

void ObserverThread::rethrowLocked() {
    if (failure_)
        std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ObserverThread::drain() {
    std::unique_lock lock(mutex_);
    handled_.wait(lock, [this] { return queue_.empty(); });
}

void ObserverThread::loop() {
    std::unique_lock lock(mutex_);
    for (;;) {
        arrived_.wait(lock, [this] { return ending_ || !queue_.empty(); });
        if (queue_.empty())
            return;
        const Event& event = queue_.front(); // others are added behind it
        lock.unlock();
        std::exception_ptr failure;
        try {
            observer_.onEvent(event);
        } catch (...) {
            failure = std::current_exception();
        }
        lock.lock();
        if (failure)
            failure_ = failure;
        queue_.pop_front();
        handled_.notify_all();
    }
}

} // namespace belfry
