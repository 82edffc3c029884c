#include "core/formats/image.h"
#include "core/formats/image_refusal.h"

#include <algorithm>
#include <array>

namespace belfry {
namespace {

constexpr std::size_t kFileHeader = 14, kInfoHeader = 40;
constexpr std::uint32_t kUncompressed = 0, kBitFields = 3;

std::uint32_t wordAt(std::span<const std::uint8_t> bytes, std::size_t at) {
    return littleEndian<std::uint32_t>(bytes.subspan(at));
}

struct Layout {
    std::int64_t width = 0, height = 0;
    bool topDown = false;
    std::uint32_t bits = 0;    // per pixel
    std::size_t pixels = 0;    // offset of the first row
    std::size_t rowBytes = 0;  // rows are padded to multiples of four bytes
    std::size_t palette = 0;   // offset
    std::uint32_t colours = 0; // entries of the palette
};

void checkKind(std::span<const std::uint8_t> bytes, const Layout& layout, const std::string& source) {
    const std::uint32_t compression = wordAt(bytes, 30);
    const bool plain = compression == kUncompressed || (compression == kBitFields && layout.bits == 32);
    constexpr std::array<std::uint32_t, 5> kKnownBits{1, 4, 8, 24, 32};
    if (!plain || std::ranges::find(kKnownBits, layout.bits) == kKnownBits.end())
        refusePicture(source,
                      Text::tr("is a BMP file with %1 bits a pixel and compression %2; expected 1, 4, 8, 24 or 32 "
                               "bits, not compressed",
                               layout.bits, compression));
    // Bit fields give the masks of the colours. All programs use those of files without bit fields.
    if (compression == kBitFields &&
        (bytes.size() < 66 || wordAt(bytes, 54) != 0xff0000 || wordAt(bytes, 58) != 0xff00))
        refusePicture(source,
                      Text::tr("is a BMP file with unusual bit masks for its colours; expected blue, green, red"));
}

Layout layoutOf(std::span<const std::uint8_t> bytes, const std::string& source) {
    if (bytes.size() < kFileHeader + kInfoHeader || bytes[0] != 'B' || bytes[1] != 'M' ||
        wordAt(bytes, 14) < kInfoHeader)
        refusePicture(source, Text::tr("is not a BMP picture of a kind that is known here"));
    Layout layout;
    layout.width = static_cast<std::int32_t>(wordAt(bytes, 18));
    layout.height = static_cast<std::int32_t>(wordAt(bytes, 22));
    layout.topDown = layout.height < 0;
    layout.height = std::abs(layout.height);
    layout.bits = littleEndian<std::uint16_t>(bytes.subspan(28));
    checkKind(bytes, layout, source);
    if (layout.width < 1 || layout.height < 1 || layout.width > kMaxImagePixels / layout.height)
        refusePicture(source, Text::tr("has %1 x %2 pixels; 1 to %3 in all are expected", layout.width, layout.height,
                                       kMaxImagePixels));
    layout.pixels = wordAt(bytes, 10);
    layout.rowBytes = (static_cast<std::size_t>(layout.width) * layout.bits + 31) / 32 * 4;
    layout.palette = kFileHeader + wordAt(bytes, 14);
    if (layout.bits <= 8)
        layout.colours = wordAt(bytes, 46) ? std::min(wordAt(bytes, 46), 1U << layout.bits) : 1U << layout.bits;
    if (layout.palette + std::size_t{4} * layout.colours > bytes.size() || layout.pixels > bytes.size() ||
        layout.rowBytes * static_cast<std::size_t>(layout.height) > bytes.size() - layout.pixels)
        refusePicture(source, Text::tr("ends in the middle of the picture: the BMP file is truncated"));
    return layout;
}

using Colour = std::array<std::uint8_t, 3>; // red, green, blue

// Indices beyond the palette are black, as in other decoders.
std::array<Colour, 256> paletteOf(std::span<const std::uint8_t> bytes, const Layout& layout) {
    std::array<Colour, 256> palette{};
    for (std::size_t i = 0; i < layout.colours; ++i) {
        const std::size_t at = layout.palette + 4 * i;
        palette[i] = {bytes[at + 2], bytes[at + 1], bytes[at]};
    }
    return palette;
}

std::size_t indexAt(std::span<const std::uint8_t> row, std::size_t x, std::uint32_t bits) {
    const std::size_t bit = x * bits;
    return (row[bit / 8] >> (8 - bits - bit % 8)) & ((1U << bits) - 1);
}

} // namespace

DecodedImage decodeBmp(std::span<const std::uint8_t> bytes, const std::string& source) {
    const Layout layout = layoutOf(bytes, source);
    const std::array<Colour, 256> palette = paletteOf(bytes, layout);
    const bool grey = layout.bits <= 8 && std::ranges::all_of(palette, [](const Colour& colour) {
                          return colour[0] == colour[1] && colour[1] == colour[2];
                      });
    DecodedImage image{static_cast<int>(layout.width), static_cast<int>(layout.height), grey ? 1 : 3, {}};
    const auto width = static_cast<std::size_t>(layout.width), height = static_cast<std::size_t>(layout.height);
    image.pixels.reserve(width * height * (grey ? 1 : 3));
    for (std::size_t y = 0; y < height; ++y) {
        const std::size_t line = layout.topDown ? y : height - 1 - y;
        const auto row = bytes.subspan(layout.pixels + line * layout.rowBytes, layout.rowBytes);
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t at = x * layout.bits / 8;
            const Colour colour =
                layout.bits <= 8 ? palette[indexAt(row, x, layout.bits)] : Colour{row[at + 2], row[at + 1], row[at]};
            image.pixels.insert(image.pixels.end(), colour.begin(), grey ? colour.begin() + 1 : colour.end());
        }
    }
    return image;
}

} // namespace belfry
