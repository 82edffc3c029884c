#include "core/formats/gzip.h"
#include "core/formats/image.h"
#include "core/formats/image_refusal.h"
#include "core/formats/transparency.h"

#include <spng.h>

#include <cstdlib>
#include <memory>

namespace belfry {
namespace {

constexpr std::size_t kMaxChunkBytes = std::size_t{16} << 20; // profiles and texts, each and in total

using Context = std::unique_ptr<spng_ctx, decltype(&spng_ctx_free)>;

// Translates libspng's error codes to messages.
void check(int code, const std::string& source) {
    switch (code) {
    case SPNG_OK:
        return;
    case SPNG_ESIGNATURE:
        refusePicture(source, Text::tr("is not a PNG picture"));
    case SPNG_IO_EOF:
    case SPNG_EIDAT_TOO_SHORT:
        refusePicture(source, Text::tr("ends in the middle of the picture: the PNG file is truncated"));
    case SPNG_ECHUNK_CRC:
        refusePicture(source, Text::tr("does not match its own checksum: the PNG file is damaged"));
    case SPNG_EOVERFLOW:
        refuseLarge(source, Text::tr("has more pixels than the %1 that are expected at most", kMaxImagePixels));
    case SPNG_EMEM:
        throw dataError(Text::tr(
            "'%1' needs more memory than there is. Close other programs, or choose a smaller picture.", source));
    default:
        refusePicture(source, Text::tr("is a damaged PNG file (%1)", std::string(spng_strerror(code))));
    }
}

int samples(std::uint8_t colourType) {
    switch (colourType) {
    case SPNG_COLOR_TYPE_TRUECOLOR:
        return 3;
    case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA:
        return 2;
    case SPNG_COLOR_TYPE_TRUECOLOR_ALPHA:
        return 4;
    default:
        return 1;
    }
}

// Called before pixels are allocated: a header may claim more than the file can contain.
void checkSize(const spng_ihdr& header, std::uint64_t fileBytes, const std::string& source) {
    const std::uint64_t pixels = std::uint64_t{header.width} * header.height;
    requireDecodable(source, header.width, header.height);
    const std::uint64_t bits = pixels * header.bit_depth * static_cast<std::uint64_t>(samples(header.color_type));
    if (bits / 8 > fileBytes * kMaxDeflateRatio)
        refusePicture(source, Text::tr("declares %1 x %2 pixels but its %3 bytes cannot hold them", header.width,
                                       header.height, fileBytes));
}

} // namespace

DecodedImage decodePng(std::span<const std::uint8_t> bytes, const std::string& source) {
    const Context context(spng_ctx_new(0), spng_ctx_free);
    if (!context)
        check(SPNG_EMEM, source);
    check(spng_set_chunk_limits(context.get(), kMaxChunkBytes, kMaxChunkBytes), source);
    check(spng_set_png_buffer(context.get(), bytes.data(), bytes.size()), source);
    spng_ihdr header{};
    check(spng_get_ihdr(context.get(), &header), source);
    checkSize(header, bytes.size(), source);

    const bool grey =
        header.color_type == SPNG_COLOR_TYPE_GRAYSCALE || header.color_type == SPNG_COLOR_TYPE_GRAYSCALE_ALPHA;
    DecodedImage image{static_cast<int>(header.width), static_cast<int>(header.height), grey ? 1 : 3, {}};
    image.pixels.resize(std::size_t{header.width} * header.height * 4);
    check(spng_decode_image(context.get(), image.pixels.data(), image.pixels.size(), SPNG_FMT_RGBA8, SPNG_DECODE_TRNS),
          source);
    flattenOnWhite(image.pixels, image.channels);
    return image;
}

Bytes encodePng(const DecodedImage& image) {
    const bool validShape = image.width > 0 && image.height > 0 && (image.channels == 1 || image.channels == 3);
    if (!validShape || image.pixels.size() != std::size_t(image.width) * std::size_t(image.height) *
                                                  static_cast<std::size_t>(image.channels))
        throw usageError(
            Text::tr("A picture of %1 x %2 x %3 with %4 bytes cannot be written; give 1 or 3 channels and all pixels.",
                     image.width, image.height, image.channels, image.pixels.size()));
    const Context context(spng_ctx_new(SPNG_CTX_ENCODER), spng_ctx_free);
    const std::string source = "PNG encoder";
    if (!context)
        check(SPNG_EMEM, source);
    spng_ihdr header{};
    header.width = static_cast<std::uint32_t>(image.width);
    header.height = static_cast<std::uint32_t>(image.height);
    header.bit_depth = 8;
    header.color_type = image.channels == 1 ? SPNG_COLOR_TYPE_GRAYSCALE : SPNG_COLOR_TYPE_TRUECOLOR;
    check(spng_set_option(context.get(), SPNG_ENCODE_TO_BUFFER, 1), source);
    check(spng_set_ihdr(context.get(), &header), source);
    check(
        spng_encode_image(context.get(), image.pixels.data(), image.pixels.size(), SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE),
        source);
    int code = SPNG_OK;
    std::size_t size = 0;
    const std::unique_ptr<void, decltype(&std::free)> png(spng_get_png_buffer(context.get(), &size, &code), std::free);
    check(code, source);
    const auto* begin = static_cast<const std::uint8_t*>(png.get());
    return {begin, begin + size};
}

} // namespace belfry
