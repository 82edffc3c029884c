// Resizes pictures. No state; any thread.
#pragma once

#include "core/formats/image.h"

namespace belfry {

// Resizes to width x height with a triangle filter, like Pillow's BILINEAR. When shrinking, the filter is as wide as
// the distance of the new pixels, to avoid aliasing. A picture of that size is returned unchanged.
DecodedImage resized(const DecodedImage& image, int width, int height);

// The picture of an encoded file's bytes in this size, of 1 or 3 channels. `source` names it in messages. Throws what
// decodeImage() does.
DecodedImage decodeResized(std::span<const std::uint8_t> bytes, const std::string& source, int width, int height,
                           int channels);

// A file's picture in this size, of 1 or 3 channels. One that is much larger is decoded at a reduced size where its
// format allows that. Throws what readImage() does; blocks for the disk.
DecodedImage readResized(const std::filesystem::path& path, int width, int height, int channels);

// Converts one channel to three, or three to one (toGrey). channels: 1 or 3.
DecodedImage withChannels(const DecodedImage& image, int channels);

} // namespace belfry
