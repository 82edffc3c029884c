// Ctrl-C, SIGTERM and the end of the terminal as a Qt signal: the window saves and closes as if it were asked to.
#pragma once

#include <QObject>
#include <csignal>

class QSocketNotifier;

namespace belfry {

// Before any thread is started: from here on the signals wait to be read. What is ignored (nohup) stays ignored.
sigset_t holdTermination();

// GUI thread only; needs the application's event loop.
class Termination : public QObject {
    Q_OBJECT
public:
    explicit Termination(const sigset_t& held);
    ~Termination() override;

Q_SIGNALS:
    void requested(); // also for what came before this object

private:
    void read();
    int file_; // signalfd
    QSocketNotifier* notifier_;
};

} // namespace belfry
