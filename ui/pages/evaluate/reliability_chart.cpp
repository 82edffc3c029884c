#include "ui/pages/evaluate/reliability_chart.h"

#include "ui/charts/colours.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/evaluate/share_axes.h"

#include <QPainter>
#include <algorithm>

namespace belfry {
namespace {

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

QRectF ReliabilityChart::binPlace(std::size_t bin, double height) const {
    const QRectF area = sharePlot(size());
    const double each = area.width() / static_cast<double>(calibration_.bins.size());
    return {area.left() + each * (static_cast<double>(bin) + kBetween), area.bottom() - area.height() * height,
            each * (1 - 2 * kBetween), area.height() * height};
}

std::optional<QString> ReliabilityChart::tipAt(const QPoint& position) const {
    const QRectF area = sharePlot(size());
    const double part = (position.x() - area.left()) / area.width();
    const auto bins = static_cast<int>(calibration_.bins.size());
    return part >= 0 && part < 1 && bins > 0 ? binText(static_cast<int>(part * bins)) : QString();
}

void ReliabilityChart::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintShareAxes(painter, size(), colours(), tr("confidence"));
    const QRectF area = sharePlot(size());
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
