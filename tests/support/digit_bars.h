// Pictures of bars, dark on light as handwriting on paper, for networks of digits.
#pragma once

#include "core/base/files.h"
#include "core/formats/image.h"

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace belfry {

// An upright bar at this column, 4 to 20, and one across at a row that goes with it: no two columns look alike.
inline void writeBar(const std::filesystem::path& file, int column) {
    DecodedImage picture{.width = 28, .height = 28, .channels = 1, .pixels = {}};
    picture.pixels.assign(784, 255);
    for (int y = 4; y < 24; ++y)
        for (int x = column; x < column + 2 + column % 3; ++x)
            picture.pixels[static_cast<std::size_t>(y * 28 + x)] = 0;
    for (int x = 4; x < 24; ++x)
        picture.pixels[static_cast<std::size_t>((column + 2) * 28 + x)] = 0;
    std::filesystem::create_directories(file.parent_path());
    const auto bytes = encodePng(picture);
    writeFileAtomically(file, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

} // namespace belfry
