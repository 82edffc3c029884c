#include "core/base/error.h"
#include "core/formats/image.h"
#include "core/formats/orientation.h"

#include <turbojpeg.h>

#include <array>
#include <memory>
#include <string_view>

namespace belfry {
namespace {

// A block of 8 x 8 pixels takes at least one bit.
constexpr std::uint64_t kMaxPixelsPerByte = 1024;

struct Destroy {
    void operator()(void* handle) const { tjDestroy(handle); }
};
using Decoder = std::unique_ptr<void, Destroy>;

[[noreturn]] void refuseJpeg(const std::string& source, const Text& found) {
    throw dataError(Text::tr("'%1' %2. Save it again as JPEG, or choose another file.", source, found));
}

// Garbage between two markers is common and harmless. All other warnings mean damaged pixels.
bool isHarmless(std::string_view warning) {
    return warning.find("extraneous bytes before marker") != std::string_view::npos;
}

void check(int status, const Decoder& decoder, const std::string& source) {
    if (status == 0)
        return;
    const std::string reason = tjGetErrorStr2(decoder.get());
    if (tjGetErrorCode(decoder.get()) == TJERR_WARNING && isHarmless(reason))
        return;
    refuseJpeg(source, Text::tr("is a damaged JPEG file (%1)", reason));
}

// CMYK, stored inverted as by Adobe programs, to RGB in place: writing never overtakes reading.
void flattenCmyk(Bytes& pixels) {
    std::size_t out = 0;
    for (std::size_t in = 0; in < pixels.size(); in += 4)
        for (std::size_t c = 0; c < 3; ++c)
            pixels[out++] = static_cast<std::uint8_t>((pixels[in + c] * pixels[in + 3] + 127) / 255);
    pixels.resize(out);
}

// The decoder has fast code for these alone.
constexpr std::array kReductions{tjscalingfactor{1, 8}, tjscalingfactor{1, 4}, tjscalingfactor{1, 2}};

// Makes the size that the picture is decoded at.
void reduce(DecodedImage& image, NeededSize needed, int orientation) {
    if (isTransposed(orientation))
        std::swap(needed.width, needed.height);
    if (needed.width == 0 || needed.height == 0)
        return;
    for (const tjscalingfactor factor : kReductions)
        if (const int width = TJSCALED(image.width, factor), height = TJSCALED(image.height, factor);
            width >= needed.width && height >= needed.height) {
            image.width = width;
            image.height = height;
            return;
        }
}

} // namespace

DecodedImage decodeJpeg(std::span<const std::uint8_t> bytes, const std::string& source, NeededSize needed) {
    const Decoder decoder(tjInitDecompress());
    if (!decoder)
        refuseJpeg(source, Text::tr("cannot be decoded: there is no memory for it"));
    DecodedImage image;
    int subsampling = 0, colours = 0;
    check(tjDecompressHeader3(decoder.get(), bytes.data(), bytes.size(), &image.width, &image.height, &subsampling,
                              &colours),
          decoder, source);
    if (image.width < 1 || image.height < 1)
        refuseJpeg(source, Text::tr("is a damaged JPEG file (there is no picture in it)"));
    const auto pixels = static_cast<std::uint64_t>(image.width) * static_cast<std::uint64_t>(image.height);
    if (pixels > static_cast<std::uint64_t>(kMaxImagePixels) || pixels > bytes.size() * kMaxPixelsPerByte)
        refuseJpeg(
            source,
            Text::tr("declares %1 x %2 pixels in %3 bytes; at most %4 pixels and what the bytes can hold are expected",
                     image.width, image.height, bytes.size(), kMaxImagePixels));
    const bool cmyk = colours == TJCS_CMYK || colours == TJCS_YCCK;
    const int format = cmyk ? TJPF_CMYK : colours == TJCS_GRAY ? TJPF_GRAY : TJPF_RGB;
    image.channels = colours == TJCS_GRAY ? 1 : 3;
    const int orientation = jpegOrientation(bytes);
    reduce(image, needed, orientation);
    image.pixels.resize(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height) *
                        static_cast<std::uint64_t>(tjPixelSize[format]));
    check(tjDecompress2(decoder.get(), bytes.data(), bytes.size(), image.pixels.data(), image.width, 0, image.height,
                        format, TJFLAG_ACCURATEDCT | TJFLAG_LIMITSCANS),
          decoder, source);
    if (cmyk)
        flattenCmyk(image.pixels);
    return upright(std::move(image), orientation);
}

} // namespace belfry
