#include "ui/widgets/split_button.h"

#include "ui/widgets/controls.h"

#include <QAction>
#include <QEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>

namespace belfry {

SplitButton::SplitButton(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("stopSplit"));
    stop_ = makeButton({}, "Stop", "splitLeft", this);
    menu_ = new QMenu(this);
    menu_->setToolTipsVisible(true);
    afterStep_ = addKind("stopAfterStep", StopKind::AfterStep);
    afterEpoch_ = addKind("stopAfterEpoch", StopKind::AfterEpoch);
    menu_->addSeparator();
    abort_ = addKind("stopAbort", StopKind::Abort);
    arrow_ = new QToolButton(this);
    arrow_->setProperty("kind", "splitRight");
    arrow_->setObjectName(QStringLiteral("stopMenuButton"));
    arrow_->setAccessibleName(QStringLiteral("Ways to stop"));
    arrow_->setPopupMode(QToolButton::InstantPopup);
    arrow_->setFocusPolicy(Qt::TabFocus);
    arrow_->setFixedWidth(26);
    arrow_->setMenu(menu_);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(stop_, 1);
    row->addWidget(arrow_);
    connect(stop_, &QPushButton::clicked, this, [this] { Q_EMIT stopRequested(StopKind::AfterStep); });
    retranslate();
}

QAction* SplitButton::addKind(const char* name, StopKind kind) {
    QAction* action = menu_->addAction(QString());
    action->setObjectName(QLatin1String(name));
    connect(action, &QAction::triggered, this, [this, kind] { Q_EMIT stopRequested(kind); });
    return action;
}

void SplitButton::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void SplitButton::retranslate() {
    stop_->setText(tr("Stop"));
    stop_->setToolTip(tr("Stops after this step and saves (Esc)"));
    arrow_->setToolTip(tr("Ways to stop"));
    afterStep_->setText(tr("After this step"));
    afterStep_->setToolTip(tr("Finishes the step, then saves"));
    afterEpoch_->setText(tr("After this epoch"));
    afterEpoch_->setToolTip(tr("Finishes the epoch with its validation, then saves"));
    abort_->setText(tr("Abort"));
    abort_->setToolTip(tr("Ends at once without saving; what was saved before is kept"));
}

} // namespace belfry
