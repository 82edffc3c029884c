// N towers compute what one tower computes: at each step, from equal weights, the mean gradient differs by at
// most 1e-5 in relative norm, for every exchange, also where the batch does not divide and where towers get no images.
#include "core/model/zoo.h"
#include "tests/core/exchange/host_collective.h"
#include "tests/support/equality.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

namespace belfry {
namespace {

constexpr double kRate = 0.05;
constexpr ImageShape kDigit{1, 28, 28}, kPhoto{3, 32, 32};

struct Case {
    std::string name;
    Architecture architecture;
    std::int64_t imagesPerStep;
    int steps = 20;
    ImageShape shape = kDigit;
};
void PrintTo(const Case& c, std::ostream* out) { // in ctest's names
    *out << c.name << " by " << c.imagesPerStep;
}

Architecture perceptron(double dropout) { return mlp({.hiddenLayers = 2, .width = 96, .dropout = dropout}); }

// The zoo has none.
Architecture averagePools() {
    return architectureFromText("pools", "conv 6 5x5 gelu\navgpool 3x3 stride 2 same\nconv 8 3x3 tanh\navgpool 2x2\n"
                                         "dense classes linear");
}

bool hasBatchNorm(const Architecture& network) {
    return std::ranges::any_of(network.lines, [](const Line& line) {
        return line.layer() && std::holds_alternative<BatchNormLayer>(*line.layer());
    });
}

// Batch norm over each tower's own images is another network.
Architecture synchronised(const std::string& name) {
    Architecture network = networkByName(name);
    for (Line& line : network.lines)
        if (auto* layer = std::get_if<Layer>(&line.content))
            if (auto* norm = std::get_if<BatchNormLayer>(layer))
                norm->synchronised = true;
    return network;
}

test::RigOptions options(const Case& c, int towers, const std::string& exchange) {
    const std::int64_t wholeSteps = std::clamp(c.steps - 1, 1, 3);
    return {.blueprint = std::make_shared<const Blueprint>(makeBlueprint(c.architecture, c.shape, 10)),
            // The epoch's last batch has two images: fewer than towers.
            .store = test::syntheticStore(wholeSteps * c.imagesPerStep + 2, c.shape, 10),
            .imagesPerStep = c.imagesPerStep,
            .devices = std::vector<at::Device>(static_cast<std::size_t>(towers), at::kCPU),
            .exchange = exchange,
            .optimizer = {.name = "sgd"},
            .make = test::makerOf(exchange)};
}

// A mean that divides by each tower's or batch's own sum of weights would be another one.
TEST(EqualityOfClassTerms, HoldsForUnevenTowersAndBalancedOrders) {
    const Case c{"weighted", perceptron(0.3), 31, 6};
    const auto weighted = [&](int towers, const std::string& exchange) {
        test::RigOptions chosen = options(c, towers, exchange);
        chosen.classTerms = {{0.2F, 3, 1, 0.5F, 0, 1, 0.7F, 2, 0.6F, 1}, {-2, -1, 0, -3, -1, 0.5F, -2, -0.5F, 1, -4}};
        chosen.sampling = Sampling::Balanced;
        return chosen;
    };
    const test::Trace one = test::traceOf(test::Rig(weighted(1, "cpu")), c.steps, kRate);
    for (const std::string& exchange : test::provenExchanges())
        for (const int towers : {2, 3, 5})
            EXPECT_LE(test::follow(one, test::Rig(weighted(towers, exchange)), 1e-6), 1e-5) << exchange << towers;
}

// In the loss alone: a network whose last biases are larger by them learns the same.
TEST(LogitOffsets, AreAsLargerBiasesOfTheLastLayer) {
    const std::vector<float> offsets{-2, -1, 0, -3, -1, 0.5F, -2, -0.5F, 1, -4};
    test::RigOptions adjusted = options({"adjusted", perceptron(0.3), 31, 6}, 2, "cpu");
    test::Rig biased(adjusted);
    adjusted.classTerms.logitOffsets = offsets;
    test::Rig offset(adjusted);
    std::vector<float> weights = offset.replica(0);
    const Blueprint& blueprint = *adjusted.blueprint;
    const Slice& biases = blueprint.slices[static_cast<std::size_t>(blueprint.layers.back().biasSlice)];
    ASSERT_EQ(biases.count, 10);
    const auto addTo = [&](std::vector<float>& all, float sign) {
        for (std::size_t i = 0; i < offsets.size(); ++i)
            all[static_cast<std::size_t>(biases.offset) + i] += sign * offsets[i];
    };
    addTo(weights, 1);
    biased.start(weights);
    for (int step = 0; step < 3; ++step) {
        const TowerStep expected = biased.step(kRate), found = offset.step(kRate);
        EXPECT_NEAR(found.lossSum, expected.lossSum, 1e-4) << step;
        EXPECT_EQ(found.correct, expected.correct);
    }
    std::vector<float> expected = biased.replica(0);
    addTo(expected, -1);
    EXPECT_LE(test::relativeDistance(offset.replica(0), expected), 1e-6);
}

class Equality : public testing::TestWithParam<Case> {};

TEST_P(Equality, HoldsForEveryExchangeAndNumberOfTowers) {
    const Case& c = GetParam();
    const test::Trace one = test::traceOf(test::Rig(options(c, 1, "cpu")), c.steps, kRate);
    double largest = 0;
    for (const std::string& exchange : test::provenExchanges())
        for (const int towers : {1, 2, 3, 4, 5}) {
            SCOPED_TRACE(exchange + ", " + std::to_string(towers) + " towers");
            const double distance = test::follow(one, test::Rig(options(c, towers, exchange)), 1e-6);
            EXPECT_LE(distance, 1e-5);
            largest = std::max(largest, distance);
        }
    std::printf("%s, %d images a step: largest ||g_N - g_1|| / ||g_1|| over %d steps %.2g\n", c.name.c_str(),
                static_cast<int>(c.imagesPerStep), c.steps, largest);
}

// Every network of the zoo without batch norm by 60 images, which 1 to 5 towers divide, and by a number that one alone
// divides. Every step is compared from one tower's weights, so that no step's error adds to the next one's: a whole
// batch, and the epoch's last of two images for up to five towers, are the least that says all, and what large networks
// get. The small ones go on, over several epochs: other weights, other images, and what a step leaves behind.
int stepsOf(const std::string& network) { return network == "lenet" ? 20 : network == "mlp" ? 5 : 2; }

const std::set<std::string> kDeep{"convnext-atto", "vit-tiny"}; // which get fewer images

enum class Label { Fast, Slow }; // fast: one of every kind of layer, in half a minute

std::vector<Case> zooCases(Label label) {
    const std::set<std::string> fast{"lenet", "mlp", "keras-mnist", "tower-direct"};
    std::vector<Case> cases;
    for (const std::string& name : networkNames()) {
        const Architecture network = networkByName(name);
        if (hasBatchNorm(network) || fast.contains(name) != (label == Label::Fast))
            continue;
        const ImageShape shape = name.starts_with("cifar") ? kPhoto : kDigit;
        const bool deep = kDeep.contains(name);
        for (const std::int64_t images : deep ? std::array{12, 7} : std::array{60, 31})
            cases.push_back({name, network, images, stepsOf(name), shape});
    }
    return cases;
}

INSTANTIATE_TEST_SUITE_P(FastZoo, Equality, testing::ValuesIn(zooCases(Label::Fast)));
INSTANTIATE_TEST_SUITE_P(Zoo, Equality, testing::ValuesIn(zooCases(Label::Slow)));
INSTANTIATE_TEST_SUITE_P(Table, Equality,
                         testing::Values(Case{"lenet", networkByName("lenet"), 61},
                                         Case{"lenet", networkByName("lenet"), 64},
                                         Case{"two layers", perceptron(0), 60}, Case{"two layers", perceptron(0), 61},
                                         Case{"two layers", perceptron(0), 64},
                                         Case{"two layers with dropout", perceptron(0.3), 61},
                                         Case{"average pools", averagePools(), 61, 5}));
INSTANTIATE_TEST_SUITE_P(Synchronised, Equality,
                         testing::Values(Case{"sonnet, synchronised", synchronised("sonnet"), 31, 3},
                                         Case{"keras-cnn, synchronised", synchronised("keras-cnn"), 13, 2}));

// A network that the filter above leaves out by mistake would be missed by nobody.
TEST(EqualityCases, CoverTheZooWithoutBatchNorm) {
    std::vector<std::string> names;
    for (const Label label : {Label::Fast, Label::Slow})
        for (const Case& c : zooCases(label))
            names.push_back(c.name + " by " + std::to_string(c.imagesPerStep));
    std::vector<std::string> expected;
    for (const char* name :
         {"lenet", "mlp", "tower", "tower-direct", "keras-mnist", "wide", "cifar-tutorial", "cifar-vgg"})
        for (const char* images : {" by 60", " by 31"})
            expected.push_back(std::string(name) + images);
    for (const char* name : {"convnext-atto", "vit-tiny"})
        for (const char* images : {" by 12", " by 7"})
            expected.push_back(std::string(name) + images);
    EXPECT_THAT(names, testing::UnorderedElementsAreArray(expected));
}

// By the plan's fractions: the mean is weighted by images, whatever each tower has of them.
TEST(UnevenShares, MatchOneTower) {
    const Architecture normed = architectureFromText(
        "normed", "conv 8 5x5 linear\nbatchnorm synchronised relu\nmaxpool 2x2\ndropout 0.2\ndense classes linear");
    for (const Architecture& network : {networkByName("lenet"), perceptron(0.3), normed}) {
        const Case c{network.name, network, 61, 5};
        const test::Trace one = test::traceOf(test::Rig(options(c, 1, "cpu")), c.steps, kRate);
        for (const std::string& exchange : test::provenExchanges())
            for (const std::vector<double>& fractions : std::vector<std::vector<double>>{
                     {0.75, 0.25}, {0.5, 0.3, 0.2}, {0.02, 0.96, 0.02}, {0.1, 0.4, 0.3, 0.2}, {4, 3, 1.5, 1, 0.5}}) {
                test::RigOptions chosen = options(c, static_cast<int>(fractions.size()), exchange);
                chosen.fractions = fractions;
                EXPECT_LE(test::follow(one, test::Rig(chosen), 1e-6), 1e-5)
                    << network.name << ", " << exchange << ", " << testing::PrintToString(fractions);
            }
    }
}

TEST(UnevenShares, FollowTheFractions) {
    test::RigOptions chosen = options({"two layers", perceptron(0), 61}, 3, "first");
    chosen.fractions = {0.5, 0.3, 0.2};
    test::Rig rig(chosen);
    rig.step(kRate);
    EXPECT_THAT(rig.images(), testing::ElementsAre(31, 18, 12));
}

} // namespace
} // namespace belfry
