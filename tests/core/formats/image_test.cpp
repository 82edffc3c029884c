#include "core/base/files.h"
#include "core/formats/image.h"
#include "tests/core/formats/builders.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::uint8_t kGrey = 0, rgb = 2, indexed = 3, greyAlpha = 4, rgbAlpha = 6;

DecodedImage decode(const PngParts& parts) { return decodePng(makePng(parts), "x.png"); }

TEST(ImageTest, GreyOfEveryDepth) {
    EXPECT_THAT(decode({3, 1, 1, kGrey, 0, {}, {}, {0, 0b10100000}}).pixels, ElementsAre(255, 0, 255));
    EXPECT_THAT(decode({4, 1, 2, kGrey, 0, {}, {}, {0, 0b00011011}}).pixels, ElementsAre(0, 85, 170, 255));
    EXPECT_THAT(decode({2, 1, 4, kGrey, 0, {}, {}, {0, 0x3f}}).pixels, ElementsAre(51, 255));
    EXPECT_THAT(decode({2, 2, 8, kGrey, 0, {}, {}, {0, 1, 2, 0, 3, 4}}).pixels, ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(decode({2, 1, 16, kGrey, 0, {}, {}, {0, 0x12, 0x34, 0xff, 0xff}}).pixels, ElementsAre(0x12, 0xff));
}

TEST(ImageTest, ColourAndPaletteGiveThreeChannels) {
    const DecodedImage colour = decode({1, 2, 8, rgb, 0, {}, {}, {0, 1, 2, 3, 0, 4, 5, 6}});
    EXPECT_EQ(colour.channels, 3);
    EXPECT_EQ(colour.height, 2);
    EXPECT_THAT(colour.pixels, ElementsAre(1, 2, 3, 4, 5, 6));
    EXPECT_THAT(decode({1, 1, 16, rgb, 0, {}, {}, {0, 1, 99, 2, 99, 3, 99}}).pixels, ElementsAre(1, 2, 3));
    EXPECT_THAT(decode({2, 1, 4, indexed, 0, {9, 8, 7, 6, 5, 4}, {}, {0, 0x10}}).pixels, ElementsAre(6, 5, 4, 9, 8, 7));
}

TEST(ImageTest, TransparencyIsBlendedWithWhite) {
    EXPECT_THAT(decode({3, 1, 8, greyAlpha, 0, {}, {}, {0, 0, 0, 0, 255, 100, 128}}).pixels,
                ElementsAre(255, 0, 177)); // 100 * 128/255 + 255 * 127/255 = 177.2
    EXPECT_THAT(decode({1, 1, 8, rgbAlpha, 0, {}, {}, {0, 10, 20, 30, 0}}).pixels, ElementsAre(255, 255, 255));
    EXPECT_THAT(decode({2, 1, 8, kGrey, 0, {}, {0, 7}, {0, 7, 8}}).pixels, ElementsAre(255, 8)); // 7 is transparent
    EXPECT_THAT(decode({2, 1, 8, indexed, 0, {9, 8, 7, 6, 5, 4}, {0}, {0, 0, 1}}).pixels,
                ElementsAre(255, 255, 255, 6, 5, 4));
    EXPECT_THAT(decode({1, 1, 16, greyAlpha, 0, {}, {}, {0, 50, 0, 255, 255}}).pixels, ElementsAre(50));
}

// Adam7 of 3 x 3: passes hold (0,0) | - | - | (2,0) (column, row) and so on, in the standard's order.
TEST(ImageTest, InterlacedImagesAreDecoded) {
    const Bytes passes = {0, 1,        // pass 1: (0,0)
                          0, 3,        // pass 4: (2,0)
                          0, 7, 9,     // pass 5: (0,2) (2,2)
                          0, 2, 0, 8,  // pass 6: (1,0), then (1,2)
                          0, 4, 5, 6}; // pass 7: row 1
    const DecodedImage image = decode({3, 3, 8, kGrey, 1, {}, {}, passes});
    EXPECT_THAT(image.pixels, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9));
}

