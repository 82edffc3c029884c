// Optimizers against the papers' formulas in double; tests/reference compares with PyTorch.
#include "core/base/error.h"
#include "core/base/random.h"
#include "core/optim/optimizer.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace belfry {

void PrintTo(const OptimizerSettings& settings, std::ostream* out) { // in ctest's names
    *out << settings.name << " momentum " << settings.momentum << " beta1 " << settings.beta1 << " epsilon "
         << settings.epsilon << " decay " << settings.weightDecay;
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

// One number's optimizer in double, written after the papers.
struct Reference {
    OptimizerSettings settings;
    double weight = 0, first = 0, second = 0, product = 1;

    void update(double gradient, int t) {
        const OptimizerSettings& s = settings;
        if (s.name == "sgd" || s.name == "momentum" || s.name == "nesterov")
            follow(gradient);
        else if (s.name == "rmsprop" || s.name == "adagrad") {
            first =
                s.name == "adagrad" ? first + gradient * gradient : s.rho * first + (1 - s.rho) * gradient * gradient;
            weight -= kRate * gradient / (std::sqrt(first) + s.epsilon);
        } else if (s.name == "adadelta") {
            first = s.rho * first + (1 - s.rho) * gradient * gradient;
            const double delta = gradient * std::sqrt(second + s.epsilon) / std::sqrt(first + s.epsilon);
            second = s.rho * second + (1 - s.rho) * delta * delta;
            weight -= kRate * delta;
        } else {
            adapt(gradient, t);
        }
    }

    void follow(double gradient) {
        const double momentum = settings.name == "sgd" ? 0 : settings.momentum;
        weight -= kRate * settings.weightDecay * weight;
        first = momentum * first + gradient;
        weight -= kRate * (settings.name == "nesterov" ? gradient + momentum * first : first);
    }

    // Adam and its kin.
    void adapt(double gradient, int t) {
        const OptimizerSettings& s = settings;
        first = s.beta1 * first + (1 - s.beta1) * gradient;
        if (s.name == "adamax") {
            second = std::max(s.beta2 * second, std::abs(gradient) + s.epsilon);
            weight -= kRate / (1 - std::pow(s.beta1, t)) * first / second;
            return;
        }
        second = s.beta2 * second + (1 - s.beta2) * gradient * gradient;
        const double square = second / (1 - std::pow(s.beta2, t));
        double mean = first / (1 - std::pow(s.beta1, t));
        if (s.name == "radam") {
            weight -= kRate * mean * rectified(t);
            return;
        }
        if (s.name == "nadam") {
            const double now = momentumAt(t), next = momentumAt(t + 1);
            product *= now;
            mean = (1 - now) * gradient / (1 - product) + next * first / (1 - product * next);
        }
        const double rate = s.name == "muon" ? kRate * s.muonOtherRate : kRate; // of what is no hidden matrix
        if (s.name == "adamw" || s.name == "muon")
            weight -= rate * s.weightDecay * weight;
        weight -= rate * mean / (std::sqrt(square) + s.epsilon);
    }

    double rectified(int t) const {
        const double power = std::pow(settings.beta2, t), all = 2 / (1 - settings.beta2) - 1;
        const double now = all - 2 * t * power / (1 - power);
        if (now <= 5)
            return 1;
        return std::sqrt((now - 4) * (now - 2) * all / ((all - 4) * (all - 2) * now)) * std::sqrt(1 - power) /
               (std::sqrt(second) + settings.epsilon);
    }

    double momentumAt(int t) const { return settings.beta1 * (1 - 0.5 * std::pow(0.96, t * settings.scheduleDecay)); }
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
        const RuleNumbers numbers = optimizer->numbers(kRate);
        optimizer->update({}, numbers.data(), weights.data(), gradient.data(), vectors.data(), split, kSize);
        optimizer->update({}, numbers.data(), weights.data(), gradient.data(), vectors.data(), 0, split);
    }

    std::unique_ptr<Optimizer> optimizer;
    std::vector<float> weights;
    std::vector<std::vector<float>> state;
};

class EveryOptimizer : public testing::TestWithParam<OptimizerSettings> {};

