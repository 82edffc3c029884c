#include "ui/pages/evaluate/trend_chart.h"

#include "ui/foundation/number_text.h"

#include <QFontMetrics>
#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <array>
#include <cmath>
#include <ranges>

namespace belfry {
namespace {

constexpr int kTrendFont = 11, kTrendTop = 8, kTrendGap = 6, kTrendRight = 12;
constexpr double kTrendDot = 3.5;
constexpr std::array kTrendFloors{0.98, 0.95, 0.9, 0.8, 0.5, 0.0}; // where the axis may begin

// "98 %", "97.5 %"
QString tickText(double value) {
    const double percent = 100 * value;
    return percentText(value, std::abs(percent - std::round(percent)) < 1e-6 ? 0 : 1);
}

} // namespace

TrendChart::TrendChart(const Theme& theme, QWidget* parent)
    : ThemedWidget(theme, QStringLiteral("trendChart"), parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(QStringLiteral("Classes over the run"));
}

void TrendChart::setTrend(std::shared_ptr<const ClassTrend> trend) {
    trend_ = std::move(trend);
    highlight(std::nullopt);
}

void TrendChart::highlight(const std::optional<std::size_t>& label) {
    label_ = label;
    double least = 1; // of it, else of all
    for (std::size_t moment = 0; trend_ && moment < trend_->moments.size(); ++moment)
        for (std::size_t each = 0; each < trend_->classes.size(); ++each)
            if (!label_ || each == *label_)
                least = std::min(least, trend_->accuracy(moment, each).value_or(1));
    from_ = *std::ranges::find_if(kTrendFloors, [least](double floor) { return floor <= least; });
    showChange();
}

QString TrendChart::pointText(std::size_t moment, std::size_t label) const {
    const std::optional<double> accuracy = trend_->accuracy(moment, label);
    return tr("step %1: %2")
        .arg(countText(trend_->moments.at(moment).step), accuracy ? percentText(*accuracy) : dashText());
}

void TrendChart::describe() {
    QStringList points;
    for (std::size_t moment = 0; trend_ && label_ && moment < trend_->moments.size(); ++moment)
        points << pointText(moment, *label_);
    setAccessibleDescription(points.isEmpty() ? QString()
                                              : tr("Class %1: %2")
                                                    .arg(QString::fromStdString(trend_->classes[*label_]),
                                                         points.join(QStringLiteral("; "))));
}

QRectF TrendChart::plot() const {
    const QFontMetrics metrics(Theme::font(kTrendFont));
    const int left = metrics.horizontalAdvance(tickText(0.975)) + kTrendGap;
    return {static_cast<double>(left), kTrendTop, static_cast<double>(width() - left - kTrendRight),
            static_cast<double>(height() - kTrendTop - metrics.height() - kTrendGap)};
}

QPointF TrendChart::place(std::size_t moment, double accuracy) const {
    const QRectF area = plot();
    const auto step = [this](const ClassMoment& at) { return static_cast<double>(at.step); };
    const double first = step(trend_->moments.front()), last = step(trend_->moments.back());
    const double along = last > first ? (step(trend_->moments[moment]) - first) / (last - first) : 0.5;
    return {area.left() + along * area.width(), area.bottom() - area.height() * (accuracy - from_) / (1 - from_)};
}

std::optional<QString> TrendChart::tipAt(const QPoint& position) const {
    if (!trend_ || trend_->moments.empty() || !label_)
        return QString();
    const auto distance = [&](std::size_t moment) { return std::abs(place(moment, 1).x() - position.x()); };
    return pointText(*std::ranges::min_element(std::views::iota(std::size_t{0}, trend_->moments.size()), {}, distance),
                     *label_);
}

void TrendChart::paintAxes(QPainter& painter) const {
    const QRectF area = plot();
    painter.setFont(Theme::font(kTrendFont));
    for (const double value : {from_, (1 + from_) / 2, 1.0}) {
        const double y = area.bottom() - area.height() * (value - from_) / (1 - from_);
        painter.setPen(colours().grid);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(colours().muted);
        painter.drawText(QRectF(0, y - 10, area.left() - kTrendGap, 20), Qt::AlignRight | Qt::AlignVCenter,
                         tickText(value));
    }
    const QRectF below(area.left(), area.bottom(), area.width(), height() - area.bottom());
    painter.drawText(below, Qt::AlignLeft | Qt::AlignBottom,
                     tr("step %1").arg(countText(trend_->moments.front().step)));
    painter.drawText(below, Qt::AlignRight | Qt::AlignBottom, countText(trend_->moments.back().step));
}

void TrendChart::paintClass(QPainter& painter, std::size_t label, const QColor& colour, bool closer) const {
    QPolygonF line;
    for (std::size_t moment = 0; moment < trend_->moments.size(); ++moment)
        if (const auto accuracy = trend_->accuracy(moment, label))
            line << place(moment, *accuracy);
    painter.setPen(QPen(colour, closer ? 2 : 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
    if (!closer)
        return;
    painter.setPen(QPen(colours().card, 1));
    painter.setBrush(colour);
    for (const QPointF& point : line)
        painter.drawEllipse(point, kTrendDot, kTrendDot);
}

void TrendChart::paintEvent(QPaintEvent*) {
    if (!trend_ || trend_->moments.empty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter);
    painter.setClipRect(plot().adjusted(-kTrendGap, -kTrendTop, kTrendGap, kTrendGap)); // others may be below the axis
    for (std::size_t label = 0; label < trend_->classes.size(); ++label)
        if (label != label_)
            paintClass(painter, label, mixed(colours().card, colours().faint, label_ ? 0.5 : 1), false);
    if (label_)
        paintClass(painter, *label_, colours().accent, true);
}

} // namespace belfry
