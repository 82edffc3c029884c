// Pictures as cameras hold them, in every format that says so.
#include "core/formats/image.h"
#include "core/formats/orientation.h"
#include "tests/core/formats/builders.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>
#include <webp/encode.h>

#include <algorithm>
#include <functional>

namespace belfry {
namespace {

// order: "II" or "MM".
Bytes ordered(const std::string& order, std::uint32_t value, std::size_t size) {
    Bytes bytes;
    for (std::size_t i = 0; i < size; ++i)
        bytes.push_back(static_cast<std::uint8_t>(value >> (8 * (order == "II" ? i : size - 1 - i))));
    return bytes;
}

Bytes joinedBytes(const std::vector<Bytes>& parts) {
    Bytes all;
    for (const Bytes& part : parts)
        all.insert(all.end(), part.begin(), part.end());
    return all;
}

// A TIFF structure of one directory with a tag of no interest and the orientation: Exif data.
Bytes exifData(const std::string& order, std::uint8_t orientation) {
    const auto number = [&order](std::uint32_t value, std::size_t size) { return ordered(order, value, size); };
    return joinedBytes({bytesOf(order), number(42, 2), number(8, 4), number(2, 2), number(1, 2), number(3, 2),
                        number(1, 4), Bytes(4), number(0x0112, 2), number(3, 2), number(1, 4), number(orientation, 2),
                        Bytes(2), Bytes(4)});
}

// A JPEG file with an Exif block behind its first marker.
Bytes withOrientation(const Bytes& jpeg, const std::string& order, std::uint8_t orientation) {
    const Bytes block = joinedBytes({bytesOf("Exif"), Bytes(2), exifData(order, orientation)});
    return joinedBytes({Bytes(jpeg.begin(), jpeg.begin() + 2), Bytes{0xff, 0xe1},
                        ordered("MM", static_cast<std::uint32_t>(block.size() + 2), 2), block,
                        Bytes(jpeg.begin() + 2, jpeg.end())});
}

constexpr std::ptrdiff_t kPngEnd = 12;       // bytes of the last chunk
constexpr std::ptrdiff_t kPngStart = 8 + 25; // signature and the first chunk

// With the chunk eXIf behind the first one, or before the last one.
Bytes pngWithOrientation(const Bytes& png, const std::string& order, std::uint8_t orientation, bool behindPixels) {
    const Bytes data = exifData(order, orientation);
    const auto place = behindPixels ? png.end() - kPngEnd : png.begin() + kPngStart;
    Bytes file = joinedBytes({Bytes(png.begin(), place), ordered("MM", static_cast<std::uint32_t>(data.size()), 4),
                              bytesOf("eXIf"), data, Bytes(4), Bytes(place, png.end())});
    repairPngChecksums(file);
    return file;
}

// Lossless, in the extended form. prefix: what some programs write before the data.
Bytes webpWithOrientation(const DecodedImage& image, const std::string& order, std::uint8_t orientation,
                          const Bytes& prefix) {
    std::uint8_t* made = nullptr;
    const std::size_t size =
        WebPEncodeLosslessRGB(image.pixels.data(), image.width, image.height, 3 * image.width, &made);
    const Bytes simple(made, made + size);
    WebPFree(made);
    const Bytes data = joinedBytes({prefix, exifData(order, orientation)});
    Bytes chunks = joinedBytes({bytesOf("WEBPVP8X"), ordered("II", 10, 4), Bytes{0x08, 0, 0, 0},
                                ordered("II", static_cast<std::uint32_t>(image.width - 1), 3),
                                ordered("II", static_cast<std::uint32_t>(image.height - 1), 3),
                                Bytes(simple.begin() + 12, simple.end()), bytesOf("EXIF"),
                                ordered("II", static_cast<std::uint32_t>(data.size()), 4), data});
    return joinedBytes({bytesOf("RIFF"), ordered("II", static_cast<std::uint32_t>(chunks.size()), 4), chunks});
}

// Uncompressed, one strip, 8 bits a sample.
Bytes tiffWithOrientation(const DecodedImage& image, const std::string& order, std::uint8_t orientation) {
    const auto number = [&order](std::uint32_t value, std::size_t size) { return ordered(order, value, size); };
    constexpr std::uint32_t kEntries = 10, kBitsAt = 8 + 2 + kEntries * 12 + 4, kPixelsAt = kBitsAt + 6;
    const bool grey = image.channels == 1;
    Bytes file = joinedBytes({bytesOf(order), number(42, 2), number(8, 4), number(kEntries, 2)});
    const auto entry = [&](std::uint32_t tag, std::uint32_t type, std::uint32_t count, std::uint32_t value) {
        const bool isShort = type == 3 && count == 1;
        file = joinedBytes({file, number(tag, 2), number(type, 2), number(count, 4),
                            isShort ? joinedBytes({number(value, 2), Bytes(2)}) : number(value, 4)});
    };
    entry(256, 4, 1, static_cast<std::uint32_t>(image.width));
    entry(257, 4, 1, static_cast<std::uint32_t>(image.height));
    entry(258, 3, grey ? 1 : 3, grey ? 8 : kBitsAt);
    entry(259, 3, 1, 1);            // not compressed
    entry(262, 3, 1, grey ? 1 : 2); // black is 0, or RGB
    entry(273, 4, 1, kPixelsAt);
    entry(274, 3, 1, orientation);
    entry(277, 3, 1, grey ? 1 : 3);
    entry(278, 4, 1, static_cast<std::uint32_t>(image.height));
    entry(279, 4, 1, static_cast<std::uint32_t>(image.pixels.size()));
    return joinedBytes({file, Bytes(4), number(8, 2), number(8, 2), number(8, 2), image.pixels});
}

// An F in squares of 8 x 8, which JPEG keeps, as eight cameras hold it: all show it upright.
const std::vector<std::vector<std::string>> kHeld = {
    {"##", "# ", "##", "# "}, {"##", " #", "##", " #"}, {" #", "##", " #", "##"}, {"# ", "##", "# ", "##"},
    {"####", "# # "},         {"# # ", "####"},         {" # #", "####"},         {"####", " # #"}};

DecodedImage heldPicture(int orientation, int channels) {
    const auto& squares = kHeld[static_cast<std::size_t>(orientation) - 1];
    const auto rows = squares.size(), columns = squares[0].size();
    DecodedImage image{static_cast<int>(8 * columns), static_cast<int>(8 * rows), channels, {}};
    for (std::size_t y = 0; y < 8 * rows; ++y)
        for (std::size_t x = 0; x < 8 * columns; ++x)
            for (int c = 0; c < channels; ++c)
                image.pixels.push_back(squares[y / 8][x / 8] == '#' ? 0 : 255);
    return image;
}

using Made = std::function<Bytes(const DecodedImage&, const std::string& order, std::uint8_t orientation)>;

void expectUpright(const Made& made, int channels) {
    for (int orientation = 1; orientation <= 8; ++orientation)
        for (const char* order : {"II", "MM"}) {
            SCOPED_TRACE(order + std::to_string(orientation));
            const DecodedImage image = decodeImage(
                made(heldPicture(orientation, channels), order, static_cast<std::uint8_t>(orientation)), "x");
            ASSERT_EQ(image.width, 16);
            ASSERT_EQ(image.height, 32);
            ASSERT_EQ(image.channels, channels);
            std::vector<std::string> seen(4, "  ");
            for (std::size_t y = 0; y < 4; ++y)
                for (std::size_t x = 0; x < 2; ++x)
                    seen[y][x] = image.pixels[((8 * y + 4) * 16 + 8 * x + 4) * static_cast<std::size_t>(channels)] < 128
                                     ? '#'
                                     : ' ';
            EXPECT_EQ(seen, kHeld[0]);
        }
}

TEST(OrientationTest, JpegIsUpright) {
    for (const int channels : {1, 3})
        expectUpright(
            [](const DecodedImage& image, const std::string& order, std::uint8_t orientation) {
                return withOrientation(makeJpeg(image.width, image.height, image.channels, image.pixels), order,
                                       orientation);
            },
            channels);
}

// PNG and WebP were shown as they are stored.
TEST(OrientationTest, PngIsUpright) {
    for (const bool behindPixels : {false, true})
        for (const int channels : {1, 3})
            expectUpright(
                [&](const DecodedImage& image, const std::string& order, std::uint8_t orientation) {
                    return pngWithOrientation(encodePng(image), order, orientation, behindPixels);
                },
                channels);
}

TEST(OrientationTest, WebpIsUpright) {
    for (const Bytes& prefix : {Bytes(), Bytes{'E', 'x', 'i', 'f', 0, 0}})
        expectUpright([&](const DecodedImage& image, const std::string& order,
                          std::uint8_t orientation) { return webpWithOrientation(image, order, orientation, prefix); },
                      3);
}

// Of the eight, the four that transpose the picture were not: an F of 32 x 16 pixels.
TEST(OrientationTest, TiffIsUpright) {
    for (const int channels : {1, 3})
        expectUpright(tiffWithOrientation, channels);
}

TEST(OrientationTest, NothingIsRefusedForExifDataThatMakesNoSense) {
    const DecodedImage image{8, 16, 3, Bytes(384, 9)};
    const Bytes jpeg = makeJpeg(8, 16, 3, image.pixels), png = encodePng(image);
    const std::vector<std::function<Bytes(std::uint8_t)>> kinds{
        [&](std::uint8_t orientation) { return withOrientation(jpeg, "II", orientation); },
        [&](std::uint8_t orientation) { return pngWithOrientation(png, "II", orientation, true); },
        [&](std::uint8_t orientation) { return webpWithOrientation(image, "II", orientation, {}); }};
    const Bytes data = exifData("II", 6);
    for (const auto& made : kinds) {
        const Bytes good = made(6);
        EXPECT_EQ(decodeImage(good, "x").width, 16);
        for (const std::uint8_t wrong : {0, 9, 255})
            EXPECT_EQ(decodeImage(made(wrong), "x").width, 8);
        const auto place = std::search(good.begin(), good.end(), data.begin(), data.end());
        ASSERT_NE(place, good.end());
        for (std::size_t i = 0; i < data.size(); ++i) { // each byte of the data in turn
            Bytes changed = good;
            changed[static_cast<std::size_t>(place - good.begin()) + i] ^= 0xffU;
            if (pictureKind(changed) == PictureKind::Png)
                repairPngChecksums(changed);
            EXPECT_NO_THROW(decodeImage(changed, "x")) << i;
        }
        for (std::size_t size = 0; size < good.size(); ++size) { // a file that ends
            const std::span<const std::uint8_t> part(good.data(), size);
            const int seen = pictureKind(good) == PictureKind::Jpeg  ? jpegOrientation(part)
                             : pictureKind(good) == PictureKind::Png ? pngOrientation(part)
                                                                     : webpOrientation(part);
            EXPECT_TRUE(seen == 1 || seen == 6) << size;
        }
    }
}

} // namespace
} // namespace belfry
