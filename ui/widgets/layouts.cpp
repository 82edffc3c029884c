#include "ui/widgets/layouts.h"

#include <QWidget>

namespace belfry {

QHBoxLayout* rowOf(int spacing, std::initializer_list<Placed> parts) {
    auto* row = new QHBoxLayout;
    row->setSpacing(spacing);
    append(row, parts);
    return row;
}

QVBoxLayout* columnOf(int spacing, std::initializer_list<Placed> parts) {
    auto* column = new QVBoxLayout;
    column->setSpacing(spacing);
    append(column, parts);
    return column;
}

void append(QBoxLayout* box, std::initializer_list<Placed> parts) {
    for (const Placed& part : parts)
        part.addTo(box);
}

void fillWith(QWidget* widget, QLayout* layout, const QMargins& margins) {
    layout->setContentsMargins(margins);
    widget->setLayout(layout);
}

} // namespace belfry
