// What the colours of a map's points say. Plain values; any thread.
#pragma once

#include "core/base/ground_colours.h"
#include "core/base/text.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace belfry {

enum class MapColouring { Class, Answer, Error, Confidence, Split };

// What is known of a point.
struct MapFacts {
    std::uint8_t label = 0, answer = 0;
    float confidence = 0;  // the probability of the answer
    std::size_t split = 0; // index into kSplitNames (data/stores.h)
};

// The points of one colour.
struct MapGroup {
    Text name;
    GroundColour colour;
    bool raised = false; // the few that one looks for, drawn above the others
};

// In the order of a legend. classes: names by label.
std::vector<MapGroup> mapGroups(MapColouring colouring, const std::vector<std::string>& classes);
// Index into these.
std::uint8_t mapGroupOf(MapColouring colouring, const MapFacts& facts);
// Their indices, those to be drawn last at the end: what matters most is on top.
std::vector<std::size_t> mapDrawingOrder(MapColouring colouring, std::size_t groups);

// Of a map's points where it is 1000 wide: the more, the smaller.
double mapPointRadius(std::size_t points);

} // namespace belfry
