// Pictures from files to 8-bit grey or RGB: PNG of every kind (1 to 16 bits, palette, interlaced, transparent) here,
// JPEG (jpeg.h) and BMP (bmp.h) beside it. No state; any thread. Throws Error(Data) for what is read, Error(Usage) for
// what is given to be written.
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

inline constexpr std::int64_t imagePixelLimit = std::int64_t{64} << 20; // 8192 x 8192

// Grey files give one channel, all others three. Transparency shows white paper: what people see when they open such a
// file on a white page. 16 bits keep the upper eight; gamma and colour profiles are ignored. Larger pictures than
// imagePixelLimit are refused, so decoding takes at most 450 MB. `source` names the file in messages.
DecodedImage decodePng(std::span<const std::uint8_t> bytes, const std::string& source);

// By the first bytes, whatever the file is called. Other kinds of picture are named in the message.
DecodedImage decodeImage(std::span<const std::uint8_t> bytes, const std::string& source);

// The same for a file; blocks for the disk.
DecodedImage readImage(const std::filesystem::path& path);

// One channel; luma as in ITU-R BT.601 (299 R + 587 G + 114 B, in thousandths), as Pillow's "L".
DecodedImage toGrey(const DecodedImage& image);

// The bytes of a PNG file.
Bytes encodePng(const DecodedImage& image);

} // namespace belfry