TEST(ImageTest, EncodedImagesRoundTrip) {
    for (const int channels : {1, 3}) {
        DecodedImage image{37, 21, channels, Bytes(static_cast<std::size_t>(37 * 21 * channels))};
        for (std::size_t i = 0; i < image.pixels.size(); ++i)
            image.pixels[i] = static_cast<std::uint8_t>(i * i / 7);
        const DecodedImage back = decodePng(encodePng(image), "x");
        EXPECT_EQ(back.width, 37);
        EXPECT_EQ(back.height, 21);
        EXPECT_EQ(back.channels, channels);
        EXPECT_EQ(back.pixels, image.pixels);
    }
    EXPECT_THAT(refusal([] { encodePng({2, 2, 1, Bytes(3)}); }, ErrorCategory::Usage), HasSubstr("3 bytes"));
    EXPECT_THAT(refusal([] { encodePng({1, 1, 2, Bytes(2)}); }, ErrorCategory::Usage), HasSubstr("1 or 3 channels"));
    EXPECT_THAT(refusal([] { encodePng({0, 0, 1, {}}); }, ErrorCategory::Usage), HasSubstr("0 x 0"));
}

TEST(ImageTest, GreyIsTheLuma) {
    const Bytes colours = {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255};
    EXPECT_THAT(toGrey({4, 1, 3, colours}).pixels, ElementsAre(76, 150, 29, 255));
    EXPECT_THAT(toGrey({2, 1, 1, {5, 6}}).pixels, ElementsAre(5, 6));
}

TEST(ImageTest, OtherFileTypesAreNamed) {
    const TestFolder folder;
    const auto refused = [&](const std::string& content) {
        writeFileAtomically(folder / "a", content);
        return refusal([&] { readImage(folder / "a"); });
    };
    EXPECT_THAT(refused("GIF89a"),
                HasSubstr("is a GIF picture; a PNG, JPEG, WebP, TIFF, HEIF or BMP file is expected"));
    EXPECT_THAT(refused("hello"), HasSubstr("not a picture in a known format"));
    EXPECT_THAT(refused(""), HasSubstr("not a picture"));
    EXPECT_THAT(refusal([&] { readImage(folder / "none"); }), HasSubstr("none"));
    const Bytes png = makePng({1, 1, 8, kGrey, 0, {}, {}, {0, 42}});
    writeFileAtomically(folder / "good", {reinterpret_cast<const char*>(png.data()), png.size()});
    EXPECT_THAT(readImage(folder / "good").pixels, ElementsAre(42));
}

TEST(ImageTest, DamageIsReported) {
    const Bytes good = makePng({2, 2, 8, kGrey, 0, {}, {}, {0, 1, 2, 0, 3, 4}});
    Bytes wrongSum = good;
    wrongSum[19] ^= 1; // the width's last byte
    EXPECT_THAT(refusal([&] { decodePng(wrongSum, "x"); }), HasSubstr("own checksum"));
    EXPECT_THAT(refusal([&] { decodePng({good.data(), good.size() - 20}, "x"); }), HasSubstr("truncated"));
    EXPECT_THAT(refusal([] {
                    decode({2, 2, 8, kGrey, 0, {}, {}, {0, 1, 2}});
                }),
                HasSubstr("'x.png' ends in the middle"));
    EXPECT_THAT(refusal([] { decode({1, 1, 8, indexed, 0, {}, {}, {0, 0}}); }), HasSubstr("damaged PNG"));
    EXPECT_THAT(refusal([] { decode({1, 1, 3, kGrey, 0, {}, {}, {0, 0}}); }), HasSubstr("damaged PNG"));
    EXPECT_THAT(refusal([] { decode({0, 1, 8, kGrey, 0, {}, {}, {0}}); }), HasSubstr("damaged PNG"));
}

TEST(ImageTest, ExcessiveSizesAreRefusedBeforeAllocating) {
    EXPECT_THAT(refusal([] { decode({8192, 8193, 8, kGrey, 0, {}, {}, {0}}); }), HasSubstr("at most 67108864"));
    EXPECT_THAT(refusal([] {
                    decode({0x7fffffff, 0x7fffffff, 16, rgbAlpha, 0, {}, {}, {0}});
                }),
                HasSubstr("more pixels"));
    EXPECT_THAT(refusal([] { decode({8192, 8192, 8, kGrey, 0, {}, {}, {0}}); }), HasSubstr("cannot hold them"));
}

} // namespace
} // namespace belfry
