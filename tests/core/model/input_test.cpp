// The input stage by name, the shape it gives the network, and the preview of what the network sees.
#include "core/base/error.h"
#include "core/model/blueprint.h"
#include "core/model/zoo.h"
#include "tests/core/formats/refusal.h"
#include "tests/support/synthetic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belfry {
namespace {

using testing::HasSubstr;

constexpr ImageShape kPhoto{3, 32, 32}, kDigit{1, 28, 28};

TEST(Input, IsFoundByName) {
    for (const char* augmentation : {"none", "cifar-tutorial", "digits"})
        for (const char* normalisation : {"unit", "centred", "standardised"}) {
            const InputStage stage = inputStageFromNames(augmentation, normalisation);
            EXPECT_EQ(augmentationName(stage.augmentation), augmentation);
            EXPECT_EQ(normalisationName(stage.normalisation), normalisation);
        }
    EXPECT_THAT(refusal([] { inputStageFromNames("none", "centered"); }, ErrorCategory::Usage),
                HasSubstr("Unknown normalisation 'centered'; did you mean 'centred'?"));
}

TEST(Input, GivesTheNetworkItsShape) {
    const InputStage tutorial{Augmentation::CifarTutorial, Normalisation::Standardised};
    const Blueprint made = makeBlueprint(networkByName("lenet"), kPhoto, 10, tutorial);
    EXPECT_EQ(made.image, kPhoto);
    EXPECT_EQ(made.input, tutorial);
    EXPECT_EQ(made.layers.front().in, (TensorShape{24, 24, 3}));
    EXPECT_EQ(makeBlueprint(networkByName("lenet"), kPhoto, 10).layers.front().in, (TensorShape{32, 32, 3}));
    EXPECT_THAT(refusal(
                    [&] {
                        makeBlueprint(networkByName("lenet"), {1, 23, 40}, 10, tutorial);
                    },
                    ErrorCategory::Usage),
                HasSubstr("'cifar-tutorial' crops to 24x24, but the images are 23x40"));
}

TEST(Preview, ShowsBytesAsTheyAreWithoutAugmentation) {
    const auto store = test::syntheticStore(9, kDigit, 10);
    const std::vector<std::int64_t> ids{8, 2};
    std::vector<std::uint8_t> expected(2 * 784);
    store->read(ids, expected.data());
    for (const Normalisation normalisation : {Normalisation::Unit, Normalisation::Centred})
        EXPECT_EQ(previewInput({Augmentation::None, normalisation}, kDigit, *store, ids, 1, 0, true), expected);
    EXPECT_EQ(previewInput({Augmentation::Digits, Normalisation::Unit}, kDigit, *store, ids, 1, 0, false), expected);
    EXPECT_NE(previewInput({Augmentation::Digits, Normalisation::Unit}, kDigit, *store, ids, 1, 0, true), expected);
}

TEST(Preview, StretchesTheRangeOfStandardisedImages) {
    const auto store = test::syntheticStore(4, kPhoto, 10);
    const std::vector<std::int64_t> ids{0, 1, 2};
    const InputStage tutorial{Augmentation::CifarTutorial, Normalisation::Standardised};
    const auto pictures = previewInput(tutorial, kPhoto, *store, ids, 1, 0, true);
    ASSERT_EQ(pictures.size(), 3U * 24 * 24 * 3);
    for (auto picture = pictures.begin(); picture != pictures.end(); picture += 1728) {
        EXPECT_EQ(*std::min_element(picture, picture + 1728), 0);
        EXPECT_EQ(*std::max_element(picture, picture + 1728), 255);
    }
    EXPECT_NE(previewInput(tutorial, kPhoto, *store, ids, 1, 1, true), pictures);
}

} // namespace
} // namespace belfry
