// What an exchange promises from step to step: equal replicas, the weighted mean, the same bits for the same plan.
#include "core/exchange/parameter_server_exchange.h"
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"
#include "tests/core/exchange/host_collective.h"
#include "tests/core/formats/refusal.h"
#include "tests/support/rig.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace belfry {
namespace {

constexpr ImageShape kShape{1, 6, 6};

test::RigOptions options(const std::string& exchange, int towers, std::uint64_t seed = 1) {
    const Architecture network =
        architectureFromText("net", "conv 3 3x3 relu\nmaxpool 2x2\ndense 20 tanh\ndropout 0.2\ndense classes linear");
    return {.blueprint = std::make_shared<const Blueprint>(makeBlueprint(network, kShape, 10)),
            .store = test::syntheticStore(95, kShape, 10), // 31, 31, 31, 2
            .imagesPerStep = 31,
            .devices = std::vector<at::Device>(static_cast<std::size_t>(towers), at::kCPU),
            .exchange = exchange,
            .seed = seed,
            .make = test::makerOf(exchange)};
}

class EveryExchange : public testing::TestWithParam<std::string> {};

TEST_P(EveryExchange, KeepsReplicasEqualToTheBit) {
    for (const char* optimizer : {"adam", "sgd", "momentum", "nesterov"})
        for (const int towers : {1, 2, 3, 5}) {
            test::RigOptions chosen = options(GetParam(), towers);
            chosen.optimizer.name = optimizer;
            test::Rig rig(chosen);
            for (int step = 0; step < 9; ++step) {
                rig.step(0.01);
                for (int tower = 0; tower < towers; ++tower)
                    ASSERT_EQ(rig.replica(tower), rig.variables().weights())
                        << optimizer << ", tower " << tower << " of " << towers << ", step " << step;
            }
        }
}

TEST_P(EveryExchange, IsBitwiseReproducible) {
    for (const int towers : {1, 2, 3, 5}) {
        test::Rig first(options(GetParam(), towers)), second(options(GetParam(), towers));
        test::Rig other(options(GetParam(), towers, 2));
        for (int step = 0; step < 9; ++step) {
            first.step(0.01);
            second.step(0.01);
            other.step(0.01);
        }
        EXPECT_EQ(first.variables().weights(), second.variables().weights());
        EXPECT_EQ(first.variables().optimizerState(), second.variables().optimizerState());
        EXPECT_NE(first.variables().weights(), other.variables().weights());
    }
}

// Two towers with 3 and 1 images: the mean is 3/4 of the one and 1/4 of the other; a tower without images counts
// nothing.
TEST_P(EveryExchange, WeightsByTheImagesSeen) {
    test::RigOptions chosen = options(GetParam(), 3);
    chosen.optimizer = {.name = "sgd"};
    test::Rig rig(chosen);
    const std::vector<float> before = rig.replica(0);
    rig.team().tower(0).gradient().fill_(2.0);
    rig.team().tower(1).gradient().fill_(-4.0);
    rig.team().tower(2).gradient().fill_(1e30);
    const std::vector<std::int64_t> images{3, 1, 0};
    rig.exchange().finish({images, 0.125});
    EXPECT_THAT(rig.variables().meanGradient(), testing::Each(0.5f));
    for (int tower = 0; tower < 3; ++tower)
        for (std::size_t i = 0; i < before.size(); ++i)
            ASSERT_EQ(rig.replica(tower)[i], before[i] - 0.125f * 0.5f) << tower << ", " << i;
}

// The penalty of the seeds is added once for every step, whatever the number of towers.
TEST_P(EveryExchange, AddsTheL2PenaltyOnceAfterTheMean) {
    test::RigOptions chosen = options(GetParam(), 3);
    chosen.blueprint = std::make_shared<const Blueprint>(
        makeBlueprint(architectureFromText("net", "dense 4 relu\ndense classes linear decay 0.5"), kShape, 10));
    chosen.optimizer = {.name = "sgd"};
    test::Rig rig(chosen);
    const std::vector<float> before = rig.replica(0);
    for (int tower = 0; tower < 3; ++tower)
        rig.team().tower(tower).gradient().zero_();
    const std::vector<std::int64_t> images{3, 1, 2};
    rig.exchange().finish({images, 0.25});
    for (const Slice& slice : chosen.blueprint->slices)
        for (std::int64_t i = 0; i < slice.count; ++i) {
            const auto at = static_cast<std::size_t>(slice.offset + i);
            const float kept = slice.name == "dense2.weight" ? 1.0f - 0.25f * 0.5f : 1.0f;
            ASSERT_FLOAT_EQ(rig.replica(1)[at], kept * before[at]) << slice.name;
        }
}

// Running averages take the mean of the towers' statistics, weighted by images, and never see the optimizer.
TEST_P(EveryExchange, AveragesBatchStatistics) {
    test::RigOptions chosen = options(GetParam(), 3);
    chosen.blueprint = std::make_shared<const Blueprint>(makeBlueprint(
        architectureFromText("net", "dense 4 linear\nbatchnorm momentum 0.75\ndense classes linear"), kShape, 10));
    test::Rig rig(chosen);
    for (int tower = 0; tower < 3; ++tower)
        rig.team().tower(tower).gradient().fill_(tower == 0 ? 2.0 : tower == 1 ? -4.0 : 1e30);
    const std::vector<std::int64_t> images{3, 1, 0};
    rig.exchange().finish({images, 0.01});
    const BlueprintLayer& norm = chosen.blueprint->layers[1];
    const auto first = [&](int slice) {
        return rig.replica(
            2)[static_cast<std::size_t>(chosen.blueprint->slices[static_cast<std::size_t>(slice)].offset)];
    };
    EXPECT_EQ(first(norm.meanSlice), 0.25f * 0.5f);
    EXPECT_EQ(first(norm.varianceSlice), 0.75f * 1.0f + 0.25f * 0.5f);
}

TEST_P(EveryExchange, KeepsTheGapsBetweenSlicesZero) {
    test::RigOptions chosen = options(GetParam(), 2);
    test::Rig rig(chosen);
    for (int step = 0; step < 5; ++step)
        rig.step(0.01);
    std::vector<float> rest = rig.variables().weights();
    for (const Slice& slice : chosen.blueprint->slices)
        std::fill_n(rest.begin() + slice.offset, slice.count, 0.0f);
    EXPECT_THAT(rest, testing::Each(0.0f));
}

// The mean over the towers is clipped, not each tower's share: several towers give what one gives.
TEST_P(EveryExchange, ClipsTheMeanGradient) {
    const auto norm = [](const std::vector<float>& values) {
        return std::sqrt(std::inner_product(values.begin(), values.end(), values.begin(), 0.0));
    };
    test::Rig free(options(GetParam(), 3));
    free.step(0.01);
    const std::vector<float> whole = free.variables().meanGradient();
    for (const double most : {0.5 * norm(whole), 2 * norm(whole)}) {
        test::RigOptions chosen = options(GetParam(), 3);
        chosen.rules.clipNorm = most;
        test::Rig rig(chosen);
        rig.step(0.01);
        std::vector<float> expected = whole;
        if (most < norm(whole))
            for (float& value : expected)
                value *= 0.5f;
        EXPECT_LE(test::relativeDistance(rig.variables().meanGradient(), expected), 1e-6);
    }
}

// TensorFlow's ExponentialMovingAverage with num_updates, step by step.
TEST_P(EveryExchange, AveragesTheVariables) {
    for (const double decay : {0.2, 0.9999}) { // the ramp gives 2/11, 3/12, 4/13, ...
        test::RigOptions chosen = options(GetParam(), 2);
        chosen.rules.averageDecay = decay;
        test::Rig rig(chosen), plain(options(GetParam(), 2));
        const std::vector<float> start = rig.variables().weights();
        EXPECT_EQ(rig.variables().averagedWeights(), start);
        std::vector<double> average(start.begin(), start.end());
        for (int t = 1; t <= 20; ++t) {
            rig.step(0.01);
            plain.step(0.01);
            const double keep = std::min(decay, (1.0 + t) / (10.0 + t));
            const std::vector<float> weights = rig.variables().weights();
            for (std::size_t i = 0; i < average.size(); ++i)
                average[i] = keep * average[i] + (1 - keep) * weights[i];
        }
        const std::vector<float> expected(average.begin(), average.end());
        EXPECT_LE(test::relativeDistance(rig.variables().averagedWeights(), expected), 1e-6);
        EXPECT_EQ(rig.variables().weights(), plain.variables().weights()); // training itself does not change
        EXPECT_EQ(plain.variables().averagedWeights(), plain.variables().weights());
    }
}

// Biases at four times the rate, and not at four times the decay.
TEST_P(EveryExchange, StepsBiasesAtTheirOwnRate) {
    test::RigOptions chosen = options(GetParam(), 3);
    chosen.optimizer = {{.weightDecay = 0.5}, "sgd"};
    chosen.rules.biasRate = 4;
    test::Rig rig(chosen);
    const std::vector<float> start(rig.replica(0).size(), 1.0f);
    std::vector<float> weights = start;
    for (const Slice& slice : chosen.blueprint->slices) // gaps stay zero
        std::fill_n(weights.begin() + slice.offset, slice.count, 2.0f);
    rig.variables().setWeights(weights);
    for (int tower = 0; tower < 3; ++tower)
        rig.team().tower(tower).gradient().fill_(3.0);
    const std::vector<std::int64_t> images{3, 1, 2};
    rig.exchange().finish({images, 0.25});
    int biases = 0;
    for (const Slice& slice : chosen.blueprint->slices) {
        const bool bias = slice.name.ends_with(".bias");
        biases += bias ? 1 : 0;
        for (std::int64_t i = 0; i < slice.count; ++i)
            ASSERT_EQ(rig.replica(1)[static_cast<std::size_t>(slice.offset + i)],
                      2.0f * 0.875f - (bias ? 4 : 1) * 0.25f * 3.0f)
                << slice.name;
    }
    EXPECT_EQ(biases, 3);
}

// Each group of layers at its share of the rate; one that has none stays as it is, whatever its decay.
TEST_P(EveryExchange, StepsGroupsAtTheirOwnRates) {
    test::RigOptions chosen = options(GetParam(), 3);
    chosen.optimizer = {{.weightDecay = 0.5}, "sgd"};
    chosen.rules.rateGroups = true;
    test::Rig rig(chosen);
    std::vector<float> weights(rig.replica(0).size());
    for (const Slice& slice : chosen.blueprint->slices)
        std::fill_n(weights.begin() + slice.offset, slice.count, 2.0f);
    rig.variables().setWeights(weights);
    for (int tower = 0; tower < 3; ++tower)
        rig.team().tower(tower).gradient().fill_(3.0);
    const std::vector<std::int64_t> images{3, 1, 2};
    rig.exchange().finish({images, {.rate = 0.25, .groupRates = {1, 0.5, 0}}});
    for (const Slice& slice : chosen.blueprint->slices) {
        const float share = slice.name.starts_with("conv") ? 0 : slice.name.starts_with("dense3") ? 0.5f : 1;
        for (std::int64_t i = 0; i < slice.count; ++i)
            ASSERT_EQ(rig.replica(1)[static_cast<std::size_t>(slice.offset + i)],
                      2.0f * (1 - 0.125f * share) - share * 0.25f * 3.0f)
                << slice.name;
    }
}

test::RigOptions withBatchNorm(const std::string& exchange) {
    test::RigOptions chosen = options(exchange, 2);
    chosen.blueprint = std::make_shared<const Blueprint>(makeBlueprint(
        architectureFromText("net", "dense 4 linear\nbatchnorm momentum 0.75\ndense classes linear"), kShape, 10));
    chosen.optimizer = {.name = "sgd"};
    return chosen;
}

// Both towers with the same gradient, so that a step is known: w -= 0.125 g, and for running averages r += (g - r) / 4.
struct KnownSteps {
    explicit KnownSteps(const test::RigOptions& chosen) : rig(chosen) {
        const std::vector<float> start = rig.variables().weights();
        weights.assign(start.begin(), start.end());
        for (const Slice& slice : chosen.blueprint->slices)
            for (std::int64_t i = 0; i < slice.count; ++i)
                (slice.offset < chosen.blueprint->trainableSize ? trained : running)
                    .push_back(static_cast<std::size_t>(slice.offset + i));
    }
    void step(float gradient, double pull, double share) {
        for (int tower = 0; tower < 2; ++tower)
            rig.team().tower(tower).gradient().fill_(gradient);
        rig.exchange().finish({images, {0.125, pull, share}});
        for (const std::size_t i : trained)
            weights[i] -= 0.125 * gradient;
        for (const std::size_t i : running)
            weights[i] += 0.25 * (gradient - weights[i]);
    }
    void expectNear(const std::vector<float>& found, const std::vector<double>& expected) const {
        for (const auto& places : {trained, running})
            for (const std::size_t i : places)
                ASSERT_NEAR(found[i], expected[i], 1e-5) << i;
    }

