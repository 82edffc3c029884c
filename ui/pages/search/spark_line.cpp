#include "ui/pages/search/spark_line.h"

#include <QPainter>
#include <algorithm>

namespace belfry {

void paintSpark(QPainter& painter, const QRectF& place, const QPolygonF& curve, const QRectF& bounds,
                const QColor& colour) {
    if (curve.isEmpty())
        return;
    QPolygonF line;
    for (const QPointF& point : curve) {
        const double along = (point.x() - bounds.left()) / std::max(bounds.width(), 1.0);
        const double up = bounds.height() > 0 ? std::max(0.0, (point.y() - bounds.top()) / bounds.height()) : 0.5;
        line << QPointF(place.left() + along * place.width(), place.bottom() - up * place.height());
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colour, 1));
    painter.drawPolyline(line);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    painter.drawEllipse(line.last(), 2, 2);
    painter.restore();
}

QPolygonF sparkCurve(const std::vector<float>& accuracies) {
    QPolygonF curve;
    for (std::size_t epoch = 0; epoch < accuracies.size(); ++epoch)
        curve << QPointF(static_cast<double>(epoch + 1), double{accuracies[epoch]});
    return curve;
}

SparkLine::SparkLine(const Theme& theme, const QString& objectName, QWidget* parent)
    : ThemedWidget(theme, objectName, parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void SparkLine::setCurves(std::vector<std::vector<float>> curves) {
    if (curves != curves_) {
        curves_ = std::move(curves);
        update();
    }
}

void SparkLine::paintEvent(QPaintEvent*) {
    constexpr double kMargin = 4;
    std::size_t longest = 1;
    float low = 1, high = 0;
    for (const std::vector<float>& curve : curves_) {
        longest = std::max(longest, curve.size());
        for (const float accuracy : curve) {
            low = std::min(low, accuracy);
            high = std::max(high, accuracy);
        }
    }
    const QRectF bounds(QPointF(1, double{low}), QPointF(static_cast<double>(longest), double{std::max(low, high)}));
    QPainter painter(this);
    for (std::size_t i = 0; i < curves_.size(); ++i) {
        paintSpark(painter, QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin), sparkCurve(curves_[i]),
                   bounds, theme().seriesColour(static_cast<int>(i)));
    }
}

} // namespace belfry
