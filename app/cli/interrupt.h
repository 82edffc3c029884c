// Ctrl-C and SIGTERM as calls on a thread of their own, where anything may be called.
#pragma once

#include <pthread.h>

#include <functional>
#include <stop_token>
#include <thread>

namespace belfry::cli {

// Before any other thread is started: the signals wait for a watch in the calling thread and in all that it starts.
void holdInterrupts();

class InterruptWatch {
public:
    // onInterrupt(count) is told each time, count from 1, also of what came since holdInterrupts().
    explicit InterruptWatch(std::function<void(int count)> onInterrupt);
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

private:
    std::thread thread_;
};

// Ctrl-C ends what goes on after its step; a second one in haste loses nothing. A third one ends the program: what goes
// on does not answer, and its files are whole at every moment. After holdInterrupts().
class Stopper {
public:
    explicit Stopper(std::function<void()> stop = {}); // told each time
    std::stop_token token() const { return source_.get_token(); }

private:
    std::stop_source source_;
    InterruptWatch watch_;
};

} // namespace belfry::cli
