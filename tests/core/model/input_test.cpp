// The input stage by name, the shape it gives the network, and the preview of what the network sees.
#include "core/base/error.h"
#include "core/model/augmentation.h"
#include "core/model/blueprint.h"
#include "core/model/zoo.h"
#include "tests/core/formats/refusal.h"
#include "tests/support/synthetic.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace belfry {
namespace {

using testing::HasSubstr;

constexpr ImageShape kPhoto{3, 32, 32}, kDigit{1, 28, 28};

TEST(Input, IsFoundByName) {
    for (const char* augmentation : {"none", "cifar-tutorial", "digits"})
        for (const char* normalisation : {"unit", "centred", "standardised"}) {
            const InputStage stage = inputStageFromNames(augmentation, normalisation);
            EXPECT_EQ(augmentationName(stage), augmentation);
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

InputStage operationsNamed(const std::string& text) { return inputStageFromNames(text, "unit"); }

TEST(Operations, ReadTheirOwnText) {
    for (const auto& [text, name] : {std::pair{"flip", "flip"},
                                     {"flip, shift 2", "shift 2, flip"}, // in the order in which they are applied
                                     {" erase   8 ,shift 3,alternate-flip", "shift 3, alternate-flip, erase 8"},
                                     {"pad-crop", "pad-crop 4"},
                                     {"flip, resized-crop 0.25..1", "resized-crop 0.25..1, flip"},
                                     {"resized-crop", "resized-crop 0.08..1"},
                                     {"jitter, randaugment", "randaugment 2 9, jitter 0.4 0.4 0.4 0.1"},
                                     {"cutmix, flip, mixup", "flip, mixup 0.2, cutmix 1"},
                                     {"jitter 0.2 0 0.1 1e-3", "jitter 0.2 0 0.1 0.001"}}) {
        const InputStage stage = operationsNamed(text);
        EXPECT_EQ(stage.augmentation, Augmentation::Operations);
        EXPECT_EQ(augmentationName(stage), name);
        EXPECT_EQ(operationsNamed(name), stage);
        EXPECT_FALSE(stage == operationsNamed("shift 7"));
    }
    std::string all;
    for (const AugmentOperationInfo& info : augmentOperations()) {
        EXPECT_EQ(augmentOperations()[static_cast<std::size_t>(info.operation)].name, info.name);
        EXPECT_TRUE(info.syntax.starts_with(info.name)) << info.name;
        EXPECT_TRUE(operationsNamed(info.name).operations.has(info.operation)) << info.name;
        EXPECT_THAT(augmentSyntax(), HasSubstr(info.syntax));
        EXPECT_LE(info.numbers.size(), std::size_t{kAugmentNumbers});
    }
    EXPECT_EQ(augmentOperations().size(), std::size_t{kAugmentOperations});
}

TEST(Operations, RefuseWhatCannotBe) {
    for (const auto& [text, words] :
         {std::pair{"flp", "Unknown augmentation 'flp'; did you mean 'flip'? Known: none, cifar-tutorial, digits, "},
          {"", "Unknown augmentation ''"},
          {"shift 0", "Augmentation 'shift 0' cannot be: 'shift N' takes a whole number from 1 to 1000."},
          {"shift 1.5", "takes a whole number"},
          {"shift two", "takes a whole number"},
          {"shift nan", "takes a whole number"},
          {"shift 1001", "takes a whole number"},
          {"shift 2 3", "'shift 2 3' cannot be"},
          {"jitter 0.4 0.4",
           "'jitter B C S H' takes brightness from 0 to 10, contrast from 0 to 10, saturation from 0 to 10, hue from 0 "
           "to 0.5"},
          {"jitter 0 0 0 0.6", "'jitter 0 0 0 0.6' cannot be"},
          {"resized-crop 0.5", "'resized-crop A..B' takes the least part of the area from 0.01 to 1, the largest from"},
          {"resized-crop 0.7..0.5", "'resized-crop 0.7..0.5' cannot be"},
          {"resized-crop 0.5..", "cannot be"},
          {"randaugment 2.5 9", "'randaugment N M' takes operations from 1 to 14, magnitude from 0 to 30"},
          {"mixup 0", "Augmentation 'mixup 0' cannot be: 'mixup A' takes alpha from 0.01 to 100."},
          {"cutmix 101", "'cutmix A' takes alpha from 0.01 to 100"},
          {"mixup 0.2 0.2", "'mixup 0.2 0.2' cannot be"},
          {"mixup -1", "'mixup -1' cannot be"},
          {"cutmix nan", "'cutmix nan' cannot be"},
          {"mixup 1, mixup 0.2", "'mixup' stands there twice"},
          {"mixpu", "did you mean 'mixup'?"},
          {"flip 2", "'flip' takes no number"},
          {"flip,", "a comma with nothing before or after it"},
          {"flip,,shift 2", "a comma with nothing before or after it"},
          {"shift 2, shift 3", "'shift' stands there twice"},
          {"flip, alternate-flip", "expected one of the two"},
          {"flip, digits", "'digits' stands alone"}})
        EXPECT_THAT(refusal([&] { operationsNamed(text); }, ErrorCategory::Usage), HasSubstr(words)) << text;
    for (const char* fits : {"shift 22", "pad-crop 23", "erase 23"})
        EXPECT_EQ(networkInput(operationsNamed(fits), {1, 23, 40}), (ImageShape{1, 23, 40}));
    for (const auto& [text, most] : {std::pair{"shift 23", "22"}, {"pad-crop 24", "23"}, {"erase 24", "23"}})
        EXPECT_THAT(refusal(
                        [&] {
                            networkInput(operationsNamed(text), {1, 23, 40});
                        },
                        ErrorCategory::Usage),
                    HasSubstr(std::string(text) + "' is too large for images of 23x40; expected at most " + most));
}

TEST(Operations, AreOfTrainingAlone) {
    const auto store = test::syntheticStore(4, kDigit, 10);
    const std::vector<std::int64_t> ids{0, 1, 2, 3};
    const InputStage stage = operationsNamed("flip, shift 5");
    EXPECT_EQ(previewInput(stage, kDigit, *store, ids, 1, 0, false),
              previewInput({}, kDigit, *store, ids, 1, 0, false));
    EXPECT_NE(previewInput(stage, kDigit, *store, ids, 1, 0, true), previewInput({}, kDigit, *store, ids, 1, 0, true));
    EXPECT_NE(previewInput(stage, kDigit, *store, ids, 1, 0, true),
              previewInput(stage, kDigit, *store, ids, 1, 1, true));
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

// The last one with the first.
TEST(Preview, MixesNeighbours) {
    const std::int64_t bytes = 784;
    std::vector<std::uint8_t> dark(static_cast<std::size_t>(3 * bytes));
    std::fill(dark.end() - bytes, dark.end(), std::uint8_t{200});
    const auto store = memoryStore(std::move(dark), {0, 1, 2}, bytes);
    const std::vector<std::int64_t> ids{2, 0, 1};
    const auto pictures = previewInput(operationsNamed("mixup 100"), kDigit, *store, ids, 1, 0, true);
    ASSERT_EQ(std::ssize(pictures), 3 * bytes);
    const auto meanOf = [&](std::int64_t index) {
        return std::accumulate(pictures.begin() + index * bytes, pictures.begin() + (index + 1) * bytes, 0.0) / 784;
    };
    EXPECT_NEAR(meanOf(0), 100, 40); // half and half, nearly
    EXPECT_EQ(meanOf(1), 0);
    EXPECT_NEAR(meanOf(2), 100, 40);
    EXPECT_NEAR(meanOf(0) + meanOf(2), 200, 80);
    EXPECT_EQ(previewInput(operationsNamed("mixup 100"), kDigit, *store, {}, 1, 0, true).size(), 0U);
    const std::vector<float> shares = previewShares(operationsNamed("mixup 100"), kDigit, ids, 1, 0);
    ASSERT_EQ(shares.size(), 3U);
    EXPECT_NEAR(meanOf(0), 200 * shares[0], 1);
    EXPECT_NEAR(meanOf(2), 200 * (1 - shares[2]), 1);
    EXPECT_TRUE(previewShares(operationsNamed("flip"), kDigit, ids, 1, 0).empty());
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
