#include "app/gui/termination.h"

#include <sys/signalfd.h>
#include <unistd.h>

#include <QSocketNotifier>

namespace belfry {

sigset_t holdTermination() {
    sigset_t set;
    sigemptyset(&set);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction present {};
        if (sigaction(signal, nullptr, &present) == 0 && present.sa_handler != SIG_IGN)
            sigaddset(&set, signal);
    }
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    return set;
}

Termination::Termination(const sigset_t& held)
    : file_(signalfd(-1, &held, SFD_NONBLOCK | SFD_CLOEXEC)),
      notifier_(new QSocketNotifier(file_, QSocketNotifier::Read, this)) {
    connect(notifier_, &QSocketNotifier::activated, this, &Termination::read);
}

Termination::~Termination() {
    delete notifier_; // before its file
    ::close(file_);
}

void Termination::read() {
    signalfd_siginfo info{};
    bool any = false;
    while (::read(file_, &info, sizeof info) == sizeof info)
        any = true;
    if (any)
        Q_EMIT requested();
}

} // namespace belfry
