#include "ui/pages/train_page/field_grid.h"

#include "ui/widgets/controls.h"

#include <QCoreApplication>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>

namespace belfry {
namespace {
constexpr int kLabelWidth = 64;
} // namespace

FieldGrid::FieldGrid(const char* context, QWidget* parent) : QWidget(parent), context_(context) {
    grid_ = new QGridLayout(this);
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(12);
    grid_->setVerticalSpacing(8);
    grid_->setColumnMinimumWidth(0, kLabelWidth);
    grid_->setColumnStretch(1, 1);
}

void FieldGrid::addHead(const char* text) {
    QLabel* label = makeLabel({}, "group", this);
    rows_.push_back({text, nullptr, label, nullptr});
    grid_->addWidget(label, grid_->rowCount(), 0, 1, 2);
    retranslate();
}

void FieldGrid::addField(const char* label, const char* help, QWidget* field) {
    field->setAccessibleName(QLatin1String(label));
    field->setObjectName(camelCase(QLatin1String(label)) + QStringLiteral("Field"));
    QLabel* text = makeLabel({}, "muted", this);
    text->setBuddy(field);
    rows_.push_back({label, help, text, field});
    const int row = grid_->rowCount();
    grid_->addWidget(text, row, 0);
    grid_->addWidget(field, row, 1);
    retranslate();
}

void FieldGrid::addWide(QWidget* widget) {
    grid_->addWidget(widget, grid_->rowCount(), 0, 1, 2);
}

void FieldGrid::setFieldVisible(const QWidget* field, bool visible) {
    for (const Row& row : rows_) {
        if (row.field == field) {
            row.label->setVisible(visible);
            row.field->setVisible(visible);
        }
    }
}

void FieldGrid::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LanguageChange) {
        retranslate();
    }
    QWidget::changeEvent(event);
}

void FieldGrid::retranslate() {
    for (const Row& row : rows_) {
        row.label->setText(QCoreApplication::translate(context_, row.text));
        if (row.field != nullptr) {
            const QString help = QCoreApplication::translate(context_, row.help);
            row.label->setToolTip(help);
            row.field->setToolTip(help);
        }
    }
}

} // namespace belfry
