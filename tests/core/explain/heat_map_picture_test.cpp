// Heat maps, maps of layers and filters as pictures.
#include "core/explain/explain_sheets.h"
#include "core/explain/heat_map_picture.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using testing::Each;
using testing::ElementsAre;

float lightnessOf(const std::array<std::uint8_t, 3>& colour) {
    return 0.299F * colour[0] + 0.587F * colour[1] + 0.114F * colour[2];
}

std::array<std::uint8_t, 3> pixelOf(const DecodedImage& image, int y, int x) {
    const auto* pixel = image.pixels.data() + (y * image.width + x) * 3;
    return {pixel[0], pixel[1], pixel[2]};
}

// Of 2 x 3 pixels: 0 at the top left, 1 at the bottom right.
HeatMap smallMap() { return {.height = 2, .width = 3, .values = {0, 0.2F, 0.4F, 0.6F, 0.8F, 1}, .peak = 2}; }

TEST(HeatColour, GrowsLighterFromBlackToYellow) {
    EXPECT_THAT(heatColour(0), ElementsAre(0, 0, 4));
    EXPECT_THAT(heatColour(1), ElementsAre(252, 255, 164));
    EXPECT_THAT(heatColour(0.5F), ElementsAre(187, 55, 85)); // matplotlib: 188, 55, 84
    for (int i = 1; i <= 100; ++i)
        EXPECT_GT(lightnessOf(heatColour(static_cast<float>(i) / 100)),
                  lightnessOf(heatColour(static_cast<float>(i - 1) / 100)))
            << i;
    EXPECT_EQ(heatColour(-1), heatColour(0));
    EXPECT_EQ(heatColour(2), heatColour(1));
}

TEST(Blend, IsThePictureInGreyWhereTheMapIsZero) {
    const std::vector<std::uint8_t> colours{200, 100, 50, 0, 0, 0, 9, 9, 9, 0, 0, 0, 0, 0, 0, 100, 100, 100};
    const std::vector<std::uint8_t> blended = blend(smallMap(), colours, 3, 0.5F);
    ASSERT_EQ(blended.size(), 18U);
    EXPECT_THAT(std::vector(blended.begin(), blended.begin() + 3), Each(124)); // 0.299 x 200 + 0.587 x 100 + 0.114 x 50
    EXPECT_THAT(std::vector(blended.end() - 3, blended.end()), ElementsAre(176, 178, 132)); // half of it the colour
    const std::vector<std::uint8_t> grey{50, 0, 0, 0, 0, 100};
    EXPECT_EQ(blended[15], blend(smallMap(), grey, 1, 0.5F)[15]);
    EXPECT_THAT(std::vector(blended.end() - 3, blended.end()), testing::Not(Each(blended[15])));
    const std::vector<std::uint8_t> whole = blend(smallMap(), grey, 1, 1);
    EXPECT_THAT(std::vector(whole.end() - 3, whole.end()), ElementsAre(252, 255, 164));
}

TEST(HeatMapSheet, HasPictureBlendAndScale) {
    const std::vector<std::uint8_t> grey{50, 0, 0, 0, 0, 100};
    const DecodedImage sheet = heatMapSheet(smallMap(), grey, 1);
    EXPECT_EQ(sheet.height, 224); // 112 times
    EXPECT_EQ(sheet.channels, 3);
    ASSERT_GT(sheet.width, 2 * 336);
    EXPECT_THAT(pixelOf(sheet, 0, 0), ElementsAre(50, 50, 50));
    EXPECT_THAT(pixelOf(sheet, 111, 111), ElementsAre(50, 50, 50));
    EXPECT_THAT(pixelOf(sheet, 112, 336 - 1), ElementsAre(100, 100, 100));
    const std::vector<std::uint8_t> blended = blend(smallMap(), grey, 1);
    EXPECT_THAT(pixelOf(sheet, 223, 336 + 8 + 335), ElementsAre(blended[15], blended[16], blended[17]));
    const int bar = 2 * (336 + 8);
    EXPECT_EQ(pixelOf(sheet, 0, bar), heatColour(1));
    EXPECT_EQ(pixelOf(sheet, 223, bar), heatColour(0));
    EXPECT_THAT(pixelOf(sheet, 100, 336 + 4), Each(255)); // between them
    const HeatMap large{.height = 300, .width = 1, .values = std::vector<float>(300, 0)};
    EXPECT_EQ(heatMapSheet(large, std::vector<std::uint8_t>(300), 1).height, 300);
}

TEST(LayerSheet, HasAllMapsInAGrid) {
    LayerMaps layer{.layer = 0, .name = "conv", .channels = 3, .height = 2, .width = 2, .values = {}};
    layer.values = {-1, 0, 0, 0, 1, 1, 1, 1, 3, 3, 3, 3};
    const DecodedImage sheet = layerSheet(layer);
    EXPECT_EQ(sheet.width, 2 * 25 + 1); // maps of 24 pixels, two in a row
    EXPECT_EQ(sheet.height, 2 * 25 + 1);
    EXPECT_EQ(pixelOf(sheet, 1, 1), heatColour(0));
    EXPECT_EQ(pixelOf(sheet, 1, 24), heatColour(0.25F));
    EXPECT_EQ(pixelOf(sheet, 1, 26), heatColour(0.5F));
    EXPECT_EQ(pixelOf(sheet, 26, 1), heatColour(1));
    const DecodedImage units = layerSheet(
        {.layer = 0, .name = "dense", .channels = 10, .height = 1, .width = 1, .values = std::vector<float>(10, 5)});
    EXPECT_EQ(units.width, 4 * 9 + 1);
    EXPECT_EQ(units.height, 3 * 9 + 1);
}

TEST(FilterSheet, HasZeroInTheMiddle) {
    const FilterPictures filters{
        .filters = 2, .channels = 3, .height = 1, .width = 2, .values = {0, 1, -1, 0.5F, 0, 0, 0, 0, 0, 0, 0, -0.5F}};
    const DecodedImage sheet = filterSheet(filters);
    EXPECT_EQ(sheet.channels, 3);
    EXPECT_THAT(pixelOf(sheet, 1, 1), ElementsAre(128, 255, 0));
    EXPECT_THAT(pixelOf(sheet, 1, 24), ElementsAre(191, 128, 128));
    EXPECT_EQ(filterSheet({.filters = 1, .channels = 1, .height = 1, .width = 1, .values = {0}}).channels, 1);
}

} // namespace
} // namespace belfry
