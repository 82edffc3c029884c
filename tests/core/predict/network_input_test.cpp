// What networks get of pictures: handwriting is placed as MNIST's, anything else stretched to their size.
#include "core/model/zoo.h"
#include "core/predict/centring.h"
#include "core/predict/drawing.h"
#include "core/predict/network_input.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

Snapshot snapshotFor(const ImageShape& image, std::vector<std::string> classes) {
    Snapshot snapshot;
    snapshot.blueprint = std::make_shared<Blueprint>(
        makeBlueprint(networkByName("mlp"), image, static_cast<int>(classes.size()), InputStage{}));
    snapshot.classes = std::move(classes);
    return snapshot;
}

TEST(NetworkPicture, HandwritingIsASmallGreyCharacter) {
    EXPECT_TRUE(readsHandwriting(snapshotFor({1, 28, 28}, {"0", "1"})));
    EXPECT_TRUE(readsHandwriting(snapshotFor({1, 28, 28}, {"a", "\u00f1"})));
    EXPECT_FALSE(readsHandwriting(snapshotFor({1, 28, 28}, {"T-shirt", "Bag"})));
    EXPECT_FALSE(readsHandwriting(snapshotFor({3, 28, 28}, {"0", "1"})));
    EXPECT_FALSE(readsHandwriting(snapshotFor({1, 32, 32}, {"0", "1"})));
}

TEST(NetworkPicture, HandwritingIsCentredAndOtherImagesAreStretched) {
    DecodedImage picture{.width = 60, .height = 40, .channels = 3, .pixels = Bytes(60 * 40 * 3, 255)};
    for (int y = 5; y < 25; ++y)
        for (int x = 6; x < 10; ++x)
            for (int c = 0; c < 3; ++c)
                picture.pixels[static_cast<std::size_t>((y * 60 + x) * 3 + c)] = 0;
    const auto digit = pictureFor(snapshotFor({1, 28, 28}, {"0", "1"}), picture);
    DigitImage image{};
    ASSERT_EQ(digit.size(), image.size());
    std::copy(digit.begin(), digit.end(), image.begin());
    EXPECT_EQ(measureInk(image).longerSide, 20);
    EXPECT_NEAR(measureInk(image).centreX, 14, 0.5);

    const auto stretched = pictureFor(snapshotFor({3, 8, 12}, {"cat", "dog"}), picture);
    ASSERT_EQ(stretched.size(), 8u * 12u * 3u);
    EXPECT_EQ(stretched.back(), 255);            // paper stays paper
    EXPECT_LT(stretched[(3 * 12 + 1) * 3], 100); // the bar is where it was
    EXPECT_EQ(pictureFor(snapshotFor({1, 8, 12}, {"cat", "dog"}), picture).size(), 8u * 12u);
}

TEST(NetworkPicture, BlankHandwritingIsRejected) {
    const DecodedImage blank{.width = 9, .height = 9, .channels = 1, .pixels = Bytes(81, 255)};
    EXPECT_TRUE(pictureFor(snapshotFor({1, 28, 28}, {"0", "1"}), blank).empty());
    EXPECT_FALSE(pictureFor(snapshotFor({1, 9, 9}, {"cat", "dog"}), blank).empty());
}

} // namespace
} // namespace belfry
