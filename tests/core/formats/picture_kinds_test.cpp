// JPEG and BMP to pixels, and pictures to one size.
#include "core/base/files.h"
#include "core/formats/image.h"
#include "core/formats/resize.h"
#include "core/formats/stored_size.h"
#include "tests/core/formats/builders.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

// JPEG loses a little: 2 grey levels at this quality.
MATCHER_P(NearTo, value, "") { return std::abs(int{arg} - value) <= 2; }

TEST(JpegTest, GreyAndColourRoundTrip) {
    const DecodedImage grey = decodeImage(makeJpeg(9, 5, 1, Bytes(45, 77)), "x");
    EXPECT_EQ(grey.width, 9);
    EXPECT_EQ(grey.height, 5);
    EXPECT_EQ(grey.channels, 1);
    EXPECT_THAT(grey.pixels, Each(NearTo(77)));
    for (const bool progressive : {false, true}) {
        const DecodedImage colour = decodeImage(makeJpeg(1, 1, 3, {200, 100, 50}, progressive), "x");
        EXPECT_EQ(colour.channels, 3);
        EXPECT_THAT(colour.pixels, ElementsAre(NearTo(200), NearTo(100), NearTo(50)));
    }
}

TEST(JpegTest, DamageIsReported) {
    Bytes varied(64 * 64);
    for (std::size_t i = 0; i < varied.size(); ++i)
        varied[i] = static_cast<std::uint8_t>(i * i / 7);
    const Bytes good = makeJpeg(64, 64, 1, varied);
    const auto refused = [](const Bytes& bytes) { return refusal([&] { decodeJpeg(bytes, "a.jpg"); }); };
    EXPECT_THAT(refused({good.begin(), good.begin() + static_cast<std::ptrdiff_t>(good.size() / 2)}),
                HasSubstr("'a.jpg' is a damaged JPEG file (Premature end"));
    EXPECT_THAT(refused({0xff, 0xd8, 0xff, 0xe0}), HasSubstr("is a damaged JPEG file"));
    EXPECT_THAT(refused({}), HasSubstr("is a damaged JPEG file"));
    Bytes huge = good;
    for (std::size_t i = 0; i + 8 < huge.size(); ++i) // the frame header: height and width behind ff c0 00 0b 08
        if (huge[i] == 0xff && huge[i + 1] == 0xc0)
            std::fill_n(huge.begin() + static_cast<std::ptrdiff_t>(i) + 5, 4, std::uint8_t{0xfe});
    EXPECT_THAT(refused(huge), HasSubstr("declares 65278 x 65278 pixels"));
}

TEST(BmpTest, RowsAreReadBottomUpOrTopDown) {
    // 1 pixel a row: blue, green, red, filled up to four bytes.
    const Bytes rows = {1, 2, 3, 0, 4, 5, 6, 0};
    EXPECT_THAT(decodeImage(makeBmp({1, 2, 24, {}, rows}), "x").pixels, ElementsAre(6, 5, 4, 3, 2, 1));
    EXPECT_THAT(decodeBmp(makeBmp({1, -2, 24, {}, rows}), "x").pixels, ElementsAre(3, 2, 1, 6, 5, 4));
    EXPECT_THAT(decodeBmp(makeBmp({1, 1, 32, {}, {1, 2, 3, 99}}), "x").pixels, ElementsAre(3, 2, 1));
}

TEST(BmpTest, PalettesGiveGreyOrColour) {
    const Bytes greys = {0, 0, 0, 0, 255, 255, 255, 0}, colours = {0, 0, 0, 0, 1, 2, 3, 0};
    const DecodedImage bits = decodeBmp(makeBmp({3, 1, 1, greys, {0b10100000, 0, 0, 0}}), "x");
    EXPECT_EQ(bits.channels, 1);
    EXPECT_THAT(bits.pixels, ElementsAre(255, 0, 255));
    EXPECT_THAT(decodeBmp(makeBmp({2, 1, 4, colours, {0x10, 0, 0, 0}}), "x").pixels, ElementsAre(3, 2, 1, 0, 0, 0));
    EXPECT_THAT(decodeBmp(makeBmp({1, 1, 8, colours, {1, 0, 0, 0}}), "x").pixels, ElementsAre(3, 2, 1));
    EXPECT_THAT(decodeBmp(makeBmp({1, 1, 8, colours, {9, 0, 0, 0}}), "x").pixels, ElementsAre(0, 0, 0)); // none such
}

