// N towers compute what one tower computes: at each of 20 steps, from equal weights, the mean gradient differs by at
// most 1e-5 in relative norm, for every exchange, also where the batch does not divide and where towers get no images.
#include "core/model/zoo.h"
#include "tests/support/equality.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

constexpr int kSteps = 20;
constexpr double kRate = 0.05;
constexpr ImageShape kShape{1, 28, 28};

struct Case {
    std::string name;
    Architecture architecture;
    std::int64_t imagesPerStep;
};
void PrintTo(const Case& c, std::ostream* out) { // in ctest's names
    *out << c.name << " by " << c.imagesPerStep;
}

Architecture perceptron(double dropout) {
    return mlp({.hiddenLayers = 2, .width = 96, .dropout = dropout});
}

class Equality : public testing::TestWithParam<Case> {
protected:
    test::RigOptions options(int towers, const std::string& exchange) const {
        return {.blueprint = std::make_shared<const Blueprint>(makeBlueprint(GetParam().architecture, kShape, 10)),
                // The epoch's last batch has two images: fewer than towers.
                .store = test::syntheticStore(3 * GetParam().imagesPerStep + 2, kShape, 10),
                .imagesPerStep = GetParam().imagesPerStep,
                .devices = std::vector<at::Device>(static_cast<std::size_t>(towers), at::kCPU),
                .exchange = exchange,
                .optimizer = {.name = "sgd"}};
    }
};

TEST_P(Equality, HoldsForEveryExchangeAndNumberOfTowers) {
    const test::Trace one = test::traceOf(test::Rig(options(1, "cpu")), kSteps, kRate);
    double largest = 0;
    for (const std::string& exchange : exchangeNames())
        for (const int towers : {1, 2, 3, 5}) {
            SCOPED_TRACE(exchange + ", " + std::to_string(towers) + " towers");
            const double distance = test::follow(one, test::Rig(options(towers, exchange)), 1e-6);
            EXPECT_LE(distance, 1e-5);
            largest = std::max(largest, distance);
        }
    std::printf("%s, %d images a step: largest ||g_N - g_1|| / ||g_1|| over %d steps %.2g\n", GetParam().name.c_str(),
                static_cast<int>(GetParam().imagesPerStep), kSteps, largest);
}

INSTANTIATE_TEST_SUITE_P(Table, Equality,
                         testing::Values(Case{"lenet", networkByName("lenet"), 60},
                                         Case{"lenet", networkByName("lenet"), 61},
                                         Case{"lenet", networkByName("lenet"), 64}, Case{"mlp", perceptron(0), 60},
                                         Case{"mlp", perceptron(0), 61}, Case{"mlp", perceptron(0), 64},
                                         Case{"mlp with dropout", perceptron(0.3), 61}));

} // namespace
} // namespace belfry
