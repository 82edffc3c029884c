#include "ui/pages/scaling_page/scaling_chart.h"

#include "core/base/files.h"
#include "ui/widgets/picture_file.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>

namespace belfry {
namespace {

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
    const QByteArray bytes = pictureBytes(theme,
                                          {.heading = heading,
                                           .headingLines = 2,
                                           .content = plot.size(),
                                           .draw = [&plot](QPainter& painter) { plot.paint(painter); }},
                                          file);
    writeFileAtomically(file.toStdString(), {bytes.constData(), static_cast<std::size_t>(bytes.size())});
}

} // namespace belfry
