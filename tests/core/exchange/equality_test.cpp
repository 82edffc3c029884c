// N towers compute what one tower computes: at each step, from equal weights, the mean gradient differs by at
// most 1e-5 in relative norm, for every exchange, also where the batch does not divide and where towers get no images.
#include "core/model/zoo.h"
#include "tests/support/equality.h"

#include <gtest/gtest.h>

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
    std::vector<int> towers{1, 2, 3, 4, 5};
};
void PrintTo(const Case& c, std::ostream* out) { // in ctest's names
    *out << c.name << " by " << c.imagesPerStep;
}

Architecture perceptron(double dropout) {
    return mlp({.hiddenLayers = 2, .width = 96, .dropout = dropout});
}

// Batch norm over each tower's own images is another network.
Architecture synchronised(const std::string& name) {
    Architecture network = networkByName(name);
    for (Layer& layer : network.layers)
        if (auto* norm = std::get_if<BatchNormLayer>(&layer))
            norm->synchronised = true;
    return network;
}

class Equality : public testing::TestWithParam<Case> {
protected:
    test::RigOptions options(int towers, const std::string& exchange) const {
        const Case& c = GetParam();
        const std::int64_t wholeSteps = std::clamp(c.steps - 1, 1, 3);
        return {.blueprint = std::make_shared<const Blueprint>(makeBlueprint(c.architecture, c.shape, 10)),
                // The epoch's last batch has two images: fewer than towers.
                .store = test::syntheticStore(wholeSteps * c.imagesPerStep + 2, c.shape, 10),
                .imagesPerStep = c.imagesPerStep,
                .devices = std::vector<at::Device>(static_cast<std::size_t>(towers), at::kCPU),
                .exchange = exchange,
                .optimizer = {.name = "sgd"}};
    }
};

TEST_P(Equality, HoldsForEveryExchangeAndNumberOfTowers) {
    const Case& c = GetParam();
    const test::Trace one = test::traceOf(test::Rig(options(1, "cpu")), c.steps, kRate);
    double largest = 0;
    for (const std::string& exchange : synchronousExchangeNames())
        for (const int towers : c.towers) {
            SCOPED_TRACE(exchange + ", " + std::to_string(towers) + " towers");
            const double distance = test::follow(one, test::Rig(options(towers, exchange)), 1e-6);
            EXPECT_LE(distance, 1e-5);
            largest = std::max(largest, distance);
        }
    std::printf("%s, %d images a step: largest ||g_N - g_1|| / ||g_1|| over %d steps %.2g\n", c.name.c_str(),
                static_cast<int>(c.imagesPerStep), c.steps, largest);
}

INSTANTIATE_TEST_SUITE_P(Table, Equality,
                         testing::Values(Case{"lenet", networkByName("lenet"), 60},
                                         Case{"lenet", networkByName("lenet"), 61},
                                         Case{"lenet", networkByName("lenet"), 64}, Case{"mlp", perceptron(0), 60},
                                         Case{"mlp", perceptron(0), 61}, Case{"mlp", perceptron(0), 64},
                                         Case{"mlp with dropout", perceptron(0.3), 61}));

// The larger ones of the zoo, for as many steps as can be afforded.
INSTANTIATE_TEST_SUITE_P(Zoo, Equality,
                         testing::Values(Case{"sonnet, synchronised", synchronised("sonnet"), 31, 3},
                                         Case{"keras-mnist", networkByName("keras-mnist"), 31, 2},
                                         Case{"tower", networkByName("tower"), 13, 2},
                                         Case{"tower-direct", networkByName("tower-direct"), 13, 2},
                                         Case{"keras-cnn, synchronised", synchronised("keras-cnn"), 13, 2},
                                         Case{"cifar-tutorial", networkByName("cifar-tutorial"), 13, 2, kPhoto},
                                         Case{"tower", networkByName("tower"), 60, 1},
                                         Case{"keras-mnist", networkByName("keras-mnist"), 60, 1},
                                         Case{"wide", networkByName("wide"), 7, 1},
                                         Case{"wide", networkByName("wide"), 20, 1},
                                         Case{"cifar-vgg", networkByName("cifar-vgg"), 7, 1, kPhoto},
                                         Case{"cifar-vgg", networkByName("cifar-vgg"), 20, 1, kPhoto}));

} // namespace
} // namespace belfry
