// Runs the queued plans one after another on the Train page, and shows their dialog. GUI thread only.
#pragma once

#include "ui/bridge/plan_queue.h"

#include <QObject>
#include <functional>

class QWidget;

namespace belfry {

class QueueDialog;
class RunsPage;
class TrainPage;

class RunQueue : public QObject {
    Q_OBJECT
public:
    // All must outlive the queue. mayStart: asked before each plan, whether the window still begins runs.
    RunQueue(TrainPage& train, RunsPage& runs, QWidget& window, std::function<bool()> mayStart);

    void add(const Plan& plan) { queue_.add(plan); }
    void load() { queue_.load(); } // what waited when the window was last closed

private:
    void showDialog();
    void runNext();

    TrainPage& train_;
    QWidget& window_;
    std::function<bool()> mayStart_;
    PlanQueue queue_;
    QueueDialog* dialog_ = nullptr; // when it was asked for
};

} // namespace belfry
