#include "ui/window/run_queue.h"

#include "core/runs/run_list.h"
#include "ui/dialogs/queue_dialog.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/pages/train/setup_form.h"
#include "ui/pages/train/train_page.h"

namespace belfry {

RunQueue::RunQueue(TrainPage& train, RunsPage& runs, QWidget& window, std::function<bool()> mayStart)
    : train_(train), window_(window), mayStart_(std::move(mayStart)), queue_(runsRoot() / "queue.json") {
    connect(
        &queue_, &PlanQueue::failed, this, [this](const Text& sentence) { train_.showProblem(sentence); });
    connect(&queue_, &PlanQueue::changed, &runs, [this, &runs] { runs.setQueued(queue_.plans().size()); });
    connect(&runs, &RunsPage::queueRequested, this, &RunQueue::showDialog);
    // Queued: another receiver of runEnded() may close the window first.
    const auto next = [this] {
        if (train_.status().kind == RunStatus::Kind::Stopped)
            queue_.setRunning(false); // whoever stops a run does not want the next one at once
        runNext();
    };
    connect(&train, &TrainPage::runEnded, this, next, Qt::QueuedConnection);
}

void RunQueue::showDialog() {
    if (dialog_ == nullptr) {
        dialog_ = new QueueDialog(
            queue_, [this] { return train_.plan(); }, &window_);
        connect(dialog_, &QueueDialog::runRequested, this, &RunQueue::runNext);
    }
    dialog_->show();
    dialog_->raise();
}

// The first plan that is valid, if the queue runs and no run is in progress. An invalid one is reported and left out.
void RunQueue::runNext() {
    while (mayStart_() && queue_.isRunning() && !train_.controller().isActive()) {
        const std::optional<Plan> plan = queue_.takeFirst();
        if (!plan) {
            queue_.setRunning(false);
            return;
        }
        train_.setPlan(*plan);
        const QString problem = train_.form()->problem();
        if (problem.isEmpty())
            train_.start();
        else
            train_.showProblem([problem] { return problem; });
    }
}

} // namespace belfry
