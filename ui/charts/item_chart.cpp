#include "ui/charts/item_chart.h"

#include <QPainter>

namespace belfry {

ItemChart::ItemChart(const Theme& theme, const char* name, const char* accessibleName, QWidget* parent)
    : KeyedWidget(theme, QLatin1String(name), parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(QLatin1String(accessibleName));
}

void ItemChart::setChosen(int item) {
    if (item != chosen_) {
        chosen_ = item;
        showChange();
    }
}

void ItemChart::choose(int item) {
    setChosen(item);
    Q_EMIT itemChosen(item);
}

void ItemChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    paint(painter);
}

} // namespace belfry
