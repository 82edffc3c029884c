#include "ui/pages/evaluate/slice_rows.h"

#include "core/predict/slices.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/evaluate/slice_model.h"

#include <QAbstractProxyModel>
#include <QApplication>
#include <QPainter>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kSide = 8, kBetween = 10, kBarWidth = 96; // pixels
constexpr double kBarHeight = 6, kTickHeight = 12;

int sourceRow(const QModelIndex& index) {
    const auto* order = qobject_cast<const QAbstractProxyModel*>(index.model());
    return order != nullptr ? order->mapToSource(index).row() : index.row();
}

} // namespace

SliceRows::SliceRows(const Theme& theme, const SliceModel& slices, QObject* parent)
    : QStyledItemDelegate(parent), theme_(theme), slices_(slices) {}

QString SliceRows::imagesText(const EvaluationSlice& slice) const {
    const QString images = translated(Text::plural("%n images", "%n image", slice.images));
    return slice.worse ? tr("%1, worse than the rest").arg(images) : images;
}

void SliceRows::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    QStyleOptionViewItem ground = option;
    initStyleOption(&ground, index);
    ground.text.clear();
    const QStyle* style = option.widget != nullptr ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &ground, painter, option.widget);
    const EvaluationSlice& slice = slices_.rows().at(static_cast<std::size_t>(sourceRow(index)));
    const Palette& colours = theme_.palette();
    const QRect room = option.rect.adjusted(kSide, 3, -kSide, -3);
    const QRect upper(room.left(), room.top(), room.width(), room.height() / 2);
    const QRect lower(room.left(), upper.bottom() + 1, room.width(), room.height() - upper.height());
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setFont(Theme::font(12, slice.worse ? QFont::Bold : QFont::Normal));
    painter->setPen(slice.worse ? colours.warning : colours.text);
    const QString accuracy = percentText(slice.accuracy());
    const QFontMetrics metrics = painter->fontMetrics();
    const int number = metrics.horizontalAdvance(accuracy);
    painter->drawText(upper, Qt::AlignRight | Qt::AlignVCenter, accuracy);
    painter->drawText(upper, Qt::AlignLeft | Qt::AlignVCenter,
                      metrics.elidedText(nameOf(slice), Qt::ElideRight, upper.width() - number - kBetween));
    paintBar(*painter, QRectF(lower.left(), lower.top(), std::min(kBarWidth, lower.width() / 2), lower.height()),
             slice);
    painter->setFont(Theme::font(11));
    painter->setPen(slice.worse ? colours.warning : colours.muted);
    const QRect words(lower.left() + kBarWidth + kBetween, lower.top(), lower.width() - kBarWidth - kBetween,
                      lower.height());
    painter->drawText(words, Qt::AlignRight | Qt::AlignVCenter,
                      painter->fontMetrics().elidedText(imagesText(slice), Qt::ElideRight, words.width()));
    painter->restore();
}

// Its interval, with lines at its accuracy and at that of all images.
void SliceRows::paintBar(QPainter& painter, const QRectF& room, const EvaluationSlice& slice) const {
    const Palette& colours = theme_.palette();
    const double from = slices_.scaleFrom(), middle = room.center().y();
    const auto at = [&](double share) {
        return room.left() + room.width() * std::clamp((share - from) / (1 - from), 0.0, 1.0);
    };
    const auto bar = [&](double begin, double end, const QColor& colour) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        const QRectF place(begin, middle - kBarHeight / 2, std::max(kBarHeight / 2, end - begin), kBarHeight);
        painter.drawRoundedRect(place, kBarHeight / 2, kBarHeight / 2);
    };
    const auto tick = [&](double share, const QColor& colour, double width) {
        painter.setPen(QPen(colour, width));
        painter.drawLine(QPointF(at(share), middle - kTickHeight / 2), QPointF(at(share), middle + kTickHeight / 2));
    };
    const QColor colour = slice.worse ? colours.warning : colours.accent;
    bar(room.left(), room.right(), colours.grid);
    tick(slices_.accuracy(), colours.faint, 1);
    bar(at(slice.interval.low), at(slice.interval.high), mixed(colours.card, colour, 0.6));
    tick(slice.accuracy(), colour, 2);
}

} // namespace belfry
