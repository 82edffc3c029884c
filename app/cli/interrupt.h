// Ctrl-C and SIGTERM as calls on a thread of their own, where anything may be called.
#pragma once

#include <pthread.h>

#include <atomic>
#include <functional>
#include <stop_token>
#include <thread>

namespace belfry::cli {

// Before any other thread is started: the signals wait for a watch in the calling thread and in all that it starts.
void holdInterrupts();

class InterruptWatch {
public:
    // Calls onInterrupt(count) for each signal, counted from 1, also for those since holdInterrupts(). SIGTERM is
    // never the third. SIGUSR2 does nothing.
    explicit InterruptWatch(std::function<void(int count)> onInterrupt);
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

private:
    std::atomic<bool> ending_ = false;
    std::thread thread_; // last: it uses the rest
};

// Ctrl-C ends the work in progress after its step; a second one changes nothing. A third one, which is no SIGTERM, ends
// the program: the work does not respond, and its files are complete at any time. After holdInterrupts().
class Stopper {
public:
    explicit Stopper(std::function<void()> stop = {}); // called each time
    std::stop_token token() const { return source_.get_token(); }

private:
    std::stop_source source_;
    InterruptWatch watch_;
};

} // namespace belfry::cli