// Weights that had no gradient for fifty updates: their first steps are those of a run that begins. Nadam's momentum
// goes on with the run, and only its correction begins anew.
TEST_P(EveryOptimizer, BeginsAnewForWeightsThatWaited) {
    const auto late = makeOptimizer(GetParam()), fresh = makeOptimizer(GetParam());
    late->restoreStep(50);
    for (int step = 1; step <= 20; ++step) {
        late->beginStep();
        fresh->beginStep();
        const RuleNumbers found = late->numbers(kRate, kRate, 50), expected = fresh->numbers(kRate);
        for (std::size_t i = 0; i < found.size(); ++i)
            if (GetParam().name == "nadam")
                EXPECT_NEAR(found[i], expected[i], 0.3 * std::abs(expected[i])) << step;
            else
                EXPECT_EQ(found[i], expected[i]) << step;
    }
}

TEST_P(EveryOptimizer, MatchesItsFormulaForAHundredSteps) {
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

TEST_P(EveryOptimizer, IsIndependentOfTheRanges) {
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
    const bool shrinks = GetParam().weightDecay > 0 && optimizerInfo(GetParam().name).uses("weight_decay"); // but zeros
    if (shrinks)
        std::ranges::fill(engine.weights, 0.0f);
    for (int step = 0; step < 10; ++step)
        engine.update(std::vector<float>(kSize, 0.0f), 0);
    EXPECT_EQ(engine.weights, shrinks ? std::vector<float>(kSize, 0.0f) : startWeights());
}

TEST_P(EveryOptimizer, IsBitwiseIndependentOfTheThreads) {
    Engine several(GetParam()), one(GetParam());
    for (int step = 1; step <= 5; ++step) {
        const std::vector<float> gradient = gradientAt(several.weights, step);
        omp_set_num_threads(3);
        several.update(gradient, 0);
        omp_set_num_threads(1);
        one.update(gradient, 0);
        EXPECT_EQ(several.weights, one.weights);
        EXPECT_EQ(several.state, one.state);
    }
}

TEST_P(EveryOptimizer, ResumesFromItsStateAndStep) {
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

// Every optimizer as it is usual, and with parameters that show where each of them stands in the formula.
std::vector<OptimizerSettings> everyOptimizer() {
    std::vector<OptimizerSettings> all;
    for (const OptimizerInfo& info : optimizers())
        all.push_back(info.defaults);
    for (const char* name : {"rmsprop", "adagrad", "adadelta", "adam", "adamax", "nadam", "adamw", "radam"})
        all.push_back(
            {{.rho = 0.5, .beta1 = 0.6, .beta2 = 0.9, .epsilon = 1e-2, .scheduleDecay = 0.1, .weightDecay = 0.3},
             name});
    all.push_back({{.beta1 = 0, .beta2 = 0.9, .epsilon = 1e-4}, "adam"});
    all.push_back({{.beta1 = 0.6, .epsilon = 1e-2, .weightDecay = 0.3, .muonOtherRate = 0.7}, "muon"});
    all.push_back({{.momentum = 0}, "momentum"});
    all.push_back({{.momentum = 0.5}, "nesterov"});
    for (const char* name : {"sgd", "momentum", "nesterov"})
        all.push_back({{.momentum = 0.7, .weightDecay = 0.3}, name});
    all.push_back({{.momentum = 0, .weightDecay = 0.3}, "nesterov"});
    return all;
}

INSTANTIATE_TEST_SUITE_P(Table, EveryOptimizer, testing::ValuesIn(everyOptimizer()));

// Two steps with the gradients 1 and -0.5 from weight 2, rate 0.1, worked out by hand.
TEST(Optimizer, MatchesHandComputedSteps) {
    const auto twoSteps = [](OptimizerSettings settings) {
        const auto optimizer = makeOptimizer(settings);
        float weight = 2, first = 0, second = 0;
        float* const state[] = {&first, &second};
        for (const float gradient : {1.0f, -0.5f}) {
            optimizer->beginStep();
            optimizer->update({}, optimizer->numbers(0.1).data(), &weight, &gradient, state, 0, 1);
        }
        return weight;
    };
    EXPECT_FLOAT_EQ(twoSteps({.name = "sgd"}), 2 - 0.1 + 0.05);
    EXPECT_FLOAT_EQ(twoSteps({{.momentum = 0.5}, "momentum"}), 2 - 0.1 - 0); // 0.5 * 1 - 0.5 = 0
    EXPECT_FLOAT_EQ(twoSteps({{.momentum = 0.5}, "nesterov"}), 2 - 0.15 + 0.05);
    EXPECT_FLOAT_EQ(twoSteps({{.weightDecay = 1}, "sgd"}), (2 * 0.9 - 0.1) * 0.9 + 0.05);
    EXPECT_FLOAT_EQ(twoSteps({{.momentum = 0.5, .weightDecay = 1}, "momentum"}), (2 * 0.9 - 0.1) * 0.9);
    EXPECT_FLOAT_EQ(twoSteps({{.momentum = 0.5, .weightDecay = 1}, "nesterov"}), (2 * 0.9 - 0.15) * 0.9 + 0.05);
    // v: 0.75, 0.25 * 0.75 + 0.75 * 0.25 = 0.375
    EXPECT_FLOAT_EQ(twoSteps({{.rho = 0.25, .epsilon = 0.5}, "rmsprop"}),
                    2 - 0.1 / (std::sqrt(0.75) + 0.5) + 0.05 / (std::sqrt(0.375) + 0.5));
    EXPECT_FLOAT_EQ(twoSteps({{.epsilon = 0.5}, "adagrad"}), 2 - 0.1 / 1.5 + 0.05 / (std::sqrt(1.25) + 0.5));
    // v: 0.5, 0.375; d: sqrt(0.5) / sqrt(1) from u = 0, so u = 0.25; then -0.5 sqrt(0.75) / sqrt(0.875)
    EXPECT_FLOAT_EQ(twoSteps({{.rho = 0.5, .epsilon = 0.5}, "adadelta"}),
                    2 - 0.1 * std::sqrt(0.5) + 0.05 * std::sqrt(0.75 / 0.875));
    // m: 0.5, 0 (corrected 1, 0); v: 0.5, 0.375 (corrected 1, 0.5)
    EXPECT_FLOAT_EQ(twoSteps({{.beta1 = 0.5, .beta2 = 0.5, .epsilon = 0.25}, "adam"}), 2 - 0.1 / 1.25);
    EXPECT_FLOAT_EQ(twoSteps({{.beta1 = 0.5, .beta2 = 0.5, .epsilon = 0.25}, "adamax"}), 2 - 0.1 / 1.25);
    EXPECT_FLOAT_EQ(twoSteps({{.beta1 = 0.5, .beta2 = 0.5, .epsilon = 0.25, .weightDecay = 1}, "adamw"}),
                    (2 * 0.9 - 0.1 / 1.25) * 0.9);
    // r is 3 and never above 5: momentum with its correction alone
    EXPECT_FLOAT_EQ(twoSteps({{.beta1 = 0.5, .beta2 = 0.5}, "radam"}), 2 - 0.1);
    // mu is 0.25 at every step: P = 0.25, 0.0625, 0.015625
    const double first = 0.75 * 1 / 0.75 + 0.25 * 0.5 / 0.9375;
    const double second = 0.75 * -0.5 / 0.9375; // m is 0
    EXPECT_FLOAT_EQ(twoSteps({{.beta1 = 0.5, .beta2 = 0.5, .epsilon = 0.25, .scheduleDecay = 0}, "nadam"}),
                    static_cast<float>(2 - 0.1 * first / 1.25 - 0.1 * second / (std::sqrt(0.5) + 0.25)));
}

// Keras 2.0's defaults, which users of the examples know.
TEST(Optimizer, NamesItsDefaultRate) {
    const std::map<std::string, double> rates{{"sgd", 0.01},      {"momentum", 0.01}, {"nesterov", 0.01},
                                              {"rmsprop", 0.001}, {"adagrad", 0.01},  {"adadelta", 1.0},
                                              {"adam", 0.001},    {"adamax", 0.002},  {"nadam", 0.002},
                                              {"adamw", 0.001},   {"radam", 0.001},   {"muon", 0.02}};
    EXPECT_EQ(optimizers().size(), rates.size());
    for (const OptimizerInfo& info : optimizers()) {
        EXPECT_EQ(info.defaultRate, rates.at(info.name)) << info.name;
        EXPECT_EQ(info.defaults.name, info.name);
        EXPECT_EQ(info.defaults.rho, info.name == "adadelta" ? 0.95 : 0.9);
        EXPECT_EQ(info.defaults.epsilon, 1e-8);
        EXPECT_EQ(info.defaults.weightDecay, info.name == "adamw" || info.name == "muon" ? 0.01 : 0);
    }
}

// Loshchilov and Hutter's decay, and the factors of Jordan et al.
TEST(Optimizer, GivesMuonsFactors) {
    for (const OptimizerInfo& info : optimizers())
        EXPECT_EQ(makeOptimizer(info.defaults)->orthogonalises(), info.name == "muon") << info.name;
    const auto factors =
        ruleFrom<MuonRule>(makeOptimizer({{.momentum = 0.75, .weightDecay = 0.5}, "muon"})->matrixNumbers(0.25).data());
    EXPECT_EQ(factors.rate, 0.25F);
    EXPECT_EQ(factors.keep, 0.875F);
    EXPECT_EQ(factors.momentum, 0.75F);
    EXPECT_EQ(factors.rest, 0.25F);
}

TEST(AverageDecay, RampsUp) {
    EXPECT_DOUBLE_EQ(averageDecayAt(0.9999, 1), 2.0 / 11);
    EXPECT_DOUBLE_EQ(averageDecayAt(0.9999, 90), 0.91);
    EXPECT_DOUBLE_EQ(averageDecayAt(0.9999, 1'000'000), 0.9999);
    EXPECT_DOUBLE_EQ(averageDecayAt(0.5, 90), 0.5);
}

TEST(Optimizer, KeepsAsManyVectorsAsItNeeds) {
    EXPECT_EQ(makeOptimizer({.name = "adam"})->stateVectors(), 2);
    EXPECT_EQ(makeOptimizer({.name = "sgd"})->stateVectors(), 0);
    EXPECT_EQ(makeOptimizer({.name = "momentum"})->stateVectors(), 1);
    EXPECT_EQ(makeOptimizer({{.momentum = 0}, "momentum"})->stateVectors(), 0);
    EXPECT_EQ(makeOptimizer({.name = "nesterov"})->stateVectors(), 1);
    EXPECT_EQ(makeOptimizer({.name = "rmsprop"})->stateVectors(), 1);
    EXPECT_EQ(makeOptimizer({.name = "adadelta"})->stateVectors(), 2);
    EXPECT_EQ(makeOptimizer({.name = "nadam"})->stateVectors(), 2);
}

TEST(Optimizer, RefusesInvalidParameters) {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    for (const double bad : {-0.1, 1.0, 7.0, kNan}) {
        EXPECT_THROW(makeOptimizer({{.momentum = bad}, "momentum"}), Error) << bad;
        EXPECT_THROW(makeOptimizer({{.momentum = bad}, "nesterov"}), Error) << bad;
        EXPECT_THROW(makeOptimizer({{.beta1 = bad}, "adam"}), Error) << bad;
        EXPECT_THROW(makeOptimizer({{.beta2 = bad}, "adam"}), Error) << bad;
        EXPECT_THROW(makeOptimizer({{.rho = bad}, "rmsprop"}), Error) << bad;
        EXPECT_NO_THROW(makeOptimizer({{.rho = bad}, "sgd"})) << bad; // has none
    }
    for (const double bad : {-0.1, 1.5, kNan}) {
        EXPECT_THROW(makeOptimizer({{.scheduleDecay = bad}, "nadam"}), Error) << bad;
        for (const char* name : {"adamw", "sgd", "momentum", "nesterov", "muon"})
            EXPECT_THROW(makeOptimizer({{.weightDecay = bad}, name}), Error) << name << bad;
        EXPECT_NO_THROW(makeOptimizer({{.weightDecay = bad}, "adam"})) << bad; // has none
    }
    for (const double bad : {-0.1, 11.0, kNan})
        EXPECT_THROW(makeOptimizer({{.muonOtherRate = bad}, "muon"}), Error) << bad;
    for (const double bad : {0.0, -1e-8, 1e-50, 2.0, kNan}) // 1e-50 is 0 as a float: 0 / 0 between the slices
        EXPECT_THROW(makeOptimizer({{.epsilon = bad}, "adam"}), Error) << bad;
    EXPECT_THAT(refusal([] { makeOptimizer({.name = "adan"}); }, ErrorCategory::Usage),
                HasSubstr("did you mean 'adam'?"));
}

} // namespace
} // namespace belfry
