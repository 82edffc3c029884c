// Muon: what an update does with hidden matrices, and that it is the same wherever it is made.
#include "core/exchange/orthogonal_update.h"
#include "core/exchange/variables.h"
#include "core/kernels/orthogonalise.h"
#include "tests/core/exchange/host_collective.h"
#include "tests/support/equality.h"

#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>
#include <limits>

namespace belfry {
namespace {

constexpr ImageShape kPicture12{1, 12, 12};
constexpr double kMuonRate = 0.02;

std::shared_ptr<const Blueprint> muonNetwork() {
    static const auto network = std::make_shared<const Blueprint>(makeBlueprint(
        architectureFromText("net", "conv 6 3x3 relu\nconv 40 3x3 groups 2 relu\nbatchnorm relu\nmaxpool 2x2\n"
                                    "dense 20 tanh\ndense 24 tanh\ndense classes linear"),
        kPicture12, 10));
    return network;
}

std::vector<float> drawn(std::uint64_t seed) {
    const Blueprint& blueprint = *muonNetwork();
    RandomStream random(seed, Purpose::Sample);
    std::vector<float> values(static_cast<std::size_t>(blueprint.flatSize));
    for (const Slice& slice : blueprint.slices)
        for (std::int64_t i = 0; i < slice.count; ++i)
            values[static_cast<std::size_t>(slice.offset + i)] = static_cast<float>(0.1 * random.normal());
    return values;
}

at::Tensor tensorOf(const std::vector<float>& values) { return at::tensor(values); }

// Variables on the CPU, updated from gradients that are given.
struct Updated {
    explicit Updated(const OptimizerSettings& settings, const UpdateRules& rules = {})
        : optimizer(makeOptimizer(settings)),
          variables(tensorOf(drawn(1)), std::nullopt, *muonNetwork(), *optimizer, rules) {}

    void begin(double rate) {
        optimizer->beginStep();
        variables.setStepNumbers({.rate = rate});
    }
    void step(std::uint64_t seed, double rate) {
        at::Tensor mean = tensorOf(drawn(seed));
        optimizer->beginStep();
        variables.step(mean, {.rate = rate});
    }

