#include "core/explain/map_colours.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace belfry {
namespace {

Text confidenceName(std::size_t step) {
    const auto percent = [](std::size_t bound) { return decimals(100 * kConfidenceBounds.at(bound), 0); };
    if (step == 0)
        return Text::tr("below %1 %", percent(0));
    if (step == kConfidenceBounds.size())
        return Text::tr("%1 % and more", percent(step - 1));
    return Text::tr("%1 to %2 %", percent(step - 1), percent(step));
}

} // namespace

std::vector<MapGroup> mapGroups(MapColouring colouring, const std::vector<std::string>& classes) {
    std::vector<MapGroup> groups;
    switch (colouring) {
    case MapColouring::Class:
    case MapColouring::Answer:
        for (std::size_t label = 0; label < classes.size(); ++label)
            groups.push_back({Text::verbatim(classes[label]), classColour(static_cast<int>(label))});
        break;
    case MapColouring::Error:
        groups = {{Text::tr("right"), kRightColour}, {Text::tr("wrong"), kWrongColour, true}};
        break;
    case MapColouring::Confidence:
        for (std::size_t step = 0; step < kConfidenceSteps; ++step)
            groups.push_back({confidenceName(step), confidenceColour(step), step < 2});
        break;
    case MapColouring::Split:
        groups = {{Text::tr("training"), classColour(0)},
                  {Text::tr("validation"), classColour(1)},
                  {Text::tr("test"), classColour(2)}};
        break;
    }
    return groups;
}

std::uint8_t mapGroupOf(MapColouring colouring, const MapFacts& facts) {
    switch (colouring) {
    case MapColouring::Class:
        return facts.label;
    case MapColouring::Answer:
        return facts.answer;
    case MapColouring::Error:
        return facts.label == facts.answer ? 0 : 1;
    case MapColouring::Confidence:
        return static_cast<std::uint8_t>(confidenceStep(static_cast<double>(facts.confidence)));
    case MapColouring::Split:
        break;
    }
    return static_cast<std::uint8_t>(facts.split);
}

std::vector<std::size_t> mapDrawingOrder(MapColouring colouring, std::size_t groups) {
    std::vector<std::size_t> order(groups);
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (colouring == MapColouring::Confidence) // unsure ones above sure ones
        std::ranges::reverse(order);
    return order;
}

double mapPointRadius(std::size_t points) {
    return std::clamp(200 / std::sqrt(static_cast<double>(std::max<std::size_t>(points, 1))), 1.0, 6.0);
}

} // namespace belfry
