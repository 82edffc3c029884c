#include "ui/widgets/stop_button.h"

#include "ui/foundation/keep_translated.h"
#include "ui/widgets/controls.h"

#include <QAction>
#include <QMenu>
#include <QPushButton>

namespace belfry {

StopButton::StopButton(QWidget* parent) : SplitButton("Stop", "Ways to stop", "", parent) {
    auto* afterStep = addKind("stopAfterStep", StopKind::AfterStep);
    auto* afterEpoch = addKind("stopAfterEpoch", StopKind::AfterEpoch);
    menu()->addSeparator();
    auto* abort = addKind("stopAbort", StopKind::Abort);
    connect(button(), &QPushButton::clicked, this, [this] { Q_EMIT stopRequested(StopKind::AfterStep); });
    keepTranslated(this, [=, this] {
        setTexts(button(), tr("Stop"), tr("Stops after this step and saves (Esc)"));
        setMenuHelp(tr("Ways to stop"));
        setTexts(afterStep, tr("After this step"), tr("Finishes the step, then saves"));
        setTexts(afterEpoch, tr("After this epoch"), tr("Finishes the epoch with its validation, then saves"));
        setTexts(abort, tr("Abort"), tr("Ends at once without saving; what was saved before is kept"));
    });
}

QAction* StopButton::addKind(const char* name, StopKind kind) {
    QAction* action = addAction(name);
    connect(action, &QAction::triggered, this, [this, kind] { Q_EMIT stopRequested(kind); });
    return action;
}

} // namespace belfry