    test::Rig rig;
    std::vector<std::int64_t> images{3, 1};
    std::vector<double> weights; // what they should be
    std::vector<std::size_t> trained, running;
};

// Zhang et al. 2019: every third step the slow weights go half of the way, and the others go on from there.
TEST_P(EveryExchange, LooksAhead) {
    test::RigOptions chosen = withBatchNorm(GetParam());
    chosen.rules.lookAhead = true;
    KnownSteps known(chosen);
    std::vector<double> slow = known.weights;
    for (int t = 1; t <= 12; ++t) {
        known.step(0.5f * static_cast<float>(t), t % 3 == 0 ? 0.5 : UpdateStep::kNoPull, 1);
        if (t % 3 == 0) {
            for (std::size_t i = 0; i < slow.size(); ++i)
                slow[i] += 0.5 * (known.weights[i] - slow[i]);
            known.weights = slow;
        }
        known.expectNear(known.rig.variables().weights(), known.weights);
        EXPECT_EQ(known.rig.replica(1), known.rig.variables().weights()) << t;
    }
    const auto state = known.rig.variables().optimizerState();
    ASSERT_EQ(state.size(), 1U); // the slow weights are kept with a run
    EXPECT_EQ(state[0], known.rig.variables().weights());
}

// Izmailov et al. 2018: the weights to the bit until an average begins, then the mean of those that were told to it,
// batch norm's running averages with them.
TEST_P(EveryExchange, AveragesTheToldSteps) {
    test::RigOptions chosen = withBatchNorm(GetParam());
    chosen.rules.stepAverage = true;
    KnownSteps known(chosen);
    std::vector<double> sum(known.weights.size());
    int averaged = 0;
    for (int t = 1; t <= 12; ++t) {
        const bool told = t >= 4 && t % 2 == 0;
        averaged += told ? 1 : 0;
        known.step(0.5f * static_cast<float>(t), UpdateStep::kNoPull, t < 4 ? 1 : told ? 1.0 / averaged : 0);
        for (std::size_t i = 0; told && i < sum.size(); ++i)
            sum[i] += known.weights[i];
        if (t <= 4) {
            EXPECT_EQ(known.rig.variables().averagedWeights(), known.rig.variables().weights()) << t;
        }
        std::vector<double> mean = averaged > 0 ? sum : known.weights;
        for (double& value : mean)
            value /= std::max(averaged, 1);
        known.expectNear(known.rig.variables().averagedWeights(), mean);
        known.expectNear(known.rig.variables().weights(), known.weights); // training itself does not change
    }
}

// With `first` the variables are the first tower's own weights, with `cpu` they are not: weights set behind the
// exchange's back were the start of the next step for the one and lost with the other.
TEST_P(EveryExchange, ContinuesFromTheGivenWeights) {
    test::Rig rig(options(GetParam(), 3)), reference(options("cpu", 3));
    for (test::Rig* each : {&rig, &reference}) {
        each->step(0.01);
        const std::vector<float> start = initialWeights(each->team().tower(0).blueprint(), 7);
        each->variables().setWeights(start);
        EXPECT_EQ(each->variables().weights(), start);
        for (int tower = 0; tower < 3; ++tower)
            EXPECT_EQ(each->replica(tower), start) << tower;
        each->step(0.01);
        EXPECT_NE(each->variables().weights(), start);
    }
    EXPECT_LT(test::relativeDistance(rig.variables().weights(), reference.variables().weights()), 1e-6);
}

// As a run is resumed from a checkpoint: another exchange, with the weights, their average and Adam's moments of this
// one.
TEST_P(EveryExchange, ContinuesFromARestoredState) {
    test::RigOptions chosen = options(GetParam(), 3);
    chosen.rules = {.clipNorm = 0.5, .averageDecay = 0.9, .biasRate = 2, .lookAhead = true};
    test::Rig whole(chosen), other(chosen);
    for (int step = 0; step < 5; ++step)
        whole.step(0.01);
    other.step(0.02);
    other.feed().restore(whole.feed().position());
    other.optimizer().restoreStep(whole.optimizer().step());
    other.variables().restore(whole.variables().weights(), whole.variables().averagedWeights(),
                              whole.variables().optimizerState());
    EXPECT_EQ(other.variables().averagedWeights(), whole.variables().averagedWeights());
    for (int step = 0; step < 4; ++step)
        for (test::Rig* each : {&whole, &other})
            each->step(0.01);
    EXPECT_EQ(other.variables().weights(), whole.variables().weights());
    EXPECT_EQ(other.variables().averagedWeights(), whole.variables().averagedWeights());
    EXPECT_EQ(other.variables().optimizerState(), whole.variables().optimizerState());
    for (int tower = 0; tower < 3; ++tower)
        EXPECT_EQ(other.replica(tower), whole.replica(tower)) << tower;
}

TEST_P(EveryExchange, LearnsSomething) {
    test::Rig rig(options(GetParam(), 3));
    const TowerStep first = rig.step(0.01);
    for (int step = 0; step < 60; ++step)
        rig.step(0.01);
    const TowerStep last = rig.step(0.01);
    EXPECT_LT(last.lossSum / static_cast<double>(last.images), 0.5 * first.lossSum / static_cast<double>(first.images));
}

INSTANTIATE_TEST_SUITE_P(Table, EveryExchange, testing::ValuesIn(test::provenExchanges()));

TEST(Exchange, IsFoundByName) {
    EXPECT_THAT(exchangeNames(), testing::ElementsAre("cpu", "first", "allreduce", "async"));
    EXPECT_THAT(synchronousExchangeNames(), testing::ElementsAre("cpu", "first", "allreduce"));
    EXPECT_THAT(refusal([] { exchangeRefusal("firs", {}); }, ErrorCategory::Usage),
                testing::HasSubstr("did you mean 'first'?"));
}

// A parameter server on the CPU works while the rest of the vector travels: in pieces of any size, also where all must
// be known before any is updated.
TEST(CpuParameterServer, IsBitwiseIndependentOfThePieces) {
    for (const double clipNorm : {0.0, 0.05})
        for (const int towers : {1, 3}) {
            test::RigOptions chosen = options("cpu", towers);
            chosen.optimizer.name = "adam";
            chosen.rules = {.clipNorm = clipNorm, .averageDecay = 0.9, .biasRate = 3, .lookAhead = true};
            test::Rig whole(chosen);
            chosen.make = [](TowerTeam&) { return std::make_unique<CpuExchange>(100); };
            test::Rig pieces(chosen);
            for (int step = 0; step < 4; ++step) {
                whole.step(0.01);
                pieces.step(0.01);
                ASSERT_EQ(pieces.variables().meanGradient(), whole.variables().meanGradient());
                for (int tower = 0; tower < towers; ++tower)
                    ASSERT_EQ(pieces.replica(tower), whole.replica(tower)) << clipNorm << ", " << step;
            }
            EXPECT_EQ(pieces.variables().optimizerState(), whole.variables().optimizerState());
            EXPECT_EQ(pieces.variables().averagedWeights(), whole.variables().averagedWeights());
        }
}

} // namespace
} // namespace belfry
