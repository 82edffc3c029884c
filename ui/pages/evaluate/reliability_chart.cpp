#include "ui/pages/evaluate/reliability_chart.h"

#include "ui/charts/colours.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"

#include <QFontMetrics>
#include <QPainter>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kFont = 11, kTop = 6, kGap = 6;
constexpr double kBetween = 0.08; // of a bin's width, left free on both sides

} // namespace

ReliabilityChart::ReliabilityChart(const Theme& theme, QWidget* parent)
    : ThemedWidget(theme, QStringLiteral("reliabilityChart"), parent) {
    setAccessibleName(QStringLiteral("Calibration"));
    describe();
}

void ReliabilityChart::setCalibration(const Calibration& calibration) {
    calibration_ = calibration;
    showChange();
}

QString ReliabilityChart::binText(int bin) const {
    const CalibrationBin& shown = calibration_.bins.at(static_cast<std::size_t>(bin));
    const auto width = 1.0 / static_cast<double>(calibration_.bins.size());
    const QString from = percentText(bin * width, 0), to = percentText((bin + 1) * width, 0);
    return shown.images == 0
               ? tr("No prediction had a confidence of %1 to %2").arg(from, to)
               : translated(Text::plural("%n predictions had a confidence of %1 to %2, %3 on average: %4 are correct",
                                         "%n prediction had a confidence of %1 to %2, %3 on average: %4 is correct",
                                         shown.images, from.toStdString(), to.toStdString(),
                                         percentText(shown.confidence).toStdString(),
                                         percentText(shown.accuracy).toStdString()));
}

void ReliabilityChart::describe() {
    setAccessibleDescription(tr("Expected calibration error %1").arg(percentText(calibration_.expectedError)));
}

QRectF ReliabilityChart::plot() const {
    const QFontMetrics metrics(Theme::font(kFont));
    const int left = metrics.horizontalAdvance(percentText(1, 0)) + kGap;
    return {static_cast<double>(left), kTop, static_cast<double>(width() - left - kGap),
            static_cast<double>(height() - kTop - metrics.height() - kGap)};
}

QRectF ReliabilityChart::binPlace(std::size_t bin, double height) const {
    const QRectF area = plot();
    const double each = area.width() / static_cast<double>(calibration_.bins.size());
    return {area.left() + each * (static_cast<double>(bin) + kBetween), area.bottom() - area.height() * height,
            each * (1 - 2 * kBetween), area.height() * height};
}

std::optional<QString> ReliabilityChart::tipAt(const QPoint& position) const {
    const QRectF area = plot();
    const double part = (position.x() - area.left()) / area.width();
    const auto bins = static_cast<int>(calibration_.bins.size());
    return part >= 0 && part < 1 && bins > 0 ? binText(static_cast<int>(part * bins)) : QString();
}

void ReliabilityChart::paintAxes(QPainter& painter) const {
    const QRectF area = plot();
    painter.setFont(Theme::font(kFont));
    for (const double value : {0.0, 0.5, 1.0}) {
        const double y = area.bottom() - area.height() * value;
        painter.setPen(colours().grid);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(colours().muted);
        painter.drawText(QRectF(0, y - 10, area.left() - kGap, 20), Qt::AlignRight | Qt::AlignVCenter,
                         percentText(value, 0));
        const int side = value == 0 ? Qt::AlignLeft : value == 1 ? Qt::AlignRight : Qt::AlignHCenter;
        const QString label = value == 0.5 ? tr("confidence") : percentText(value, 0);
        painter.drawText(QRectF(area.left(), area.bottom(), area.width(), height() - area.bottom()),
                         side | Qt::AlignBottom, label);
    }
}

void ReliabilityChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter);
    const QRectF area = plot();
    std::int64_t maxImages = 1;
    for (const CalibrationBin& bin : calibration_.bins)
        maxImages = std::max(maxImages, bin.images);
    for (std::size_t i = 0; i < calibration_.bins.size(); ++i) {
        const CalibrationBin& bin = calibration_.bins[i];
        if (bin.images == 0)
            continue;
        // Bins of few images say little: they are fainter.
        const double weight = 0.35 + 0.65 * static_cast<double>(bin.images) / static_cast<double>(maxImages);
        painter.fillRect(binPlace(i, std::max(bin.accuracy, 0.01)), mixed(colours().card, colours().accent, weight));
        painter.setPen(QPen(colours().warning, 2));
        const double y = area.bottom() - area.height() * bin.confidence;
        const QRectF place = binPlace(i, 1);
        painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y));
    }
    painter.setPen(QPen(colours().muted, 1, Qt::DashLine));
    painter.drawLine(area.bottomLeft(), area.topRight());
}

} // namespace belfry
