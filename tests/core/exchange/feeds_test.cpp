// Whatever the feed, the same images reach the same towers with the same draws: same bits in the weights.
#include "core/model/zoo.h"
#include "tests/support/rig.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

constexpr int kSteps = 20;
constexpr ImageShape kDigit{1, 28, 28}, kPhoto{3, 32, 32};

struct Case {
    std::string name;
    Architecture architecture;
    ImageShape shape;
    InputStage input;
};
void PrintTo(const Case& c, std::ostream* out) { // in ctest's names
    *out << c.name;
}

class SameBits : public testing::TestWithParam<Case> {
protected:
    test::Rig rig(const std::string& feed, int towers) const {
        const Case& c = GetParam();
        return test::Rig(
            {.blueprint = std::make_shared<const Blueprint>(makeBlueprint(c.architecture, c.shape, 10, c.input)),
             .store = test::syntheticStore(100, c.shape, 10), // 13 steps an epoch, the last of 4 images
             .imagesPerStep = 8,
             .devices = std::vector<at::Device>(static_cast<std::size_t>(towers), at::kCPU),
             .optimizer = {.name = "sgd"}, // nothing to carry over but weights
             .feed = feed});
    }
    static std::vector<float> after(test::Rig& rig, int steps) {
        for (int step = 0; step < steps; ++step)
            rig.step(0.002);
        return rig.replica(0);
    }
};

TEST_P(SameBits, InEveryFeed) {
    for (const int towers : {1, 2, 3}) {
        test::Rig direct = rig("direct", towers);
        const std::vector<float> expected = after(direct, kSteps);
        for (const char* feed : {"queue", "resident"}) {
            test::Rig other = rig(feed, towers);
            EXPECT_EQ(after(other, kSteps), expected) << feed << ", " << towers << " towers";
        }
    }
}

TEST_P(SameBits, AfterResumingInMidEpoch) {
    for (const std::string& feed : feedNames()) {
        test::Rig whole = rig(feed, 2);
        const std::vector<float> expected = after(whole, kSteps);
        test::Rig first = rig(feed, 2), second = rig(feed, 2);
        after(first, 7);
        second.feed().restore(first.feed().position());
        second.start(first.replica(0));
        EXPECT_EQ(after(second, kSteps - 7), expected) << feed;
    }
}

// The draws belong to the images: with plain SGD, a step over three towers is one tower's, up to rounding.
TEST_P(SameBits, DrawsDoNotDependOnTowers) {
    test::Rig one = rig("resident", 1), three = rig("resident", 3);
    one.step(0);
    three.step(0);
    EXPECT_LT(test::relativeDistance(three.variables().meanGradient(), one.variables().meanGradient()), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(
    Table, SameBits,
    testing::Values(
        Case{"lenet", networkByName("lenet"), kDigit, {}},
        Case{"lenet, digits", networkByName("lenet"), kDigit, {Augmentation::Digits, Normalisation::Centred}},
        Case{"lenet, cifar-tutorial",
             networkByName("lenet"),
             kPhoto,
             {Augmentation::CifarTutorial, Normalisation::Standardised}},
        Case{"lenet, operations", networkByName("lenet"), kPhoto,
             inputStageFromNames("alternate-flip, shift 2, pad-crop 4, erase 8, jitter, randaugment", "standardised")},
        Case{"lenet, mixup", networkByName("lenet"), kPhoto,
             inputStageFromNames("alternate-flip, shift 2, mixup", "unit")},
        Case{"lenet, cutmix", networkByName("lenet"), kPhoto, inputStageFromNames("cutmix", "standardised")},
        Case{"mlp with dropout, both mixtures", mlp({.hiddenLayers = 1, .width = 32, .dropout = 0.3}), kDigit,
             inputStageFromNames("flip, mixup 1, cutmix 0.5", "centred")},
        Case{"mlp with dropout, digits",
             mlp({.hiddenLayers = 1, .width = 32, .dropout = 0.3}),
             kDigit,
             {Augmentation::Digits, Normalisation::Unit}}));

} // namespace
} // namespace belfry
