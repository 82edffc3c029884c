#include "core/formats/orientation.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

namespace belfry {
namespace {

constexpr std::uint16_t kOrientation = 0x0112, kShort = 3;
constexpr std::string_view kExif("Exif\0\0", 6);
constexpr std::size_t kEntryBytes = 12;

// The numbers of a TIFF structure, in its own order of bytes. Beyond its end: none.
class TiffBytes {
public:
    explicit TiffBytes(std::span<const std::uint8_t> bytes)
        : bytes_(bytes), little_(!bytes.empty() && bytes[0] == 'I') {}
    std::optional<std::uint32_t> number(std::size_t at, std::size_t size) const {
        if (at > bytes_.size() || bytes_.size() - at < size)
            return std::nullopt;
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value = value << 8 | bytes_[at + (little_ ? size - 1 - i : i)];
        return value;
    }

private:
    std::span<const std::uint8_t> bytes_;
    bool little_;
};

// Of the first directory.
int orientationIn(std::span<const std::uint8_t> tiff) {
    const TiffBytes bytes(tiff);
    const auto magic = bytes.number(2, 2), directory = bytes.number(4, 4);
    if (magic != 42U || !directory)
        return 1;
    const auto entries = bytes.number(*directory, 2);
    for (std::size_t i = 0; i < entries.value_or(0); ++i) {
        const std::size_t at = *directory + 2 + i * kEntryBytes;
        const auto tag = bytes.number(at, 2), type = bytes.number(at + 2, 2), value = bytes.number(at + 8, 2);
        if (!value)
            return 1;
        if (tag == kOrientation && type == kShort)
            return *value >= 1 && *value <= 8 ? static_cast<int>(*value) : 1;
    }
    return 1;
}

} // namespace

int jpegOrientation(std::span<const std::uint8_t> jpeg) {
    constexpr std::uint8_t kApplication1 = 0xe1, kScan = 0xda;
    for (std::size_t at = 2; at + 4 <= jpeg.size() && jpeg[at] == 0xff && jpeg[at + 1] != kScan;) {
        const std::size_t length = static_cast<std::size_t>(jpeg[at + 2]) << 8 | jpeg[at + 3]; // itself included
        if (length < 2 || jpeg.size() - at - 2 < length)
            return 1;
        const auto payload = jpeg.subspan(at + 4, length - 2);
        if (jpeg[at + 1] == kApplication1 && asText(payload).starts_with(kExif))
            return orientationIn(payload.subspan(kExif.size()));
        at += 2 + length;
    }
    return 1;
}

int pngOrientation(std::span<const std::uint8_t> png) {
    constexpr std::size_t kSignature = 8, kAround = 12; // length and name before a chunk's data, a checksum behind it
    for (std::size_t at = kSignature; at + kAround <= png.size();) {
        std::uint32_t length = 0;
        for (const std::uint8_t byte : png.subspan(at, 4))
            length = length << 8 | byte;
        if (png.size() - at - kAround < length)
            return 1;
        if (asText(png.subspan(at + 4, 4)) == "eXIf")
            return orientationIn(png.subspan(at + 8, length));
        at += kAround + length;
    }
    return 1;
}

int webpOrientation(std::span<const std::uint8_t> webp) {
    constexpr std::size_t kFile = 12, kBefore = 8; // name and length before a chunk's data; its end is padded to two
    for (std::size_t at = kFile; at + kBefore <= webp.size();) {
        const std::uint32_t length = littleEndian<std::uint32_t>(webp.subspan(at + 4));
        if (webp.size() - at - kBefore < length)
            return 1;
        if (asText(webp.subspan(at, 4)) == "EXIF") {
            const auto payload = webp.subspan(at + kBefore, length);
            // Some programs write what JPEG files have.
            return orientationIn(asText(payload).starts_with(kExif) ? payload.subspan(kExif.size()) : payload);
        }
        at += kBefore + length + length % 2;
    }
    return 1;
}

DecodedImage upright(DecodedImage image, int orientation) {
    if (orientation <= 1)
        return image;
    // 2: mirrored, 3: that and upside down, 4: upside down alone; 5 to 8: none and these of the transposed picture.
    const bool transposed = isTransposed(orientation);
    const int flips = orientation - (transposed ? 5 : 1);
    const bool mirrored = flips == 1 || flips == 2, flipped = flips >= 2;
    DecodedImage result{transposed ? image.height : image.width, transposed ? image.width : image.height,
                        image.channels, Bytes(image.pixels.size())};
    const auto channels = static_cast<std::size_t>(image.channels);
    for (int y = 0; y < result.height; ++y)
        for (int x = 0; x < result.width; ++x) {
            const int column = mirrored ? result.width - 1 - x : x, row = flipped ? result.height - 1 - y : y;
            const auto from =
                static_cast<std::size_t>(transposed ? column * image.width + row : row * image.width + column);
            const auto to = static_cast<std::size_t>(y * result.width + x);
            std::copy_n(image.pixels.begin() + static_cast<std::ptrdiff_t>(from * channels), channels,
                        result.pixels.begin() + static_cast<std::ptrdiff_t>(to * channels));
        }
    return result;
}

} // namespace belfry
