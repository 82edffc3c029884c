#include "ui/pages/train/run_buttons.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/split_button.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>

namespace belfry {

RunButtons::RunButtons(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("runButtons"));
    start_ = makeButton({}, "Start", "primary", this);
    step_ = makeButton({}, "Step", "", this);
    stop_ = new SplitButton(this);
    for (QPushButton* button : {start_, step_, stop_->button()})
        button->setProperty("narrow", "true"); // three of them share the setup column
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(6);
    row->addWidget(start_, 1);
    row->addWidget(step_);
    row->addWidget(stop_);
    connect(start_, &QPushButton::clicked, this, &RunButtons::pressed);
    connect(step_, &QPushButton::clicked, this, &RunButtons::stepRequested);
    connect(stop_, &SplitButton::stopRequested, this, &RunButtons::stopRequested);
    setStatus(status_);
}

void RunButtons::pressed() {
    if (!status_.active)
        Q_EMIT startRequested();
    else if (status_.paused)
        Q_EMIT resumeRequested();
    else
        Q_EMIT pauseRequested();
}

void RunButtons::setStatus(const State& status) {
    status_ = status;
    start_->setEnabled(status.active ? !status.stopping : status.startable);
    step_->setEnabled(start_->isEnabled());
    // A wait for the end of the epoch can still be cut short.
    stop_->setEnabled(status.active && (!status.stopping || *status.stopping == StopKind::AfterEpoch));
    retranslate();
}

void RunButtons::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

// The accessible name follows the label, in English whatever the language.
void RunButtons::retranslate() {
    if (!status_.active) {
        start_->setText(tr("Start"));
        start_->setAccessibleName(QStringLiteral("Start"));
        start_->setToolTip(tr("Trains the network with this plan (F5)"));
    } else if (status_.paused) {
        start_->setText(tr("Resume"));
        start_->setAccessibleName(QStringLiteral("Resume"));
        start_->setToolTip(tr("Resumes the run (Space)"));
    } else {
        start_->setText(tr("Pause"));
        start_->setAccessibleName(QStringLiteral("Pause"));
        start_->setToolTip(tr("Pauses after this step; the devices keep the run in memory (Space)"));
    }
    step_->setText(tr("Step"));
    step_->setToolTip(tr("Runs one step, then pauses: to inspect a run that fails early"));
}

} // namespace belfry
