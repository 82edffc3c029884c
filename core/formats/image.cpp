#include "core/formats/image.h"

#include "core/base/error.h"
#include "core/base/files.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace belfry {
namespace {

constexpr std::uint64_t kMaxFileBytes = std::uint64_t{512} << 20;

// An ISO base media file whose brands say that it holds a picture: ISO/IEC 23008-12, and AVIF 1.0.
bool startsLikeHeif(std::string_view start) {
    constexpr std::array<std::string_view, 8> kBrands{"heic", "heix", "heim", "heis", "mif1", "msf1", "avif", "avis"};
    return start.size() >= 12 && start.substr(4, 4) == "ftyp" &&
           std::ranges::find(kBrands, start.substr(8, 4)) != kBrands.end();
}

} // namespace

PictureKind pictureKind(std::span<const std::uint8_t> bytes) {
    const std::string_view start = asText(bytes.first(std::min(bytes.size(), kPictureStart)));
    if (start.starts_with("\x89PNG"))
        return PictureKind::Png;
    if (start.starts_with("\xff\xd8\xff"))
        return PictureKind::Jpeg;
    if (start.starts_with("BM"))
        return PictureKind::Bmp;
    if (start.starts_with("RIFF") && start.substr(0, 12).ends_with("WEBP"))
        return PictureKind::Webp;
    if (start.starts_with(std::string_view("II*\0", 4)) || start.starts_with(std::string_view("MM\0*", 4)))
        return PictureKind::Tiff;
    return startsLikeHeif(start) ? PictureKind::Heif : PictureKind::Unknown;
}

DecodedImage decodeImage(std::span<const std::uint8_t> bytes, const std::string& source, NeededSize needed) {
    switch (pictureKind(bytes)) {
    case PictureKind::Png:
        return decodePng(bytes, source);
    case PictureKind::Jpeg:
        return decodeJpeg(bytes, source, needed);
    case PictureKind::Bmp:
        return decodeBmp(bytes, source);
    case PictureKind::Webp:
        return decodeWebp(bytes, source);
    case PictureKind::Tiff:
        return decodeTiff(bytes, source);
    case PictureKind::Heif:
        return decodeHeif(bytes, source);
    case PictureKind::Unknown:
        break;
    }
    throw dataError(Text::tr(
        "'%1' is %2; a PNG, JPEG, WebP, TIFF, HEIF or BMP file is expected. Save the picture as PNG.", source,
        asText(bytes).starts_with("GIF8") ? Text::tr("a GIF picture") : Text::tr("not a picture in a known format")));
}

DecodedImage readImage(const std::filesystem::path& path, NeededSize needed) {
    return decodeImage(asBytes(readFile(path, kMaxFileBytes)), path.string(), needed);
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
