// Picture files to 8-bit grey or RGB, upright, as their Exif data says (formats/orientation.h). No state; any thread.
// Throws Error(Data) for invalid input files, Error(Usage) for pictures that cannot be written.
#pragma once

#include "core/formats/bytes.h"

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

// PNG of every kind (1 to 16 bits, palette, interlaced, transparent). Grey files give one channel, all others three.
// Transparent pixels are blended with white, as on a white page. Of 16 bits the upper eight are kept; gamma and colour
// profiles are ignored. Throws for pictures above kMaxImagePixels, so decoding takes at most 450 MB. `source` names the
// file in messages.
DecodedImage decodePng(std::span<const std::uint8_t> bytes, const std::string& source);

// What a decoder must leave of a picture at least. {}: all of it.
struct NeededSize {
    int width = 0, height = 0;
};

// Baseline and progressive, grey, colour and CMYK, through libjpeg-turbo. If both sides stay as large as needed, the
// picture is decoded at a half, a quarter or an eighth of its size, which takes less time and memory. Grey files give
// one channel, all others three. Colour profiles are ignored.
// Throws Error(Data) for truncated or damaged files, for more than kMaxImagePixels, and for more than 500 scans.
DecodedImage decodeJpeg(std::span<const std::uint8_t> bytes, const std::string& source, NeededSize needed = {});

// Common BMP pictures: 1, 4, 8 (palette), 24 and 32 bits per pixel, uncompressed, bottom-up or top-down
// (learn.microsoft.com, BITMAPINFOHEADER). One channel if the palette is all grey, else three. Transparency is ignored,
// as few programs write it correctly. Throws Error(Data) for other kinds (16 bits, run-length encoding) and for
// truncated files.
DecodedImage decodeBmp(std::span<const std::uint8_t> bytes, const std::string& source);

// Lossy and lossless, through libwebp; transparent pixels as in PNG. Always three channels. Throws Error(Data) for
// damaged and animated files.
DecodedImage decodeWebp(std::span<const std::uint8_t> bytes, const std::string& source);

// The first picture of the file, through libtiff, 8 or 16 bits a sample, of the usual compressions. Grey files without
// transparency give one channel, all others three. Throws Error(Data) for damaged files, and those that hold less than
// they declare.
DecodedImage decodeTiff(std::span<const std::uint8_t> bytes, const std::string& source);

// HEIC and AVIF, where Belfry was built with libheif and that has a decoder for them. Three channels. Throws
// Error(Data).
DecodedImage decodeHeif(std::span<const std::uint8_t> bytes, const std::string& source);

// A kind of picture, known by its first bytes.
enum class PictureKind { Unknown, Png, Jpeg, Bmp, Webp, Tiff, Heif };
inline constexpr std::size_t kPictureStart = 16; // bytes that are enough to know it
PictureKind pictureKind(std::span<const std::uint8_t> start);
bool readsHeif(); // whether there is a decoder; all other kinds are always read

// Detects the format by the first bytes, not by the file name. The message names other picture formats. Only JPEG files
// are reduced to what is needed.
DecodedImage decodeImage(std::span<const std::uint8_t> bytes, const std::string& source, NeededSize needed = {});

// The same for a file; blocks for the disk.
DecodedImage readImage(const std::filesystem::path& path, NeededSize needed = {});

// One channel: luma of ITU-R BT.601 ((299 R + 587 G + 114 B) / 1000), like Pillow's "L".
DecodedImage toGrey(const DecodedImage& image);

// The bytes of a PNG file.
Bytes encodePng(const DecodedImage& image);

} // namespace belfry
