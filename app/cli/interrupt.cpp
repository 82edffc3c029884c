#include "app/cli/interrupt.h"

#include "app/cli/command.h"

#include <unistd.h>

#include <csignal>
#include <utility>

namespace belfry::cli {
namespace {

sigset_t watchedSignals() {
    sigset_t set;
    sigemptyset(&set);
    for (int signal : {SIGINT, SIGTERM, SIGUSR2}) // SIGUSR2 wakes the watch's thread for its end
        sigaddset(&set, signal);
    return set;
}

} // namespace

void holdInterrupts() {
    const sigset_t set = watchedSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

InterruptWatch::InterruptWatch(std::function<void(int)> onInterrupt) {
    const sigset_t set = watchedSignals();
    thread_ = std::thread([this, set, notify = std::move(onInterrupt)] {
        int count = 0;
        for (int signal = 0; sigwait(&set, &signal) == 0;) {
            // Of one sender SIGTERM may come many times: Linux tells a child of every thread of a parent that ends.
            if (signal == SIGTERM && count >= 2)
                continue;
            if (signal != SIGUSR2) // also one that came while this watch ended: it is taken, and no other one sees it
                notify(++count);
            if (ending_) // else SIGUSR2 is somebody else's, as that of a batch system before its time limit
                return;
        }
    });
}

InterruptWatch::~InterruptWatch() {
    ending_ = true;
    pthread_kill(thread_.native_handle(), SIGUSR2);
    thread_.join();
}

Stopper::Stopper(std::function<void()> stop)
    : watch_([this, stop = std::move(stop)](int count) {
          if (count > 2)
              ::_exit(kStoppedByUser);
          source_.request_stop();
          if (stop)
              stop();
      }) {}

} // namespace belfry::cli
