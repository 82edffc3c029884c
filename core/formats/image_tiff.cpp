#include "core/formats/image.h"
#include "core/formats/image_refusal.h"
#include "core/formats/orientation.h"

#include <tiffio.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace belfry {
namespace {

constexpr std::uint64_t kMaxRatio = 1100; // of decoded to stored bytes: that of deflate and LZW is below
constexpr tmsize_t kMaxAllocation = tmsize_t{512} << 20;

// A file in memory, as libtiff reads it.
struct Memory {
    std::span<const std::uint8_t> bytes;
    toff_t at = 0;
};

tmsize_t readFrom(thandle_t handle, void* to, tmsize_t size) {
    auto& memory = *static_cast<Memory*>(handle);
    const toff_t left = memory.at < memory.bytes.size() ? memory.bytes.size() - memory.at : 0;
    const toff_t count = std::min<toff_t>(left, static_cast<toff_t>(std::max<tmsize_t>(size, 0)));
    if (count > 0)
        std::memcpy(to, memory.bytes.data() + memory.at, count);
    memory.at += count;
    return static_cast<tmsize_t>(count);
}
tmsize_t writeNothing(thandle_t, void*, tmsize_t) { return 0; }
toff_t seekTo(thandle_t handle, toff_t offset, int whence) {
    auto& memory = *static_cast<Memory*>(handle);
    memory.at = offset + (whence == SEEK_CUR ? memory.at : whence == SEEK_END ? memory.bytes.size() : 0);
    return memory.at;
}
int closeNothing(thandle_t) { return 0; }
toff_t sizeOf(thandle_t handle) { return static_cast<Memory*>(handle)->bytes.size(); }

int passOver(TIFF*, void*, const char*, const char*, va_list) { return 1; }

struct Close {
    void operator()(TIFF* file) const { TIFFClose(file); }
};
struct Free {
    void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
};

std::unique_ptr<TIFF, Close> opened(Memory& memory, const std::string& source) {
    const std::unique_ptr<TIFFOpenOptions, Free> options(TIFFOpenOptionsAlloc());
    TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), kMaxAllocation);
    TIFFOpenOptionsSetErrorHandlerExtR(options.get(), passOver, nullptr);
    TIFFOpenOptionsSetWarningHandlerExtR(options.get(), passOver, nullptr);
    std::unique_ptr<TIFF, Close> file(TIFFClientOpenExt(source.c_str(), "rm", &memory, readFrom, writeNothing, seekTo,
                                                        closeNothing, sizeOf, nullptr, nullptr, options.get()));
    if (!file)
        refusePicture(source, Text::tr("is a damaged TIFF file"));
    return file;
}

} // namespace

DecodedImage decodeTiff(std::span<const std::uint8_t> bytes, const std::string& source) {
    Memory memory{bytes};
    const std::unique_ptr<TIFF, Close> file = opened(memory, source);
    std::uint32_t width = 0, height = 0;
    std::uint16_t bits = 0, samples = 0, kind = 0, packing = 0, orientation = 0;
    TIFFGetField(file.get(), TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(file.get(), TIFFTAG_IMAGELENGTH, &height);
    TIFFGetFieldDefaulted(file.get(), TIFFTAG_BITSPERSAMPLE, &bits);
    TIFFGetFieldDefaulted(file.get(), TIFFTAG_SAMPLESPERPIXEL, &samples);
    TIFFGetFieldDefaulted(file.get(), TIFFTAG_PHOTOMETRIC, &kind);
    TIFFGetFieldDefaulted(file.get(), TIFFTAG_COMPRESSION, &packing);
    TIFFGetFieldDefaulted(file.get(), TIFFTAG_ORIENTATION, &orientation);
    requireDecodable(source, width, height);
    const std::uint64_t pixels = std::uint64_t{width} * height;
    const bool bounded = packing == COMPRESSION_NONE || packing == COMPRESSION_LZW || packing == COMPRESSION_PACKBITS ||
                         packing == COMPRESSION_ADOBE_DEFLATE || packing == COMPRESSION_DEFLATE;
    if (bounded && pixels / 8 * bits * samples > bytes.size() * kMaxRatio)
        refusePicture(
            source, Text::tr("declares %1 x %2 pixels, more than its %3 bytes can hold", width, height, bytes.size()));
    std::vector<std::uint32_t> raster(pixels);
    // As it is stored: libtiff mirrors pictures, but transposes none.
    if (TIFFReadRGBAImageOriented(file.get(), width, height, raster.data(), orientation, 1) == 0)
        refusePicture(source, Text::tr("is a damaged TIFF file, or of a kind that is not read"));
    const bool grey = samples == 1 && (kind == PHOTOMETRIC_MINISBLACK || kind == PHOTOMETRIC_MINISWHITE);
    DecodedImage image{static_cast<int>(width), static_cast<int>(height), grey ? 1 : 3, {}};
    if (grey) {
        image.pixels.resize(pixels);
        std::ranges::transform(raster, image.pixels.begin(),
                               [](std::uint32_t pixel) { return static_cast<std::uint8_t>(TIFFGetR(pixel)); });
        return upright(std::move(image), orientation);
    }
    image.pixels.reserve(3 * pixels);
    for (const std::uint32_t pixel : raster) // colours are multiplied by their opacity already
        for (const std::uint32_t part : {TIFFGetR(pixel), TIFFGetG(pixel), TIFFGetB(pixel)})
            image.pixels.push_back(static_cast<std::uint8_t>(std::min(part + 255 - TIFFGetA(pixel), 255U)));
    return upright(std::move(image), orientation);
}

} // namespace belfry
