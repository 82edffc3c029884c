#include "ui/pages/train/run_buttons.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/parts.h"
#include "ui/widgets/split_button.h"
#include "ui/widgets/stop_button.h"

#include <QAction>
#include <QPushButton>

namespace belfry {

RunButtons::RunButtons(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("runButtons"));
    const Parts parts(this);
    startSplit_ = new SplitButton("Start", "More ways to start", "primary", this);
    startNew_ = startSplit_->addAction("startNew");
    start_ = startSplit_->button();
    step_ = parts.button("", QT_TR_NOOP("Step"),
                         QT_TR_NOOP("Runs one step, then pauses: to inspect a run that fails early"));
    stop_ = new StopButton(this);
    for (QPushButton* button : {start_, step_, stop_->button()})
        button->setProperty("narrow", "true"); // three of them share the setup column
    fillWith(this, rowOf(6, {{startSplit_, 1}, step_, stop_}));
    connect(start_, &QPushButton::clicked, this, &RunButtons::pressed);
    connect(step_, &QPushButton::clicked, this, &RunButtons::stepRequested);
    connect(startNew_, &QAction::triggered, this, &RunButtons::startRequested);
    connect(stop_, &StopButton::stopRequested, this, &RunButtons::stopRequested);
    keepTranslated(this, [this] {
        setTexts(startNew_, tr("Start new"), tr("Starts a new run with this plan (F5)"));
        startSplit_->setMenuHelp(tr("More ways to start"));
        setStatus(status_);
    });
}

void RunButtons::pressed() {
    if (status_.active)
        Q_EMIT pauseToggled();
    else
        status_.resumable ? Q_EMIT resumeRequested() : Q_EMIT startRequested();
}

void RunButtons::setStatus(const State& status) {
    status_ = status;
    start_->setEnabled(status.active ? !status.stopping : status.startable);
    step_->setEnabled(start_->isEnabled());
    // A wait for the end of the epoch can still be cut short.
    stop_->setEnabled(status.active && (!status.stopping || *status.stopping == StopKind::AfterEpoch));
    const bool offersResume = !status.active && status.resumable;
    startSplit_->setMenuShown(offersResume);
    stop_->setVisible(!offersResume); // there is nothing to stop, and no room for two menus
    nameStart();
}

// The accessible name follows the label, in English whatever the language.
void RunButtons::nameStart() {
    const auto display = [this](const char* english, const QString& label, const QString& help) {
        start_->setAccessibleName(QLatin1String(english));
        start_->setText(label);
        start_->setToolTip(help);
    };
    if (!status_.active && status_.resumable)
        display("Resume", tr("Resume"), tr("Resumes the run that was stopped"));
    else if (!status_.active)
        display("Start", tr("Start"), tr("Trains the network with this plan (F5)"));
    else if (status_.paused)
        display("Resume", tr("Resume"), tr("Resumes the run (Space)"));
    else
        display("Pause", tr("Pause"), tr("Pauses after this step; the devices keep the run in memory (Space)"));
}

} // namespace belfry
