#include "ui/pages/evaluate/map_looks.h"

#include "ui/foundation/texts.h"

namespace belfry {

MapLooks mapLooks(MapColouring colouring, const EvaluationReport& report, const std::vector<std::int64_t>& images,
                  const Theme& theme) {
    MapLooks looks;
    for (const MapGroup& group : mapGroups(colouring, report.snapshot->classes)) {
        looks.names << translated(group.name);
        looks.colours.push_back(theme.shade(group.colour));
        looks.raised.push_back(group.raised);
    }
    looks.counts.assign(looks.colours.size(), 0);
    looks.ofPoint.reserve(images.size());
    const Evaluation& evaluation = report.evaluation;
    for (const std::int64_t image : images) {
        const auto at = static_cast<std::size_t>(image);
        const std::uint8_t answer = evaluation.answers[at];
        looks.ofPoint.push_back(mapGroupOf(
            colouring, {evaluation.labels[at], answer, evaluation.probability(image, answer), report.splitOf(image)}));
        ++looks.counts.at(looks.ofPoint.back());
    }
    return looks;
}

} // namespace belfry
