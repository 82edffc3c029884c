#include "ui/widgets/card.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/layouts.h"

#include <QLabel>

namespace belfry {

Card::Card(const QString& title, QWidget* parent) : QFrame(parent) {
    title_ = makeLabel({}, "title", this);
    title_->setMinimumHeight(28); // the row is as high with buttons as without
    titleRow_ = rowOf(4, {title_, Placed::stretch()});
    body_ = columnOf(8, {});
    fillWith(this, columnOf(8, {titleRow_, {body_, 1}}), {16, 8, 16, 12});
    setTitle(title);
}

void Card::setTitle(const QString& title) {
    title_->setText(title);
    title_->setVisible(!title.isEmpty());
}

} // namespace belfry
