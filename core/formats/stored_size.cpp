#include "core/formats/stored_size.h"

#include "core/formats/image.h"

#include <turbojpeg.h>
#include <webp/decode.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <span>

namespace belfry {
namespace {

constexpr std::size_t kHeaderBytes = std::size_t{256} << 10; // a JPEG file may have a small preview before its size

Bytes beginningOf(const std::filesystem::path& file) {
    Bytes bytes(kHeaderBytes);
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

} // namespace

std::optional<StoredSize> storedSize(const std::filesystem::path& file) {
    const std::optional<StoredSize> size = sizeIn(beginningOf(file));
    return size && size->width > 0 && size->height > 0 ? size : std::nullopt;
}

} // namespace belfry
