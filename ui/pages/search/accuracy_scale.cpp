#include "ui/pages/search/accuracy_scale.h"

#include "ui/charts/colours.h"

#include <QFontMetricsF>
#include <QPaintEngine>
#include <QPainter>
#include <QPixmap>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr int kFont = 11;
constexpr double kGap = 6, kLabelHeight = 30; // room for one label
constexpr double kMinApart = 14;              // labels
constexpr double kFaintest = 0.24;            // of the accent in the lowest colour
constexpr double kAccentAt = 0.62, kDeepest = 0.5;
constexpr double kFar = 3;       // times the rest's height below it: a straggler
constexpr double kMinSpan = 0.4; // per cent
constexpr std::size_t kMinLabels = 2;

} // namespace

double AccuracyScale::place(double accuracy) const {
    return high > low ? std::clamp((accuracy - low) / (high - low), 0.0, 1.0) : 1;
}

QColor AccuracyScale::colourAt(const Palette& colours, double place) {
    return place < kAccentAt ? mixed(colours.card, colours.accent, kFaintest + (1 - kFaintest) * place / kAccentAt)
                             : mixed(colours.accent, colours.text, kDeepest * (place - kAccentAt) / (1 - kAccentAt));
}

AccuracyScale accuracyScale(std::vector<double> accuracies) {
    if (accuracies.empty())
        return {};
    const auto [worst, best] = std::ranges::minmax(accuracies);
    const double middle = quantile(accuracies, 0.5);
    return {std::max(worst, best - 2 * (best - middle)), best};
}

double AccuracyAxis::share(double accuracy) const {
    return std::clamp((100 * accuracy - range.low) / range.span(), 0.0, 1.0);
}

double AccuracyAxis::labelWidth() const {
    const QFontMetricsF metrics(Theme::font(kFont));
    return std::ceil(widestOf(metrics, ticks, &Tick::label)) + kGap;
}

double AccuracyAxis::yBeyond(double accuracy) const {
    return bottom - (100 * accuracy - range.low) / range.span() * (bottom - top);
}

AccuracyAxis accuracyAxis(std::vector<double> accuracies, double top, double bottom, const std::vector<double>& shown) {
    AccuracyAxis axis{.range = {0, 100}, .top = top, .bottom = bottom, .ticks = {}};
    const int labels = std::max(static_cast<int>(kMinLabels), static_cast<int>((bottom - top) / kLabelHeight));
    double step = axis.range.span() / labels;
    if (!accuracies.empty()) {
        const auto [worst, best] = std::ranges::minmax(accuracies);
        const double low = quantile(accuracies, 0.15);
        axis.range = {100 * (best > low && best - worst > kFar * (best - low) ? low : worst), 100 * best};
        for (const double accuracy : shown)
            axis.range.include(100 * accuracy);
        if (axis.range.span() < kMinSpan)
            axis.range = {axis.range.low - kMinSpan / 2, axis.range.high + kMinSpan / 2};
        std::vector<Tick> ticks;
        for (int more = labels; ticks.size() < kMinLabels; ++more)
            ticks = yTicks(axis.range, false, YFormat::Percent, more);
        step = ticks[1].position - ticks[0].position;
        axis.range = {std::max(0.0, step * std::floor(axis.range.low / step + 1e-6)),
                      std::min(100.0, step * std::ceil(axis.range.high / step - 1e-6))};
    }
    axis.ticks = yTicks(axis.range, false, YFormat::Percent, static_cast<int>(std::lround(axis.range.span() / step)));
    return axis;
}

void paintGrid(QPainter& painter, const Palette& colours, const AccuracyAxis& axis, double left, double right,
               bool labelled) {
    painter.setFont(Theme::font(kFont));
    const double apart =
        (axis.bottom - axis.top) / static_cast<double>(std::max<std::size_t>(2, axis.ticks.size()) - 1);
    const auto every = static_cast<std::size_t>(std::max(1.0, std::ceil(kMinApart / std::max(1.0, apart))));
    for (std::size_t i = 0; i < axis.ticks.size(); ++i) {
        const Tick& tick = axis.ticks[i];
        const double y = std::round(axis.y(tick.position / 100)) + 0.5;
        painter.setPen(QPen(colours.grid, 1));
        painter.drawLine(QPointF(left, y), QPointF(right, y));
        if (labelled && i % every == 0) {
            painter.setPen(colours.muted);
            painter.drawText(QRectF(0, y - 8, left - kGap, 16), Qt::AlignVCenter | Qt::AlignRight | Qt::TextDontClip,
                             tick.label);
        }
    }
}

void drawDots(QPainter& painter, const std::vector<QPointF>& centres, double radius, const QColor& colour) {
    if (painter.paintEngine()->type() != QPaintEngine::Raster) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(colour);
        for (const QPointF& centre : centres)
            painter.drawEllipse(centre, radius, radius);
        return;
    }
    const double scale = painter.device()->devicePixelRatioF(), half = std::ceil(radius) + 1;
    const int side = static_cast<int>(std::ceil(2 * half * scale));
    QPixmap stamp(side, side);
    stamp.setDevicePixelRatio(scale);
    stamp.fill(Qt::transparent);
    QPainter stamping(&stamp);
    stamping.setRenderHint(QPainter::Antialiasing);
    stamping.setPen(Qt::NoPen);
    stamping.setBrush(colour);
    stamping.drawEllipse(QPointF(half, half), radius, radius);
    stamping.end();
    for (const QPointF& centre : centres)
        painter.drawPixmap(centre - QPointF(half, half), stamp);
}

void drawBelow(QPainter& painter, const std::vector<QPointF>& places, const QColor& colour) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(colour);
    for (const QPointF& place : places) {
        const QPointF corners[] = {place + QPointF(-3, -5), place + QPointF(3, -5), place};
        painter.drawPolygon(corners, 3);
    }
}

} // namespace belfry
