#include "ui/widgets/fact_list.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/layouts.h"

#include <QGridLayout>
#include <QLabel>

namespace belfry {

FactList::FactList(const QString& objectName, QWidget* parent) : QWidget(parent) {
    setObjectName(objectName);
    fillWith(this, columnOf(0, {}));
    clear();
}

void FactList::clear() {
    delete content_;
    content_ = new QWidget(this);
    content_->setProperty("transparent", "true");
    rows_ = new QGridLayout;
    rows_->setHorizontalSpacing(12);
    rows_->setVerticalSpacing(3);
    rows_->setColumnStretch(1, 1);
    fillWith(content_, columnOf(-1, {rows_, Placed::stretch()}), {0, 0, 8, 0});
    layout()->addWidget(content_);
}

void FactList::add(const QString& name, const QString& objectName, const QString& value, const QString& help) {
    if (value.isEmpty())
        return;
    const int row = rows_->rowCount();
    auto* caption = makeLabel(name, "muted", content_);
    auto* text = new ElidedLabel(value, content_);
    text->setObjectName(objectName);
    text->setToolTip(help);
    text->setElideMode(Qt::ElideMiddle);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setFocusPolicy(Qt::NoFocus);
    caption->setBuddy(text);
    rows_->addWidget(caption, row, 0);
    rows_->addWidget(text, row, 1);
}

} // namespace belfry
