// Training in bf16: N towers compute what one does, the variables are fp32, evaluation is fp32.
#include "core/kernels/kernels.h"
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"
#include "tests/core/exchange/host_collective.h"
#include "tests/support/equality.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace belfry {
namespace {

constexpr ImageShape kShape{1, 28, 28};

std::vector<float> roundedToBf16(std::vector<float> values) {
    roundToBf16({}, values.data(), values.data(), static_cast<std::int64_t>(values.size()));
    return values;
}

test::RigOptions options(const Architecture& architecture, int towers, Precision precision = Precision::Bf16) {
    return {.blueprint = std::make_shared<const Blueprint>(makeBlueprint(architecture, kShape, 10)),
            .store = test::syntheticStore(200, kShape, 10),
            .imagesPerStep = 61,
            .devices = std::vector<at::Device>(static_cast<std::size_t>(towers), at::kCPU),
            .optimizer = {.name = "sgd"},
            .precision = precision};
}

// Every image's activations are rounded the same in any tower. What differs is rounding of a share's mean: the gradient
// of its logits is divided by its images, and bf16 rounds that to 8 bits (2^-9.3 on average).
TEST(Bf16Training, HoldsForEveryExchangeAndNumberOfTowers) {
    for (const char* name : {"lenet", "tower-direct"}) {
        const test::Trace one = test::traceOf(test::Rig(options(networkByName(name), 1)), 3, 0.05);
        double largest = 0;
        for (const std::string& exchange : test::provenExchanges())
            for (const int towers : {1, 2, 3}) {
                SCOPED_TRACE(exchange + ", " + std::to_string(towers) + " towers");
                test::RigOptions several = options(networkByName(name), towers);
                several.exchange = exchange;
                several.make = test::makerOf(exchange);
                const double distance = test::follow(one, test::Rig(several), 1e-3);
                EXPECT_LE(distance, towers == 1 ? 0 : 1.0 / 128);
                largest = std::max(largest, distance);
            }
        std::printf("%s in bf16: largest ||g_N - g_1|| / ||g_1|| over 3 steps %.2g\n", name, largest);
        EXPECT_GT(largest, 1e-6); // else it was fp32
    }
}

TEST(Bf16Training, IsBitwiseReproducible) {
    const auto weightsAfter = [](int towers) {
        test::Rig rig(options(networkByName("tower-direct"), towers));
        for (int step = 0; step < 5; ++step)
            rig.step(0.05);
        return rig.variables().weights();
    };
    for (const int towers : {1, 2})
        EXPECT_EQ(weightsAfter(towers), weightsAfter(towers));
}

// Weights kept in bf16 would never move: every step is less than half of what bf16 can tell from the weight it changes.
TEST(Bf16Training, AccumulatesStepsBelowTheResolutionOfBf16) {
    constexpr int kSteps = 64;
    constexpr double kRate = 1e-4;
    test::RigOptions set = options(architectureFromText("line", "dense classes linear deviation 0.5"), 1);
    set.store = test::syntheticStore(61, kShape, 10); // the same images in every step
    test::Rig rig(set);
    const std::vector<float> start = rig.variables().weights(), roundedStart = roundedToBf16(start);
    rig.step(kRate);
    const std::vector<float> gradient = rig.variables().meanGradient();
    for (int step = 1; step < kSteps; ++step)
        rig.step(kRate);
    const std::vector<float> end = rig.variables().weights();
    double moved = 0, expected = 0, stuck = 0, weights = 0;
    for (std::size_t i = 0; i < start.size(); ++i) {
        const float step = static_cast<float>(kRate) * gradient[i];
        if (std::abs(start[i]) < 0.05f || step == 0.0f)
            continue;
        ++weights;
        stuck += roundedToBf16({roundedStart[i] - step})[0] == roundedStart[i] ? 1 : 0;
        moved += std::abs(static_cast<double>(end[i]) - static_cast<double>(start[i]));
        expected += kSteps * std::abs(static_cast<double>(step));
    }
    ASSERT_GT(weights, 1000);
    EXPECT_EQ(stuck, weights);             // no step could be seen in bf16,
    EXPECT_NEAR(moved / expected, 1, 0.1); // but all of them arrived,
    EXPECT_NE(end, roundedToBf16(end));    // and the variables hold what bf16 cannot.
}

// What is validated in training, what a weights file gives later and what a drawing is answered with are equal.
TEST(Bf16Training, AnswersInFp32) {
    const auto answers = [](Precision precision) {
        const test::RigOptions set = options(networkByName("lenet"), 1, precision);
        Tower tower(0, at::kCPU, set.blueprint, 1, precision);
        tower.weights().copy_(at::tensor(initialWeights(*set.blueprint, 3)));
        std::vector<float> logits(200 * 10);
        tower.beginPrediction(200);
        tower.predict(set.store->contiguous(), 200);
        tower.collectLogits(logits.data());
        return logits;
    };
    EXPECT_EQ(answers(Precision::Bf16), answers(Precision::Fp32));
}

} // namespace
} // namespace belfry
