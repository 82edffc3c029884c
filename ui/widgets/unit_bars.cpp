#include "ui/widgets/unit_bars.h"

#include "ui/foundation/number_text.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr int kBarsHeight = 72, kUnitName = 16; // pixels
constexpr int kNamedMost = 16;                  // units with room for names
constexpr int kNamedWidth = 40, kFewWidth = 8, kManyWidth = 4;
constexpr int kFew = 128; // units

} // namespace

UnitBars::UnitBars(const Theme& theme, QWidget* parent) : CellGrid(theme, QStringLiteral("unitBars"), parent) {
    setAccessibleName(QStringLiteral("Units"));
}

void UnitBars::setUnits(std::vector<float> values, const QStringList& names, std::vector<bool> dead) {
    values_ = std::move(values);
    names_ = names;
    dead_ = std::move(dead);
    low_ = high_ = 0;
    for (const float value : values_)
        if (std::isfinite(value)) {
            low_ = std::min(low_, value);
            high_ = std::max(high_, value);
        }
    setCount(static_cast<int>(values_.size()));
}

QString UnitBars::unitName(int index) const { return index < names_.size() ? names_[index] : countText(index + 1); }

bool UnitBars::isDead(int index) const {
    const auto unit = static_cast<std::size_t>(index);
    return unit < dead_.size() && dead_[unit];
}

QString UnitBars::textOf(int index) const {
    const QString number = decimalText(double{values_[static_cast<std::size_t>(index)]}, 3);
    const QString said = tr("%1: %2").arg(unitName(index), number);
    return isDead(index) ? tr("%1 (dead)").arg(said) : said;
}

QSize UnitBars::cellSize(int) const {
    if (count() <= kNamedMost)
        return {kNamedWidth, kBarsHeight + kUnitName};
    return {count() <= kFew ? kFewWidth : kManyWidth, kBarsHeight};
}

void UnitBars::paintCell(QPainter& painter, const QRect& place, int index) const {
    QRectF room = place;
    if (count() <= kNamedMost) {
        room.setHeight(kBarsHeight);
        const QRect word(place.left(), place.bottom() + 1 - kUnitName, place.width(), kUnitName);
        painter.setFont(Theme::font(11));
        painter.setPen(colours().muted);
        painter.drawText(word, Qt::AlignCenter,
                         painter.fontMetrics().elidedText(unitName(index), Qt::ElideRight, word.width() - 4));
    }
    painter.fillRect(room, colours().grid);
    const double range = std::max(double{high_} - double{low_}, 1e-12);
    const double zero = room.top() + room.height() * double{high_} / range;
    const float value = values_[static_cast<std::size_t>(index)];
    const double end = std::isfinite(value) ? zero - room.height() * double{value} / range : zero;
    painter.fillRect(QRectF(QPointF(room.left(), std::min(zero, end)), QPointF(room.right(), std::max(zero, end))),
                     isDead(index) ? colours().warning : colours().accent);
    painter.setPen(colours().faint);
    painter.drawLine(QPointF(room.left(), zero), QPointF(room.right() - 1, zero));
    if (isDead(index)) {
        painter.setPen(QPen(colours().warning, 1.5));
        painter.drawLine(room.topLeft(), room.bottomRight());
    }
}

} // namespace belfry
