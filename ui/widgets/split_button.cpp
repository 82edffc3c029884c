#include "ui/widgets/split_button.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"

#include <QMenu>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

namespace belfry {

SplitButton::SplitButton(const char* english, const char* menu, const char* kind, QWidget* parent) : QWidget(parent) {
    const QString name = camelCase(QLatin1String(english));
    setObjectName(name + QStringLiteral("Split"));
    button_ = makeButton({}, english, kind, this);
    menu_ = new QMenu(this);
    menu_->setToolTipsVisible(true);
    arrow_ = new QToolButton(this);
    arrow_->setProperty("kind", "splitRight");
    arrow_->setObjectName(name + QStringLiteral("MenuButton"));
    arrow_->setAccessibleName(QLatin1String(menu));
    arrow_->setPopupMode(QToolButton::InstantPopup);
    arrow_->setFocusPolicy(Qt::TabFocus);
    arrow_->setFixedWidth(26);
    arrow_->setMenu(menu_);
    fillWith(this, rowOf(0, {{button_, 1}, arrow_}));
    setMenuShown(true);
}

QAction* SplitButton::addAction(const char* name) {
    QAction* action = menu_->addAction(QString());
    action->setObjectName(QLatin1String(name));
    return action;
}

void SplitButton::setMenuHelp(const QString& text) { arrow_->setToolTip(text); }

void SplitButton::setMenuShown(bool shown) {
    arrow_->setVisible(shown);
    button_->setProperty("joined", shown ? "true" : "false");
    style()->unpolish(button_);
    style()->polish(button_);
}

} // namespace belfry
