// Chart of a measurement of scaling: speed-up, speed or efficiency over towers, with the ideal for comparison.
// GUI thread only.
#pragma once

#include "core/study/scaling.h"
#include "ui/charts/curve_plot.h"

#include <QString>

namespace belfry {

QString scalingModeText(ScalingMode mode); // "Fixed batch per tower"

enum class ScalingFigure { SpeedUp, Speed, Efficiency };

// Measured lines with error bars, the ideal line, the published line of the LeNet notebook where the figure is one that
// other machines can be held against, and at the end the model's predictions, dashed in the colours of what they
// predict.
CurvePicture scalingPicture(const ScalingFinding& finding, ScalingFigure figure = ScalingFigure::SpeedUp);

} // namespace belfry
