// Folders of small pictures for tests.
#pragma once

#include "core/formats/image.h"
#include "tests/core/data/environment.h"

#include <filesystem>

namespace belfry {

inline void writePng(const std::filesystem::path& path, std::uint8_t value, int side = 4, int channels = 1) {
    const auto bytes = static_cast<std::size_t>(side) * static_cast<std::size_t>(side * channels);
    write(path, encodePng({side, side, channels, Bytes(bytes, value)}));
}

// `count` grey pictures per class: all pixels of number i of class c are 50 c + i.
inline void writeClasses(const std::filesystem::path& folder, const std::vector<std::string>& classes, int count) {
    for (std::size_t c = 0; c < classes.size(); ++c)
        for (int i = 0; i < count; ++i)
            writePng(folder / classes[c] / (std::to_string(i) + ".png"),
                     static_cast<std::uint8_t>(50 * static_cast<int>(c) + i));
}

} // namespace belfry
