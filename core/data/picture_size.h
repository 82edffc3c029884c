// The size that the pictures of a folder are resized to, as given by the user. Plain value; any thread.
#pragma once

#include "core/data/dataset.h"

#include <optional>
#include <string>

namespace belfry {

struct StatedSize {
    int width = 0, height = 0;
    int channels = 0;                          // 0: 1 if all pictures are grey, else 3
    ImageShape shape(int channelsElse) const { // channelsElse: where none are stated
        return {.channels = channels > 0 ? channels : channelsElse, .height = height, .width = width};
    }
    bool operator==(const StatedSize&) const = default;
};

// "32" (square), "64x48" (width x height), "64x48x1" (grey) or "64x48x3" (colour); nullopt for "". Sides from 4
// to 1024. Throws Error(Usage) with the text.
std::optional<StatedSize> parsePictureSize(const std::string& text);

// "28x28x1", in the format of parsePictureSize().
std::string pictureSizeText(const ImageShape& shape);

} // namespace belfry
