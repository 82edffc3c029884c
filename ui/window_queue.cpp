// Plans that run one after another, and what the desktop is told of runs.
#include "core/runs/run_list.h"
#include "ui/bridge/plan_queue.h"
#include "ui/main_window.h"
#include "ui/pages/queue/queue_dialog.h"
#include "ui/pages/runs_page/runs_page.h"
#include "ui/pages/train_page/engine_text.h"
#include "ui/pages/train_page/setup_form.h"
#include "ui/pages/train_page/train_page.h"
#include "ui/widgets/text.h"

namespace belfry {

void MainWindow::connectQueue() {
    queue_ = new PlanQueue(runsRoot() / "queue.json", this);
    connect(queue_, &PlanQueue::failed, train_,
            [this](const QString& sentence) { train_->showProblem([sentence] { return engineSentence(sentence); }); });
    connect(queue_, &PlanQueue::changed, runs_, [this] { runs_->setQueued(queue_->plans().size()); });
    connect(runs_, &RunsPage::queueAsked, this, &MainWindow::showQueue);
    connect(train_, &TrainPage::momentChanged, this, [this] { awake_.set(isBusy()); });
    // Later: who else hears of the end may close the window.
    connect(train_, &TrainPage::runEnded, this, &MainWindow::goOn, Qt::QueuedConnection);
}

void MainWindow::showQueue() {
    if (queueDialog_ == nullptr) {
        queueDialog_ = new QueueDialog(
            *queue_, [this] { return train_->plan(); }, this);
        connect(queueDialog_, &QueueDialog::runAsked, this, &MainWindow::runNext);
    }
    queueDialog_->show();
    queueDialog_->raise();
}

void MainWindow::goOn() {
    const RunMoment& moment = train_->moment();
    if (moment.kind == RunMoment::Kind::Stopped) {
        queue_->setRunning(false); // whoever stops a run does not want the next one at once
    }
    tellEnd(moment);
    runNext();
}

// To who looks elsewhere.
void MainWindow::tellEnd(const RunMoment& moment) {
    const bool ended = moment.kind == RunMoment::Kind::Finished || moment.kind == RunMoment::Kind::Failed;
    if (!ended || isActiveWindow()) {
        return;
    }
    const bool failed = moment.kind == RunMoment::Kind::Failed;
    const QString text = failed             ? engineSentence(moment.sentence)
                         : moment.test >= 0 ? tr("Test accuracy %1").arg(percentText(moment.test, 2))
                                            : tr("Without a test figure.");
    notify_(failed ? tr("%1 failed").arg(moment.name.text()) : tr("%1 is finished").arg(moment.name.text()), text);
}

// The next plan that can be, if the queue runs and no run is on. What cannot be is told and left out.
void MainWindow::runNext() {
    while (isVisible() && !leaving_ && queue_->isRunning() && !train_->controller().isActive()) {
        const std::optional<Plan> plan = queue_->takeFirst();
        if (!plan) {
            queue_->setRunning(false);
            return;
        }
        train_->setPlan(*plan);
        const QString problem = train_->form()->problem();
        if (problem.isEmpty()) {
            train_->start();
        } else {
            train_->showProblem([problem] { return problem; });
        }
    }
}

} // namespace belfry
