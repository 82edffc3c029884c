#include "ui/pages/evaluate/share_axes.h"

#include "ui/foundation/number_text.h"

#include <QFontMetrics>
#include <QPainter>

namespace belfry {
namespace {

constexpr int kFont = 11, kTop = 6, kGap = 6;

} // namespace

QRectF sharePlot(const QSize& widget) {
    const QFontMetrics metrics(Theme::font(kFont));
    const int left = metrics.horizontalAdvance(percentText(1, 0)) + kGap;
    return {static_cast<double>(left), kTop, static_cast<double>(widget.width() - left - kGap),
            static_cast<double>(widget.height() - kTop - metrics.height() - kGap)};
}

void paintShareAxes(QPainter& painter, const QSize& widget, const Palette& colours, const QString& title) {
    const QRectF area = sharePlot(widget);
    painter.setFont(Theme::font(kFont));
    for (const double value : {0.0, 0.5, 1.0}) {
        const double y = area.bottom() - area.height() * value;
        painter.setPen(colours.grid);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(colours.muted);
        painter.drawText(QRectF(0, y - 10, area.left() - kGap, 20), Qt::AlignRight | Qt::AlignVCenter,
                         percentText(value, 0));
        const int side = value == 0 ? Qt::AlignLeft : value == 1 ? Qt::AlignRight : Qt::AlignHCenter;
        const QString label = value == 0.5 ? title : percentText(value, 0);
        painter.drawText(QRectF(area.left(), area.bottom(), area.width(), widget.height() - area.bottom()),
                         side | Qt::AlignBottom, label);
    }
}

} // namespace belfry
