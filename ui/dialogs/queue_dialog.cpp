#include "ui/dialogs/queue_dialog.h"

#include "ui/bridge/plan_queue.h"
#include "ui/foundation/attempt.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/plan_text.h"
#include "ui/widgets/save_file.h"

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <algorithm>

namespace belfry {
namespace {

// "first – LeNet on MNIST, 2 × 512 images, 20 epochs", without a name: "LeNet on MNIST, ...".
QString lineOf(const Plan& plan) {
    const Text length = plan.steps > 0 ? Text::plural("%n steps", "%n step", plan.steps)
                                       : Text::plural("%n epochs", "%n epoch", plan.epochs);
    const QString what = translated(Text::plural("%1 on %2, %3 × %n images, %4", "%1 on %2, %3 × %n image, %4",
                                                 plan.batchPerTower, networkTitle(plan.model).toStdString(),
                                                 dataTitle(plan.data).toStdString(), plan.towers, length));
    return plan.name.empty() ? what : QString::fromStdString(plan.name) + QStringLiteral(" – ") + what;
}

} // namespace

QueueDialog::QueueDialog(PlanQueue& queue, std::function<Plan()> present, QWidget* parent)
    : QDialog(parent), queue_(queue), present_(std::move(present)) {
    setObjectName(QStringLiteral("queueDialog"));
    setModal(false);
    layOut();
    connect(add_, &QPushButton::clicked, this, [this] { queue_.add(present_()); });
    connect(addFiles_, &QPushButton::clicked, this, &QueueDialog::askFiles);
    connect(
        up_, &QPushButton::clicked, this, [this] { moveChosen(-1); });
    connect(down_, &QPushButton::clicked, this, [this] { moveChosen(1); });
    connect(remove_, &QPushButton::clicked, this, &QueueDialog::removeChosen);
    connect(run_, &QPushButton::clicked, this, &QueueDialog::toggleRunning);
    connect(list_, &QListWidget::currentRowChanged, this, &QueueDialog::updateButtons);
    connect(&queue_, &PlanQueue::changed, this, &QueueDialog::refresh);
    connect(&queue_, &PlanQueue::failed, banner_, &Banner::display);
    keepTranslated(this, [this] {
        setWindowTitle(tr("Queue"));
        refresh();
    });
}

void QueueDialog::layOut() {
    const Parts parts(this);
    banner_ = new Banner(this, QStringLiteral("queueBanner"));
    list_ = parts.field(new QListWidget(this), "Waiting plans", "queueList");
    list_->setMinimumSize(460, 180);
    state_ = parts.sentence("muted", "queueState");
    add_ = parts.button("", QT_TR_NOOP("Add the Train page's plan"), QT_TR_NOOP("As it is now, at the end"),
                        "Add this plan");
    addFiles_ = parts.button("", QT_TR_NOOP("Add files…"),
                             QT_TR_NOOP("Adds plan files at the end; any run's plan.json will do"), "Add files");
    up_ = parts.button("quiet", QT_TR_NOOP("Up"), QT_TR_NOOP("Moves the selected plan up"));
    down_ = parts.button("quiet", QT_TR_NOOP("Down"), QT_TR_NOOP("Moves the selected plan down"));
    remove_ = parts.button("quiet", QT_TR_NOOP("Remove"), QT_TR_NOOP("Removes the selected plan from the queue"),
                           "Remove plan");
    run_ = makeButton({}, "Run queue", "primary", this);
    fillWith(this,
             columnOf(8, {banner_,
                          state_,
                          {list_, 1},
                          rowOf(4, {up_, down_, remove_, Placed::stretch()}),
                          rowOf(8, {add_, addFiles_, Placed::stretch(), run_})}),
             kPageMargins);
}

void QueueDialog::refresh() {
    const int row = list_->currentRow();
    list_->clear();
    for (const Plan& plan : queue_.plans())
        list_->addItem(lineOf(plan));
    list_->setCurrentRow(std::min(row, list_->count() - 1));
    const auto count = static_cast<std::int64_t>(queue_.plans().size());
    if (queue_.isRunning()) {
        state_->setText(
            count == 0 ? tr("The last plan is running; the queue is empty.")
                       : tr("Plans run one after another, even if one fails. Stop ends the run and pauses the queue."));
    } else {
        state_->setText(count == 0 ? tr("The queue is empty. Add the Train page's plan, or plan files.")
                                   : tr("The queue is paused. A run in progress continues."));
    }
    run_->setText(queue_.isRunning() ? tr("Pause queue") : tr("Run queue"));
    run_->setToolTip(queue_.isRunning() ? tr("Lets the run in progress finish and starts no other after it")
                                        : tr("Starts the first plan now, or when the run in progress has ended"));
    updateButtons();
}

void QueueDialog::updateButtons() {
    const int row = list_->currentRow();
    up_->setEnabled(row > 0);
    down_->setEnabled(row >= 0 && row + 1 < list_->count());
    remove_->setEnabled(row >= 0);
    run_->setEnabled(queue_.isRunning() || list_->count() > 0);
}

void QueueDialog::askFiles() {
    askOpenFiles(
        this, {.kind = QStringLiteral("plan"), .title = tr("Add plans"), .filters = tr("Plans (*.json)")},
        [this](const QString& file) { addFile(file); });
}

bool QueueDialog::addFile(const QString& file) {
    return attempt(
        [&] {
            const Plan plan = readPlanFile(file.toStdString());
            validate(plan);
            queue_.add(plan);
        },
        [this](const Text& sentence) { banner_->display(sentence); });
}

void QueueDialog::moveChosen(int by) {
    const int row = list_->currentRow(), place = row + by;
    if (row < 0 || place < 0 || place >= list_->count())
        return;
    queue_.move(static_cast<std::size_t>(row), static_cast<std::size_t>(place));
    list_->setCurrentRow(place);
}

void QueueDialog::removeChosen() {
    if (const int row = list_->currentRow(); row >= 0)
        queue_.remove(static_cast<std::size_t>(row));
}

void QueueDialog::toggleRunning() {
    queue_.setRunning(!queue_.isRunning());
    if (queue_.isRunning())
        Q_EMIT runRequested();
}

} // namespace belfry