    std::unique_ptr<Optimizer> optimizer;
    Variables variables;
};

at::Tensor matrixIn(const std::vector<float>& flat, const HiddenMatrix& matrix) {
    return tensorOf(flat).narrow(0, matrix.offset, matrix.count()).view({matrix.rows, matrix.columns}).to(at::kDouble);
}

double distanceOf(const at::Tensor& found, const at::Tensor& expected) {
    return ((found - expected).norm() / expected.norm()).item<double>();
}

// Jordan et al. 2024, in double.
TEST(Muon, FollowsItsFormulaForHiddenMatrices) {
    const OptimizerSettings settings{{.momentum = 0.7, .weightDecay = 0.5}, "muon"};
    Updated found(settings, {.biasRate = 8});
    const std::vector<HiddenMatrix> matrices = hiddenMatrices(*muonNetwork());
    ASSERT_EQ(matrices.size(), 4U); // two groups of filters and two dense layers
    std::vector<at::Tensor> weights, momenta;
    for (const HiddenMatrix& matrix : matrices) {
        weights.push_back(matrixIn(found.variables.hostWeights(), matrix));
        momenta.push_back(at::zeros_like(weights.back()));
    }
    for (std::uint64_t step = 2; step < 7; ++step) {
        found.step(step, kMuonRate);
        for (std::size_t i = 0; i < matrices.size(); ++i) {
            const at::Tensor gradient = matrixIn(drawn(step), matrices[i]);
            momenta[i] = 0.7 * momenta[i] + 0.3 * gradient;
            const double ratio = static_cast<double>(matrices[i].rows) / static_cast<double>(matrices[i].columns);
            const at::Tensor direction = orthogonalByProducts(0.3 * gradient + 0.7 * momenta[i]);
            weights[i] = (1 - kMuonRate * 0.5) * weights[i] - kMuonRate * std::sqrt(std::max(1.0, ratio)) * direction;
            EXPECT_LT(distanceOf(matrixIn(found.variables.hostWeights(), matrices[i]), weights[i]), 1e-6) << i;
        }
    }
}

// At their own rate; one-dimensional tensors at that times the rate of biases.
TEST(Muon, StepsAllElseAsAdamW) {
    const UpdateRules rules{.biasRate = 8};
    const OptimizerNumbers numbers{.beta1 = 0.8, .beta2 = 0.9, .weightDecay = 0.5, .muonOtherRate = 0.25};
    Updated muon({numbers, "muon"}, rules), adamw({numbers, "adamw"}, rules);
    for (std::uint64_t step = 2; step < 7; ++step) {
        muon.step(step, kMuonRate);
        adamw.step(step, kMuonRate * 0.25);
    }
    std::vector<float> found = muon.variables.hostWeights(), expected = adamw.variables.hostWeights();
    for (const HiddenMatrix& matrix : hiddenMatrices(*muonNetwork()))
        for (std::int64_t i = matrix.offset; i < matrix.offset + matrix.count(); ++i) {
            EXPECT_NE(found[static_cast<std::size_t>(i)], expected[static_cast<std::size_t>(i)]);
            found[static_cast<std::size_t>(i)] = expected[static_cast<std::size_t>(i)];
        }
    EXPECT_EQ(found, expected);
}

// Of whole matrices, while ranges of the vector go where they like.
TEST(Muon, IsBitwiseIndependentOfThreadsAndRanges) {
    Updated whole({.name = "muon"}), parts({.name = "muon"});
    const std::int64_t size = muonNetwork()->flatSize;
    for (std::uint64_t step = 2; step < 5; ++step) {
        omp_set_num_threads(1);
        whole.step(step, kMuonRate);
        omp_set_num_threads(3);
        const std::vector<float> mean = drawn(step);
        parts.begin(kMuonRate);
        for (const int part : {2, 0, 1, 3, 4, 5})
            parts.variables.orthogonalise(mean.data(), part, 6);
        parts.variables.update(mean.data(), 1000, size);
        parts.variables.update(mean.data(), 0, 1000);
        EXPECT_EQ(parts.variables.hostWeights(), whole.variables.hostWeights());
        EXPECT_EQ(parts.variables.hostState(), whole.variables.hostState());
    }
}

// Where updates are queued before the host has seen the gradient.
TEST(Muon, ChangesNothingOnceHalted) {
    Updated found({.name = "muon"}, {.haltUnlessFinite = true});
    found.step(2, kMuonRate);
    const std::vector<float> weights = found.variables.hostWeights();
    const auto state = found.variables.hostState();
    at::Tensor bad = tensorOf(drawn(3));
    bad[muonNetwork()->slices.front().offset] = std::numeric_limits<float>::infinity();
    found.optimizer->beginStep();
    found.variables.step(bad, {.rate = kMuonRate});
    found.step(4, kMuonRate);
    EXPECT_EQ(found.variables.hostWeights(), weights);
    EXPECT_EQ(found.variables.hostState(), state);
}

// What CUDA does, here in float and on the CPU.
TEST(Muon, HasTheSameOrthogonalMatricesByTheLibrarysProducts) {
    for (const auto& [rows, columns] : {std::pair{20, 54}, {54, 20}, {64, 64}, {1, 30}}) {
        at::Tensor matrix = at::tensor(drawn(5)).slice(0, 0, 8000).add(0.01).slice(0, 0, rows * columns);
        matrix = matrix.view({rows, columns}).contiguous();
        const at::Tensor expected = orthogonalByProducts(matrix);
        std::vector<float> scratch(static_cast<std::size_t>(orthogonaliseScratch(rows, columns)));
        orthogonalise(matrix.data_ptr<float>(), rows, columns, 1, scratch.data());
        EXPECT_LT(distanceOf(matrix, expected), 1e-4) << rows << " x " << columns;
    }
}

test::RigOptions muonOptions(int towers, const std::string& exchange) {
    return {.blueprint = std::make_shared<const Blueprint>(
                makeBlueprint(architectureFromText("net", "conv 6 3x3 relu\nconv 16 3x3 tanh\nmaxpool 2x2\n"
                                                          "dense 20 tanh\ndense 24 tanh\ndense classes linear"),
                              kPicture12, 10)),
            .store = test::syntheticStore(95, kPicture12, 10), // 31, 31, 31, 2
            .imagesPerStep = 31,
            .devices = std::vector<at::Device>(static_cast<std::size_t>(towers), at::kCPU),
            .exchange = exchange,
            .optimizer = optimizerInfo("muon").defaults,
            .make = test::makerOf(exchange)};
}

// At every step from what one tower has: its weights, momenta and feed.
void expectStepsOf(test::Rig one, test::Rig other, const std::string& what) {
    for (int step = 0; step < 8; ++step) {
        other.feed().restore(one.feed().position());
        other.optimizer().restoreStep(one.optimizer().step());
        other.variables().restore(one.variables().weights(), one.variables().averagedWeights(),
                                  one.variables().optimizerState());
        one.step(kMuonRate);
        other.step(kMuonRate);
        const std::vector<float> weights = other.variables().weights();
        EXPECT_LT(test::relativeDistance(other.variables().meanGradient(), one.variables().meanGradient()), 1e-5)
            << what;
        EXPECT_LT(test::relativeDistance(weights, one.variables().weights()), 1e-5) << what << ", step " << step;
        for (int tower = 0; tower < other.team().size(); ++tower)
            EXPECT_EQ(other.replica(tower), weights) << what << ", step " << step << ", tower " << tower;
    }
}

TEST(Muon, DoesWithManyTowersWhatItDoesWithOne) {
    for (const std::string& exchange : test::provenExchanges())
        for (const int towers : {2, 3, 5})
            expectStepsOf(test::Rig(muonOptions(1, "cpu")), test::Rig(muonOptions(towers, exchange)),
                          exchange + " with " + std::to_string(towers));
}

// A tower of `async` updates alone, with its own gradient.
TEST(Muon, UpdatesFromOneTowersGradientAlone) {
    test::Rig found(muonOptions(2, "async")), expected(muonOptions(1, "cpu"));
    for (int step = 0; step < 3; ++step) {
        for (test::Rig* rig : {&found, &expected})
            rig->team().tower(rig->team().size() - 1).gradient().fill_(0.5).narrow(0, 0, 1000).fill_(-0.25);
        const std::vector<std::int64_t> second{0, 4}, only{4};
        found.exchange().finish({second, {.rate = kMuonRate}});
        expected.exchange().finish({only, {.rate = kMuonRate}});
        EXPECT_EQ(found.variables().weights(), expected.variables().weights());
    }
}

TEST(Muon, Learns) {
    test::Rig rig(muonOptions(2, "allreduce"));
    const TowerStep first = rig.step(kMuonRate);
    for (int step = 0; step < 120; ++step)
        rig.step(kMuonRate);
    const TowerStep last = rig.step(kMuonRate);
    EXPECT_LT(last.lossSum / static_cast<double>(last.images), 0.5 * first.lossSum / static_cast<double>(first.images));
}

} // namespace
} // namespace belfry
