// A heat map in words. GUI thread only (tr).
#pragma once

#include "core/explain/explainer.h"

#include <QString>

namespace belfry {

QString classNameOf(const Snapshot& snapshot, int label);
QString answerText(const Snapshot& snapshot, const HeatMap& map); // "“7”, 98.1 %"
// "Grad-CAM of conv2", "gradient of the picture"; of a map that is 0 everywhere, that.
QString kindText(const Snapshot& snapshot, const HeatMap& map);

} // namespace belfry
