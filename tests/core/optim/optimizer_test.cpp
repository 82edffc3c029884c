// Optimizers against the papers' formulas in double, and the schedules' values.
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/optim/optimizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

namespace belfry {

void PrintTo(const OptimizerSettings& settings, std::ostream* out) { // in ctest's names
    *out << settings.name << " momentum " << settings.momentum << " beta1 " << settings.beta1;
}

namespace {

using testing::HasSubstr;

constexpr std::size_t kSize = 40'000; // enough for the parallel path
constexpr double kRate = 0.01;

// Noisy gradient of a bowl, so that momentum and second moments matter.
std::vector<float> gradientAt(const std::vector<float>& weights, int step) {
    RandomStream random(5, Purpose::Sample, static_cast<std::uint64_t>(step));
    std::vector<float> gradient(weights.size());
    for (std::size_t i = 0; i < weights.size(); ++i)
        gradient[i] = weights[i] + static_cast<float>(random.uniform() - 0.5);
    return gradient;
}

std::vector<float> startWeights() {
    std::vector<float> weights(kSize);
    for (std::size_t i = 0; i < kSize; ++i)
        weights[i] = static_cast<float>(std::sin(static_cast<double>(i)));
    return weights;
}

// One number's optimizer in double.
struct Reference {
    OptimizerSettings settings;
    double weight = 0, first = 0, second = 0;

    void update(double gradient, int t) {
        if (settings.name == "adam") {
            first = settings.beta1 * first + (1 - settings.beta1) * gradient;
            second = settings.beta2 * second + (1 - settings.beta2) * gradient * gradient;
            const double mean = first / (1 - std::pow(settings.beta1, t));
            const double square = second / (1 - std::pow(settings.beta2, t));
            weight -= kRate * mean / (std::sqrt(square) + settings.epsilon);
            return;
        }
        const double momentum = settings.name == "sgd" ? 0 : settings.momentum;
        first = momentum * first + gradient;
        weight -= kRate * (settings.name == "nesterov" ? gradient + momentum * first : first);
    }
};

// The vector as the engine updates it: with its state, in two ranges.
struct Engine {
    explicit Engine(const OptimizerSettings& settings)
        : optimizer(makeOptimizer(settings)), weights(startWeights()),
          state(static_cast<std::size_t>(optimizer->stateVectors()), std::vector<float>(kSize, 0.0f)) {}

    void update(const std::vector<float>& gradient, std::int64_t split) {
        std::vector<float*> vectors;
        for (std::vector<float>& vector : state)
            vectors.push_back(vector.data());
        optimizer->beginStep();
        optimizer->update({}, weights.data(), gradient.data(), vectors.data(), split, kSize, kRate);
        optimizer->update({}, weights.data(), gradient.data(), vectors.data(), 0, split, kRate);
    }

