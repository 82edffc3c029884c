#include "core/formats/image.h"
#include "core/formats/image_refusal.h"
#include "core/formats/orientation.h"
#include "core/formats/transparency.h"

#include <webp/decode.h>

#include <utility>

namespace belfry {

DecodedImage decodeWebp(std::span<const std::uint8_t> bytes, const std::string& source) {
    WebPBitstreamFeatures features;
    if (WebPGetFeatures(bytes.data(), bytes.size(), &features) != VP8_STATUS_OK)
        refusePicture(source, Text::tr("is a damaged WebP file"));
    if (features.has_animation != 0)
        refusePicture(source, Text::tr("is an animated WebP file; a single picture is expected"));
    requireDecodable(source, features.width, features.height);
    const bool transparent = features.has_alpha != 0;
    DecodedImage image{features.width, features.height, 3, {}};
    const int stride = features.width * (transparent ? 4 : 3);
    image.pixels.resize(static_cast<std::size_t>(stride) * static_cast<std::size_t>(features.height));
    auto* const decode = transparent ? WebPDecodeRGBAInto : WebPDecodeRGBInto;
    if (decode(bytes.data(), bytes.size(), image.pixels.data(), image.pixels.size(), stride) == nullptr)
        refusePicture(source, Text::tr("is a damaged WebP file"));
    if (transparent)
        flattenOnWhite(image.pixels, 3);
    return upright(std::move(image), webpOrientation(bytes));
}

} // namespace belfry
