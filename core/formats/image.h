// Picture files to 8-bit grey or RGB: PNG of every kind (1 to 16 bits, palette, interlaced, transparent) here, JPEG in
// jpeg.h, BMP in bmp.h. No state; any thread. Throws Error(Data) for invalid input files, Error(Usage) for pictures
// that cannot be written.
#pragma once

#include "core/formats/gzip.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace belfry {

struct DecodedImage {
    int width = 0;
    int height = 0;
    int channels = 1; // 1: grey, 3: RGB
    Bytes pixels;     // height x width x channels
};

inline constexpr std::int64_t kMaxImagePixels = std::int64_t{64} << 20; // 8192 x 8192

// Grey files give one channel, all others three. Transparent pixels are blended with white, as on a white page. Of 16
// bits the upper eight are kept; gamma and colour profiles are ignored. Throws for pictures above kMaxImagePixels, so
// decoding takes at most 450 MB. `source` names the file in messages.
DecodedImage decodePng(std::span<const std::uint8_t> bytes, const std::string& source);

// Detects the format by the first bytes, not by the file name. The message names other picture formats.
DecodedImage decodeImage(std::span<const std::uint8_t> bytes, const std::string& source);

// The same for a file; blocks for the disk.
DecodedImage readImage(const std::filesystem::path& path);

// One channel: luma of ITU-R BT.601 ((299 R + 587 G + 114 B) / 1000), like Pillow's "L".
DecodedImage toGrey(const DecodedImage& image);

// The bytes of a PNG file.
Bytes encodePng(const DecodedImage& image);

} // namespace belfry
