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
    for (int signal : {SIGINT, SIGTERM, SIGUSR2}) // SIGUSR2 is the watch's own, to end its thread
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
    thread_ = std::thread([set, notify = std::move(onInterrupt)] {
        int count = 0;
        for (int signal = 0; sigwait(&set, &signal) == 0 && signal != SIGUSR2;)
            notify(++count);
    });
}

InterruptWatch::~InterruptWatch() {
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
