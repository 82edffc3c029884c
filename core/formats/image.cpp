#include "core/formats/image.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <string_view>

namespace belfry {
namespace {

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{512} << 20;

Text kindOfPicture(std::string_view bytes) {
    if (bytes.starts_with("GIF8"))
        return Text::tr("a GIF picture");
    if (bytes.starts_with("RIFF") && bytes.substr(0, 12).ends_with("WEBP"))
        return Text::tr("a WebP picture");
    if (bytes.starts_with("II*") || bytes.starts_with("MM"))
        return Text::tr("a TIFF picture");
    return Text::tr("not a picture in a known format");
}

} // namespace

DecodedImage decodeImage(std::span<const std::uint8_t> bytes, const std::string& source) {
    const std::string_view content = asText(bytes);
    if (content.starts_with("\x89PNG"))
        return decodePng(bytes, source);
    if (content.starts_with("\xff\xd8\xff"))
        return decodeJpeg(bytes, source);
    if (content.starts_with("BM"))
        return decodeBmp(bytes, source);
    throw dataError(Text::tr("'%1' is %2; a PNG, JPEG or BMP file is expected. Save the picture as PNG.", source,
                             kindOfPicture(content)));
}

DecodedImage readImage(const std::filesystem::path& path) {
    return decodeImage(asBytes(readFile(path, kMaxFileBytes)), path.string());
}

DecodedImage toGrey(const DecodedImage& image) {
    if (image.channels == 1)
        return image;
    DecodedImage grey{image.width, image.height, 1, Bytes(image.pixels.size() / 3)};
    for (std::size_t i = 0; i < grey.pixels.size(); ++i) {
        const std::uint8_t* rgb = image.pixels.data() + 3 * i;
        grey.pixels[i] = static_cast<std::uint8_t>((299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2] + 500) / 1000);
    }
    return grey;
}

} // namespace belfry
