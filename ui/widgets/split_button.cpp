#include "ui/widgets/split_button.h"

#include "ui/foundation/keep_translated.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"

#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

namespace belfry {

SplitButton::SplitButton(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("stopSplit"));
    stop_ = makeButton({}, "Stop", "splitLeft", this);
    menu_ = new QMenu(this);
    menu_->setToolTipsVisible(true);
    auto* afterStep = addKind("stopAfterStep", StopKind::AfterStep);
    auto* afterEpoch = addKind("stopAfterEpoch", StopKind::AfterEpoch);
    menu_->addSeparator();
    auto* abort = addKind("stopAbort", StopKind::Abort);
    auto* arrow = new QToolButton(this);
    arrow->setProperty("kind", "splitRight");
    arrow->setObjectName(QStringLiteral("stopMenuButton"));
    arrow->setAccessibleName(QStringLiteral("Ways to stop"));
    arrow->setPopupMode(QToolButton::InstantPopup);
    arrow->setFocusPolicy(Qt::TabFocus);
    arrow->setFixedWidth(26);
    arrow->setMenu(menu_);
    fillWith(this, rowOf(0, {{stop_, 1}, arrow}));
    connect(stop_, &QPushButton::clicked, this, [this] { Q_EMIT stopRequested(StopKind::AfterStep); });
    keepTranslated(this, [=, this] {
        setTexts(stop_, tr("Stop"), tr("Stops after this step and saves (Esc)"));
        arrow->setToolTip(tr("Ways to stop"));
        setTexts(afterStep, tr("After this step"), tr("Finishes the step, then saves"));
        setTexts(afterEpoch, tr("After this epoch"), tr("Finishes the epoch with its validation, then saves"));
        setTexts(abort, tr("Abort"), tr("Ends at once without saving; what was saved before is kept"));
    });
}

QAction* SplitButton::addKind(const char* name, StopKind kind) {
    QAction* action = menu_->addAction(QString());
    action->setObjectName(QLatin1String(name));
    connect(action, &QAction::triggered, this, [this, kind] { Q_EMIT stopRequested(kind); });
    return action;
}

} // namespace belfry
