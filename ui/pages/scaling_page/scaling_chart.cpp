#include "ui/pages/scaling_page/scaling_chart.h"

#include "core/base/files.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QSvgGenerator>
#include <algorithm>
#include <set>

namespace belfry {
namespace {

constexpr int kMargin = 16, kHeading = 44; // pixels
constexpr int kPublishedColour = 3;

struct ScalingChart {
    Q_DECLARE_TR_FUNCTIONS(belfry::ScalingChart)
};

int colourOf(ScalingMode mode) {
    return mode == ScalingMode::PerTower ? 0 : 1;
}

Curve measuredCurve(const ScalingFinding& finding, ScalingMode mode) {
    Curve curve;
    curve.colour = colourOf(mode);
    curve.dots = true;
    curve.name = mode == ScalingMode::PerTower ? ScalingChart::tr("per tower") : ScalingChart::tr("global");
    for (const ScalingPoint& point : finding.points) {
        if (point.mode == mode && point.speedUp.mean > 0) {
            curve.points.emplace_back(point.towers, point.speedUp.mean);
            curve.spread.push_back(point.speedUp.deviation);
        }
    }
    return curve;
}

Curve predictedCurve(const ScalingFinding& finding, ScalingMode mode) {
    Curve curve;
    curve.colour = colourOf(mode);
    curve.dashed = true;
    for (const ScalingPoint& point : finding.points) {
        if (point.mode == mode && point.predictedSpeedUp > 0) {
            curve.points.emplace_back(point.towers, point.predictedSpeedUp);
        }
    }
    return curve;
}

void paint(QPainter& painter, const Theme& theme, const CurvePlot& plot, const QString& heading, const QSize& size) {
    painter.fillRect(QRect(QPoint(), size), theme.palette().card);
    painter.setPen(theme.palette().text);
    painter.setFont(Theme::font(13, QFont::Bold));
    painter.drawText(QRect(kMargin, kMargin, plot.width(), kHeading), Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap,
                     heading);
    painter.translate(kMargin, kMargin + kHeading);
    plot.paint(painter);
}

} // namespace

QString scalingModeText(ScalingMode mode) {
    return mode == ScalingMode::PerTower ? ScalingChart::tr("Fixed batch per tower")
                                         : ScalingChart::tr("Fixed global batch");
}

CurvePicture scalingPicture(const ScalingFinding& finding) {
    CurvePicture picture;
    if (finding.points.empty()) {
        return picture;
    }
    const PublishedScaling published;
    int most = published.towers;
    std::set<int> towers{1, published.towers};
    for (const ScalingPoint& point : finding.points) {
        most = std::max(most, point.towers);
        towers.insert(point.towers);
    }
    picture.fromZero = true;
    picture.xFormat = YFormat::Count;
    picture.xTitle = ScalingChart::tr("towers");
    picture.xTicks.assign(towers.begin(), towers.end());
    const QPointF one(1, 1);
    picture.curves.push_back({.points = {one, QPointF(most, most)},
                              .colour = Curve::mutedColour,
                              .dashed = true,
                              .name = ScalingChart::tr("ideal")});
    picture.curves.push_back({.points = {one, QPointF(published.towers, published.speedUp)},
                              .colour = kPublishedColour,
                              .dots = true,
                              .dashed = true,
                              .name = ScalingChart::tr("LeNet notebook, 2017")});
    for (const ScalingMode mode : {ScalingMode::PerTower, ScalingMode::Global}) {
        for (Curve curve : {predictedCurve(finding, mode), measuredCurve(finding, mode)}) {
            if (!curve.points.empty()) {
                picture.curves.push_back(std::move(curve));
            }
        }
    }
    return picture;
}

void saveScalingPicture(const Theme& theme, const CurvePlot& plot, const QString& heading, const QString& file) {
    const QSize size = plot.size() + QSize(2 * kMargin, 2 * kMargin + kHeading);
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    if (file.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive)) {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize(size);
        generator.setViewBox(QRect(QPoint(), size));
        generator.setResolution(96); // a CSS pixel: as large in a browser as on the screen
        generator.setTitle(heading);
        QPainter painter(&generator);
        paint(painter, theme, plot, heading, size);
    } else {
        constexpr int kScale = 2;
        QImage image(size * kScale, QImage::Format_ARGB32_Premultiplied);
        image.setDevicePixelRatio(kScale);
        QPainter painter(&image);
        paint(painter, theme, plot, heading, size);
        painter.end();
        image.save(&buffer, "PNG");
    }
    buffer.close();
    writeFileAtomically(file.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

} // namespace belfry
