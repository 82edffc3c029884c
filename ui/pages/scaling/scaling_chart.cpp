#include "ui/pages/scaling/scaling_chart.h"

#include <QCoreApplication>
#include <algorithm>
#include <set>

namespace belfry {
namespace {

constexpr int kPublishedColour = 3;

struct ScalingChart {
    Q_DECLARE_TR_FUNCTIONS(belfry::ScalingChart)
};

int colourOf(ScalingMode mode) { return mode == ScalingMode::PerTower ? 0 : 1; }

Spread measuredOf(const ScalingPoint& point, ScalingFigure figure) {
    return figure == ScalingFigure::SpeedUp ? point.speedUp
           : figure == ScalingFigure::Speed ? point.imagesPerSecond
                                            : Spread{100 * point.efficiency.mean, 100 * point.efficiency.deviation};
}

double predictedOf(const ScalingPoint& point, ScalingFigure figure) {
    return figure == ScalingFigure::SpeedUp ? point.predictedSpeedUp
           : figure == ScalingFigure::Speed ? point.predictedPerSecond
                                            : 100 * point.predictedSpeedUp / point.towers;
}

Curve measuredCurve(const ScalingFinding& finding, ScalingMode mode, ScalingFigure figure) {
    Curve curve;
    curve.colour = colourOf(mode);
    curve.dots = true;
    curve.name = mode == ScalingMode::PerTower ? ScalingChart::tr("per tower") : ScalingChart::tr("global");
    for (const ScalingPoint& point : finding.points) {
        if (const Spread measured = measuredOf(point, figure); point.mode == mode && measured.mean > 0) {
            curve.points.emplace_back(point.towers, measured.mean);
            curve.spread.push_back(measured.deviation);
        }
    }
    return curve;
}

Curve predictedCurve(const ScalingFinding& finding, ScalingMode mode, ScalingFigure figure) {
    Curve curve;
    curve.colour = colourOf(mode);
    curve.dashed = true;
    for (const ScalingPoint& point : finding.points)
        if (point.mode == mode && predictedOf(point, figure) > 0)
            curve.points.emplace_back(point.towers, predictedOf(point, figure));
    return curve;
}

// The ideal figure of `towers` without any loss, in the first mode that has one tower alone.
double idealOf(const ScalingFinding& finding, ScalingFigure figure, int towers) {
    if (figure == ScalingFigure::Efficiency)
        return 100;
    const auto alone = std::ranges::find(finding.points, 1, &ScalingPoint::towers);
    const double one = figure == ScalingFigure::SpeedUp ? 1
                       : alone == finding.points.end()  ? 0
                                                        : alone->imagesPerSecond.mean;
    return one * towers;
}

} // namespace

QString scalingModeText(ScalingMode mode) {
    return mode == ScalingMode::PerTower ? ScalingChart::tr("Fixed batch per tower")
                                         : ScalingChart::tr("Fixed global batch");
}

CurvePicture scalingPicture(const ScalingFinding& finding, ScalingFigure figure) {
    CurvePicture picture;
    if (finding.points.empty())
        return picture;
    const PublishedScaling published;
    const bool comparable = figure != ScalingFigure::Speed; // with another machine
    int maxTowers = comparable ? published.towers : 1;
    std::set<int> towers{1, maxTowers};
    for (const ScalingPoint& point : finding.points) {
        maxTowers = std::max(maxTowers, point.towers);
        towers.insert(point.towers);
    }
    picture.fromZero = true;
    picture.xFormat = YFormat::Count;
    picture.yFormat = figure == ScalingFigure::Efficiency ? YFormat::Percent
                      : figure == ScalingFigure::Speed    ? YFormat::Count
                                                          : YFormat::Number;
    picture.xTitle = ScalingChart::tr("towers");
    picture.xTicks.assign(towers.begin(), towers.end());
    const QPointF one(1, idealOf(finding, figure, 1));
    picture.curves.push_back({.points = {one, QPointF(maxTowers, idealOf(finding, figure, maxTowers))},
                              .colour = Curve::kMutedColour,
                              .dashed = true,
                              .name = ScalingChart::tr("ideal")});
    if (comparable) {
        const double there =
            figure == ScalingFigure::Efficiency ? 100 * published.speedUp / published.towers : published.speedUp;
        picture.curves.push_back({.points = {one, QPointF(published.towers, there)},
                                  .colour = kPublishedColour,
                                  .dots = true,
                                  .dashed = true,
                                  .name = ScalingChart::tr("LeNet notebook, 2017")});
    }
    for (const ScalingMode mode : {ScalingMode::PerTower, ScalingMode::Global}) {
        for (Curve curve : {predictedCurve(finding, mode, figure), measuredCurve(finding, mode, figure)})
            if (!curve.points.empty())
                picture.curves.push_back(std::move(curve));
    }
    return picture;
}

} // namespace belfry