    std::unique_ptr<Optimizer> optimizer;
    std::vector<float> weights;
    std::vector<std::vector<float>> state;
};

class EveryOptimizer : public testing::TestWithParam<OptimizerSettings> {};

TEST_P(EveryOptimizer, FollowsItsFormulaForAHundredSteps) {
    Engine engine(GetParam());
    std::vector<Reference> reference(kSize, Reference{GetParam()});
    for (std::size_t i = 0; i < kSize; ++i)
        reference[i].weight = engine.weights[i];
    double largest = 0;
    for (int step = 1; step <= 100; ++step) {
        const std::vector<float> gradient = gradientAt(engine.weights, step);
        engine.update(gradient, 12'345);
        for (std::size_t i = 0; i < kSize; ++i) {
            reference[i].update(gradient[i], step);
            largest = std::max(largest, std::abs(engine.weights[i] - reference[i].weight));
        }
    }
    // 100 roundings of numbers near 1 in float. (1.0f - 0.999f in Adam was off by 1.3e-5, which gave 5.4e-6 here.)
    EXPECT_LT(largest, 2e-6);
    EXPECT_EQ(engine.optimizer->step(), 100);
    std::printf("%s: largest distance from the formula after 100 steps %.2g\n", GetParam().name.c_str(), largest);
}

TEST_P(EveryOptimizer, IsTheSameInAnyRanges) {
    Engine whole(GetParam()), split(GetParam());
    for (int step = 1; step <= 5; ++step) {
        const std::vector<float> gradient = gradientAt(whole.weights, step);
        whole.update(gradient, 0);
        split.update(gradient, 64 * step);
        EXPECT_EQ(whole.weights, split.weights);
    }
}

// A weight without a gradient, as between the slices, must stay: Adam's 0 / (0 + epsilon).
TEST_P(EveryOptimizer, LeavesWeightsWithoutGradient) {
    Engine engine(GetParam());
    for (int step = 0; step < 10; ++step)
        engine.update(std::vector<float>(kSize, 0.0f), 0);
    EXPECT_EQ(engine.weights, startWeights());
}

TEST_P(EveryOptimizer, GoesOnFromItsStateAndStep) {
    Engine engine(GetParam());
    for (int step = 1; step <= 7; ++step)
        engine.update(gradientAt(engine.weights, step), 0);
    Engine resumed(GetParam());
    resumed.weights = engine.weights;
    resumed.state = engine.state;
    resumed.optimizer->restoreStep(engine.optimizer->step());
    for (int step = 8; step <= 12; ++step) {
        const std::vector<float> gradient = gradientAt(engine.weights, step);
        engine.update(gradient, 0);
        resumed.update(gradient, 0);
    }
    EXPECT_EQ(resumed.weights, engine.weights);
}

INSTANTIATE_TEST_SUITE_P(Table, EveryOptimizer,
                         testing::Values(OptimizerSettings{.name = "adam"},
                                         OptimizerSettings{.name = "adam", .beta1 = 0, .beta2 = 0.9, .epsilon = 1e-4},
                                         OptimizerSettings{.name = "sgd"}, OptimizerSettings{.name = "momentum"},
                                         OptimizerSettings{.name = "momentum", .momentum = 0},
                                         OptimizerSettings{.name = "nesterov"},
                                         OptimizerSettings{.name = "nesterov", .momentum = 0.5}));

TEST(Optimizer, KeepsAsManyVectorsAsItNeeds) {
    EXPECT_EQ(makeOptimizer({.name = "adam"})->stateVectors(), 2);
    EXPECT_EQ(makeOptimizer({.name = "sgd"})->stateVectors(), 0);
    EXPECT_EQ(makeOptimizer({.name = "momentum"})->stateVectors(), 1);
    EXPECT_EQ(makeOptimizer({.name = "momentum", .momentum = 0})->stateVectors(), 0);
    EXPECT_EQ(makeOptimizer({.name = "nesterov"})->stateVectors(), 1);
}

TEST(Optimizer, RefusesWhatCannotBe) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    for (const double bad : {-0.1, 1.0, 7.0, kNan}) {
        EXPECT_THROW(makeOptimizer({.name = "momentum", .momentum = bad}), Error) << bad;
        EXPECT_THROW(makeOptimizer({.name = "nesterov", .momentum = bad}), Error) << bad;
        EXPECT_THROW(makeOptimizer({.name = "adam", .beta1 = bad}), Error) << bad;
        EXPECT_THROW(makeOptimizer({.name = "adam", .beta2 = bad}), Error) << bad;
    }
    for (const double bad : {0.0, -1e-8, 1e-50, 2.0, kNan}) // 1e-50 is 0 as a float: 0 / 0 between the slices
        EXPECT_THROW(makeOptimizer({.name = "adam", .epsilon = bad}), Error) << bad;
    try {
        makeOptimizer({.name = "adan"});
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("did you mean 'adam'?"));
    }
}

TEST(Schedule, ConstantStays) {
    for (const std::int64_t step : {0, 1, 99, 1000})
        EXPECT_EQ(makeSchedule("constant")->rate(0.001, step, 100), 0.001);
}

TEST(Schedule, OneCycleWarmsUpAndFallsAsACosine) {
    const auto schedule = makeSchedule("one-cycle");
    const std::int64_t total = 401; // step 100 is a quarter of the way
    EXPECT_NEAR(schedule->rate(2.0, 0, total), 0.2, 1e-12);
    EXPECT_NEAR(schedule->rate(2.0, 50, total), 1.1, 1e-12);
    EXPECT_NEAR(schedule->rate(2.0, 100, total), 2.0, 1e-12);
    EXPECT_NEAR(schedule->rate(2.0, 250, total), 2.0 * 0.5005, 1e-12); // half-way down the cosine
    EXPECT_NEAR(schedule->rate(2.0, 400, total), 0.002, 1e-12);
    for (std::int64_t step = 1; step <= 400; ++step)
        EXPECT_EQ(schedule->rate(2.0, step, total) > schedule->rate(2.0, step - 1, total), step <= 100) << step;
}

// A run of one step had a thousandth of its rate: it learned nothing.
TEST(Schedule, OneCycleOfOneStepHasTheWholeRate) {
    EXPECT_EQ(makeSchedule("one-cycle")->rate(0.1, 0, 1), 0.1);
}

TEST(Schedule, OneCycleStaysInBoundsForAnyLength) {
    const auto schedule = makeSchedule("one-cycle");
    for (const std::int64_t total : {0, 1, 2, 3, 1'000'000})
        for (const std::int64_t step : {0, 1, 2, 5, 2'000'000}) {
            EXPECT_GT(schedule->rate(0.1, step, total), 0.0);
            EXPECT_LE(schedule->rate(0.1, step, total), 0.1);
        }
}

TEST(Schedule, RefusesUnknownNames) {
    EXPECT_THAT(scheduleNames(), testing::ElementsAre("constant", "one-cycle"));
    EXPECT_THROW(makeSchedule("cosine"), Error);
}

} // namespace
} // namespace belfry
