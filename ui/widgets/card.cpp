#include "ui/widgets/card.h"

#include "ui/widgets/controls.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace belfry {

Card::Card(const QString& title, QWidget* parent) : QFrame(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 16, 12);
    column->setSpacing(8);
    titleRow_ = new QHBoxLayout;
    titleRow_->setSpacing(4);
    title_ = makeLabel({}, "title", this);
    title_->setMinimumHeight(28); // the row is as high with buttons as without
    titleRow_->addWidget(title_);
    titleRow_->addStretch();
    column->addLayout(titleRow_);
    body_ = new QVBoxLayout;
    body_->setSpacing(8);
    column->addLayout(body_, 1);
    setTitle(title);
}

void Card::setTitle(const QString& title) {
    title_->setText(title);
    title_->setVisible(!title.isEmpty());
}

} // namespace belfry