TEST(BmpTest, DamageIsReported) {
    const auto refused = [](const Bytes& bytes) { return refusal([&] { decodeBmp(bytes, "a.bmp"); }); };
    EXPECT_THAT(refused(makeBmp({2, 2, 24, {}, Bytes(15)})), HasSubstr("'a.bmp' ends in the middle"));
    EXPECT_THAT(refused(makeBmp({1, 1, 8, {}, Bytes(4), 1})), HasSubstr("8 bits a pixel and compression 1"));
    EXPECT_THAT(refused(makeBmp({1, 1, 16, {}, Bytes(4)})), HasSubstr("16 bits a pixel"));
    EXPECT_THAT(refused(makeBmp({0, 1, 24, {}, Bytes(4)})), HasSubstr("has 0 x 1 pixels"));
    EXPECT_THAT(refused(makeBmp({2'000'000'000, 2'000'000'000, 24, {}, {}})), HasSubstr("2000000000 x 2000000000"));
    EXPECT_THAT(refused(bytesOf("BM")), HasSubstr("not a BMP picture"));
}

TEST(ResizeTest, PlainAreasStayAndPatternsAverage) {
    EXPECT_THAT(resized({5, 7, 1, Bytes(35, 100)}, 3, 2).pixels, Each(100));
    EXPECT_THAT(resized({2, 2, 3, Bytes(12, 9)}, 9, 9).pixels, Each(9));
    // Black and white in turn, 16 to 2: the middle grey, not stripes.
    Bytes stripes(16 * 16);
    for (std::size_t i = 0; i < stripes.size(); ++i)
        stripes[i] = i % 2 ? 255 : 0;
    EXPECT_THAT(resized({16, 16, 1, stripes}, 2, 2).pixels, Each(testing::AllOf(testing::Ge(120), testing::Le(136))));
    // Twice as wide: Pillow's resize((4, 1), BILINEAR) of 0, 100.
    EXPECT_THAT(resized({2, 1, 1, {0, 100}}, 4, 1).pixels, ElementsAre(0, 25, 75, 100));
}

TEST(ResizeTest, ChannelsAreReplicatedAndMerged) {
    EXPECT_THAT(withChannels({1, 1, 1, {7}}, 3).pixels, ElementsAre(7, 7, 7));
    EXPECT_THAT(withChannels({1, 1, 3, {255, 0, 0}}, 1).pixels, ElementsAre(76));
}

TEST(JpegTest, IsReducedToWhatIsNeeded) {
    const Bytes file = makeJpeg(65, 48, 3, Bytes(65 * 48 * 3, 77));
    const auto decoded = [&](int width, int height) {
        const DecodedImage image = decodeImage(file, "x", {width, height});
        EXPECT_EQ(image.pixels.size(), static_cast<std::size_t>(image.width * image.height * 3));
        EXPECT_THAT(image.pixels, Each(NearTo(77)));
        return std::pair(image.width, image.height);
    };
    using Size = std::pair<int, int>;
    EXPECT_EQ(decoded(0, 0), Size(65, 48));
    EXPECT_EQ(decoded(34, 5), Size(65, 48)); // half of it would be 33 wide
    EXPECT_EQ(decoded(33, 24), Size(33, 24));
    EXPECT_EQ(decoded(10, 12), Size(17, 12));
    EXPECT_EQ(decoded(1, 1), Size(9, 6));
}

TEST(StoredSizeTest, IsThatOfTheHeader) {
    const TestFolder folder;
    const auto sizeOf = [&](const Bytes& bytes) {
        const std::filesystem::path file = folder / "picture";
        writeFileAtomically(file, asText(bytes));
        return storedSize(file);
    };
    const Bytes png = encodePng({7, 5, 3, Bytes(105, 9)});
    EXPECT_EQ(sizeOf(png), (StoredSize{7, 5}));
    EXPECT_EQ(sizeOf(makeBmp({3, 2, 24, {}, Bytes(24)})), (StoredSize{3, 2}));
    EXPECT_EQ(sizeOf(makeJpeg(9, 5, 1, Bytes(45, 77))), (StoredSize{9, 5}));
    EXPECT_EQ(sizeOf(Bytes(png.begin(), png.begin() + 20)), std::nullopt);
    EXPECT_EQ(sizeOf(bytesOf("none")), std::nullopt);
    EXPECT_EQ(storedSize(folder / "gone"), std::nullopt);
}

} // namespace
} // namespace belfry
