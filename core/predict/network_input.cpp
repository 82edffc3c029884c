#include "core/predict/network_input.h"

#include "core/base/error.h"
#include "core/formats/resize.h"
#include "core/predict/picture.h"

#include <algorithm>

namespace belfry {
namespace {

bool isOneCharacter(const std::string& utf8) {
    return std::ranges::count_if(
               utf8, [](unsigned char byte) { return (byte & 0xC0) != 0x80; }) == 1;
}

} // namespace

bool readsHandwriting(const Snapshot& snapshot) {
    return readsHandwriting(snapshot.blueprint->image, snapshot.classes);
}

bool readsHandwriting(const ImageShape& shape, const std::vector<std::string>& classes) {
    return shape == ImageShape{1, 28, 28} && std::ranges::all_of(classes, isOneCharacter);
}

std::vector<std::uint8_t> pictureFor(const Snapshot& snapshot, const DecodedImage& picture) {
    if (readsHandwriting(snapshot)) {
        const DecodedImage grey = toGrey(picture);
        DigitImage digit{};
        if (!renderPicture(grey.pixels, grey.width, grey.height, digit))
            return {};
        return {digit.begin(), digit.end()};
    }
    const ImageShape& shape = snapshot.blueprint->image;
    const DecodedImage made = resized(withChannels(picture, shape.channels), shape.width, shape.height);
    return {made.pixels.begin(), made.pixels.end()};
}

namespace {

// `decode`, `resize`: of the same picture, whole or in the size of the network's.
std::vector<std::uint8_t> inputFrom(const Snapshot& snapshot, const std::string& source, const auto& decode,
                                    const auto& resize) {
    if (readsHandwriting(snapshot)) {
        std::vector<std::uint8_t> picture = pictureFor(snapshot, decode());
        if (picture.empty())
            throw dataError(
                Text::tr("'%1' is blank; a dark digit on light paper, or the reverse, was expected.", source));
        return picture;
    }
    return resize(snapshot.blueprint->image).pixels;
}

} // namespace

std::vector<std::uint8_t> pictureIn(std::span<const std::uint8_t> bytes, const std::string& source,
                                    const Snapshot& snapshot) {
    return inputFrom(
        snapshot, source, [&] { return decodeImage(bytes, source); },
        [&](const ImageShape& shape) {
            return decodeResized(bytes, source, shape.width, shape.height, shape.channels);
        });
}

std::vector<std::uint8_t> pictureIn(const std::filesystem::path& file, const Snapshot& snapshot) {
    return inputFrom(
        snapshot, file.string(), [&] { return readImage(file); },
        [&](const ImageShape& shape) { return readResized(file, shape.width, shape.height, shape.channels); });
}

} // namespace belfry
