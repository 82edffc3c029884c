// The one size that pictures of a folder are brought to, as a user states it. Plain value; any thread.
#pragma once

#include "core/data/dataset.h"

#include <optional>
#include <string>

namespace belfry {

struct StatedSize {
    int width = 0, height = 0;
    int channels = 0; // 0: 1 when all pictures are grey, else 3
    bool operator==(const StatedSize&) const = default;
};

// "32" (square), "64x48" (width x height), "64x48x1" (grey) or "64x48x3" (colour); nothing for "". Sides from 4 to
// 1024. Throws Error(Usage) with the text.
std::optional<StatedSize> parsePictureSize(const std::string& text);

// "28x28x1": what parsePictureSize() reads back.
std::string pictureSizeText(const ImageShape& shape);

} // namespace belfry
