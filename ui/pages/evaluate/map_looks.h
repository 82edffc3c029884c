// What the points of the map are coloured by. GUI thread only.
#pragma once

#include "core/explain/map_colours.h"
#include "ui/bridge/evaluation_job.h"
#include "ui/foundation/theme.h"

#include <QStringList>
#include <cstdint>
#include <vector>

namespace belfry {

struct MapLooks {
    std::vector<std::uint8_t> ofPoint; // index into names, by point
    QStringList names;                 // for the legend
    std::vector<QColor> colours;
    std::vector<std::int64_t> counts; // points
    std::vector<bool> raised{};       // the few that one looks for, above the others
};

// `images`: of the report, one for each point.
MapLooks mapLooks(MapColouring colouring, const EvaluationReport& report, const std::vector<std::int64_t>& images,
                  const Theme& theme);

} // namespace belfry
