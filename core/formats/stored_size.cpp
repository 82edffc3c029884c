#include "core/formats/stored_size.h"

#include "core/formats/image.h"

#include <turbojpeg.h>
#include <webp/decode.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <span>
#include <system_error>

namespace belfry {
namespace {

constexpr std::size_t kHeaderBytes = std::size_t{256} << 10; // a JPEG file may have a small preview before its size
constexpr std::size_t kUsualHeader = std::size_t{4} << 10;   // which most have not: of many files this is much less

Bytes beginningOf(const std::filesystem::path& file, std::size_t most) {
    Bytes bytes(most);
    std::ifstream stream(file, std::ios::binary);
    stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    return bytes;
}

std::optional<StoredSize> sizeOfJpeg(std::span<const std::uint8_t> bytes) {
    const std::unique_ptr<void, int (*)(tjhandle)> decoder(tjInitDecompress(), tjDestroy);
    StoredSize size;
    int subsampling = 0, colours = 0;
    if (!decoder || tjDecompressHeader3(decoder.get(), bytes.data(), bytes.size(), &size.width, &size.height,
                                        &subsampling, &colours) != 0)
        return std::nullopt;
    return size;
}

// Big-endian, behind the signature, the length and the name of the first chunk.
std::optional<StoredSize> sizeOfPng(std::span<const std::uint8_t> bytes) {
    constexpr std::size_t kWidth = 16, kEnd = 24;
    if (bytes.size() < kEnd)
        return std::nullopt;
    const auto number = [&bytes](std::size_t at) {
        return bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 | bytes[at + 3];
    };
    return StoredSize{number(kWidth), number(kWidth + 4)};
}

// Little-endian; a negative height means top-down.
std::optional<StoredSize> sizeOfBmp(std::span<const std::uint8_t> bytes) {
    constexpr std::size_t kWidth = 18, kEnd = 26;
    if (bytes.size() < kEnd)
        return std::nullopt;
    return StoredSize{littleEndian<std::int32_t>(bytes.subspan(kWidth)),
                      std::abs(std::max(littleEndian<std::int32_t>(bytes.subspan(kWidth + 4)), -INT32_MAX))};
}

std::optional<StoredSize> sizeOfWebp(std::span<const std::uint8_t> bytes) {
    StoredSize size;
    if (!WebPGetInfo(bytes.data(), bytes.size(), &size.width, &size.height))
        return std::nullopt;
    return size;
}

std::optional<StoredSize> sizeIn(std::span<const std::uint8_t> bytes) {
    switch (pictureKind(bytes)) {
    case PictureKind::Jpeg:
        return sizeOfJpeg(bytes);
    case PictureKind::Png:
        return sizeOfPng(bytes);
    case PictureKind::Bmp:
        return sizeOfBmp(bytes);
    case PictureKind::Webp:
        return sizeOfWebp(bytes);
    default:
        return std::nullopt;
    }
}

// The first chunk has a checksum of its own.
bool isLikelyPng(std::span<const std::uint8_t> bytes) {
    constexpr std::size_t kName = 12, kChecksum = 29, kEnd = 33;
    if (bytes.size() < kEnd || asText(bytes.subspan(kName, 4)) != "IHDR")
        return false;
    Bytes sum(bytes.begin() + kChecksum, bytes.begin() + kEnd);
    std::ranges::reverse(sum); // big-endian
    return crc32(0, bytes.data() + kName, kChecksum - kName) == littleEndian<std::uint32_t>(sum);
}

// Has none: its pixels must be in the file.
bool isLikelyBmp(std::span<const std::uint8_t> bytes, std::uintmax_t fileBytes) {
    constexpr std::size_t kPixels = 10, kBits = 28, kEnd = 54;
    const auto size = sizeOfBmp(bytes);
    if (bytes.size() < kEnd || !size || size->width < 1 || size->height < 1 ||
        size->width > kMaxImagePixels / size->height)
        return false;
    const std::uint64_t bits = littleEndian<std::uint16_t>(bytes.subspan(kBits)),
                        row = (static_cast<std::uint64_t>(size->width) * bits + 31) / 32 * 4,
                        pixels = littleEndian<std::uint32_t>(bytes.subspan(kPixels));
    return bits >= 1 && bits <= 32 && pixels >= kEnd &&
           row * static_cast<std::uint64_t>(size->height) <= fileBytes - std::min<std::uint64_t>(pixels, fileBytes);
}

} // namespace

std::optional<StoredSize> storedSize(const std::filesystem::path& file) {
    const Bytes start = beginningOf(file, kUsualHeader);
    std::optional<StoredSize> size = sizeIn(start);
    if (!size && pictureKind(start) == PictureKind::Jpeg && start.size() == kUsualHeader)
        size = sizeIn(beginningOf(file, kHeaderBytes));
    return size && size->width > 0 && size->height > 0 ? size : std::nullopt;
}

bool hasLikelyHeader(const std::filesystem::path& file) {
    const Bytes start = beginningOf(file, kUsualHeader);
    switch (pictureKind(start)) {
    case PictureKind::Png:
        return isLikelyPng(start);
    case PictureKind::Bmp: {
        std::error_code code;
        const std::uintmax_t bytes = std::filesystem::file_size(file, code);
        return !code && isLikelyBmp(start, bytes);
    }
    case PictureKind::Jpeg:
    case PictureKind::Webp:
        return storedSize(file).has_value();
    default:
        return !start.empty();
    }
}

} // namespace belfry
