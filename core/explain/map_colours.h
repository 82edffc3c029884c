// The colours of a map's points. Plain values; any thread.
#pragma once

#include "core/explain/map_files.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace belfry {

// The points of a map by colour, in the order in which they are drawn: what matters most is on top.
class MapColours {
public:
    struct Group {
        std::string name; // in a legend
        std::array<std::uint8_t, 3> colour;
        std::vector<std::size_t> points;
    };
    MapColours(const MappedPictures& pictures, MapColouring colouring);
    const std::vector<Group>& groups() const { return groups_; }

private:
    std::vector<Group> groups_;
};

std::string hexOf(const std::array<std::uint8_t, 3>& colour); // "#0072b2"

// Of a map's points where it is 1000 wide: the more, the smaller.
double mapPointRadius(std::size_t points);

} // namespace belfry
