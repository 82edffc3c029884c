#include "core/formats/image.h"
#include "core/formats/image_refusal.h"
#include "core/formats/transparency.h"

#ifdef BELFRY_HAS_HEIF
#include <libheif/heif.h>

#include <cstring>
#include <memory>
#endif

namespace belfry {

#ifdef BELFRY_HAS_HEIF
namespace {

constexpr int kMaxSide = 8192; // of a square of kMaxImagePixels

template <auto release>
struct Release {
    void operator()(auto* object) const { release(object); }
};
using Context = std::unique_ptr<heif_context, Release<heif_context_free>>;
using Handle = std::unique_ptr<heif_image_handle, Release<heif_image_handle_release>>;
using Image = std::unique_ptr<heif_image, Release<heif_image_release>>;

void check(const heif_error& error, const std::string& source) {
    if (error.code != heif_error_Ok)
        refusePicture(source, Text::tr("cannot be read as HEIF (%1)", std::string(error.message)));
}

} // namespace

bool readsHeif() {
    return heif_have_decoder_for_format(heif_compression_HEVC) != 0 ||
           heif_have_decoder_for_format(heif_compression_AV1) != 0;
}

// libheif turns and mirrors pictures as the file says.
DecodedImage decodeHeif(std::span<const std::uint8_t> bytes, const std::string& source) {
    const Context context(heif_context_alloc());
    if (!context)
        refusePicture(source, Text::tr("cannot be decoded: there is no memory for it"));
    heif_context_set_maximum_image_size_limit(context.get(), kMaxSide);
    check(heif_context_read_from_memory_without_copy(context.get(), bytes.data(), bytes.size(), nullptr), source);
    heif_image_handle* found = nullptr;
    check(heif_context_get_primary_image_handle(context.get(), &found), source);
    const Handle handle(found);
    requireDecodable(source, heif_image_handle_get_width(found), heif_image_handle_get_height(found));
    heif_image* decoded = nullptr;
    check(heif_decode_image(found, &decoded, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, nullptr), source);
    const Image picture(decoded);
    int stride = 0;
    const std::uint8_t* rows = heif_image_get_plane_readonly(decoded, heif_channel_interleaved, &stride);
    DecodedImage image{heif_image_get_width(decoded, heif_channel_interleaved),
                       heif_image_get_height(decoded, heif_channel_interleaved),
                       3,
                       {}};
    if (rows == nullptr || image.width < 1 || image.height < 1)
        refusePicture(source, Text::tr("is a damaged HEIF file"));
    requireDecodable(source, image.width, image.height);
    const auto row = static_cast<std::size_t>(image.width) * 4;
    image.pixels.resize(row * static_cast<std::size_t>(image.height));
    for (int y = 0; y < image.height; ++y)
        std::memcpy(image.pixels.data() + static_cast<std::size_t>(y) * row,
                    rows + static_cast<std::ptrdiff_t>(y) * stride, row);
    flattenOnWhite(image.pixels, image.channels);
    return image;
}
#else
bool readsHeif() { return false; }

DecodedImage decodeHeif(std::span<const std::uint8_t>, const std::string& source) {
    refusePicture(source, Text::tr("is a HEIF picture, and Belfry was built without libheif"));
}
#endif

} // namespace belfry
