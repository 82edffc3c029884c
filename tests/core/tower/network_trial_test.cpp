// The trial of own kernels, with networks over other weights in the place of kernels that are wrong.
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"
#include "core/tower/network_trial.h"
#include "core/tower/tower.h"
#include "tests/support/rig.h"

#include <gtest/gtest.h>

#include <limits>
#include <stdexcept>

namespace belfry {
namespace {

constexpr ImageShape kDigit{1, 28, 28};

struct NetworkTrialTest : testing::Test {
    NetworkTrialTest() : usual(network(weights)), first(usual.get()) {
        weights.copy_(at::tensor(initialWeights(*blueprint, 1)));
        wrongWeights.copy_(weights);
    }
    std::unique_ptr<Network> network(const at::Tensor& over) {
        return std::make_unique<Network>(blueprint, at::kCPU, over, gradient);
    }
    NetworkTrial trialOf(std::unique_ptr<Network> candidate, Precision precision = Precision::Fp32) {
        return {std::move(candidate), blueprint, precision};
    }
    void run(Network& with) {
        const at::Tensor logits = with.forward(images.const_data_ptr<std::uint8_t>(), 5, context);
        with.backward(at::ones_like(logits), context, [](int) {});
    }
    void step(NetworkTrial& trial) {
        trial.step(usual, gradient, [this](Network& with) { run(with); });
    }
    // A weight of the slice is off by so much of the largest.
    void spoil(const std::string& slice, float share) {
        for (const Slice& s : blueprint->slices)
            if (s.name == slice)
                wrongWeights.narrow(0, s.offset, s.count).add_(share * weights.abs().max().item<float>());
    }

    std::shared_ptr<const Blueprint> blueprint =
        std::make_shared<const Blueprint>(makeBlueprint(networkByName("lenet"), kDigit, 10));
    at::Tensor weights = at::zeros({blueprint->flatSize}), wrongWeights = weights.clone(), gradient = weights.clone();
    at::Tensor images = at::arange(5 * 784, at::kInt).mul(31).remainder(256).to(at::kByte);
    PassContext context{.training = true};
    std::unique_ptr<Network> usual;
    Network* first;
};

TEST_F(NetworkTrialTest, OneThatAgreesTakesOver) {
    auto candidate = network(weights);
    Network* const own = candidate.get();
    NetworkTrial trial = trialOf(std::move(candidate));
    for (int steps = 0; steps < kStepsTried; ++steps) {
        EXPECT_TRUE(trial.isOn());
        EXPECT_EQ(usual.get(), first);
        step(trial);
    }
    EXPECT_FALSE(trial.isOn());
    EXPECT_EQ(usual.get(), own);
    EXPECT_EQ(trial.problem().english(), "");
}

// Rounding is as large as the precision has it.
TEST_F(NetworkTrialTest, OneThatIsNearAgrees) {
    const auto agrees = [&](Precision precision, double factor) {
        NetworkTrial trial = trialOf(network(weights), precision);
        trial.step(usual, gradient, [&](Network& with) {
            run(with);
            if (&with != usual.get())
                gradient.mul_(factor);
        });
        return trial.isOn();
    };
    EXPECT_TRUE(agrees(Precision::Fp32, 1.005));
    EXPECT_FALSE(agrees(Precision::Fp32, 1.05));
    at::globalContext().setAllowTF32CuBLAS(true);
    EXPECT_TRUE(agrees(Precision::Tf32, 1.05));
    EXPECT_FALSE(agrees(Precision::Tf32, 1.2));
    at::globalContext().setAllowTF32CuBLAS(false); // as while a run warms up
    EXPECT_TRUE(agrees(Precision::Tf32, 1.005));
    EXPECT_FALSE(agrees(Precision::Tf32, 1.05));
    EXPECT_TRUE(agrees(Precision::Bf16, 1.2));
    EXPECT_FALSE(agrees(Precision::Bf16, 1.4));
}

// However small its slice is beside the others.
TEST_F(NetworkTrialTest, OneThatDiffersIsNeverUsed) {
    for (const std::string slice : {"conv2.weight", "conv2.bias", "conv4.bias"}) {
        wrongWeights.copy_(weights);
        spoil(slice, 0.5F);
        NetworkTrial trial = trialOf(network(wrongWeights));
        step(trial);
        EXPECT_FALSE(trial.isOn()) << slice;
        EXPECT_EQ(usual.get(), first);
        EXPECT_EQ(trial.problem().english(), "Own kernels gave another gradient than those that they replace.");
    }
}

TEST_F(NetworkTrialTest, TheStepIsTheUsualOne) {
    run(*usual);
    const at::Tensor expected = gradient.clone();
    spoil("conv2.weight", 0.5F);
    NetworkTrial trial = trialOf(network(wrongWeights));
    gradient.zero_();
    step(trial);
    EXPECT_TRUE(at::equal(gradient, expected));
}

// A slice has so much of the whole gradient's norm, and the candidate's is off by a factor.
TEST_F(NetworkTrialTest, OneSliceThatIsWrongIsFound) {
    const Slice& slice = blueprint->slices[1];
    const auto agrees = [&](double share, double factor) {
        NetworkTrial trial = trialOf(network(weights));
        trial.step(usual, gradient, [&](Network& with) {
            run(with);
            const at::Tensor part = gradient.narrow(0, slice.offset, slice.count);
            part.mul_(share * gradient.norm().item<double>() / part.norm().item<double>());
            if (&with != usual.get())
                part.mul_(factor);
        });
        return trial.isOn();
    };
    EXPECT_TRUE(agrees(0.01, 1.005));
    EXPECT_FALSE(agrees(0.01, 1.1)); // as a whole they still agree
    EXPECT_TRUE(agrees(1e-5, 2));    // so little is rounding
}

TEST_F(NetworkTrialTest, OneThatFailsIsNeverUsed) {
    const auto problemOf = [&](const std::function<void()>& fail) {
        NetworkTrial trial = trialOf(network(weights));
        bool stepped = false;
        trial.step(usual, gradient, [&](Network& with) {
            if (&with != usual.get())
                fail();
            run(with);
            stepped = true;
        });
        EXPECT_TRUE(stepped);
        EXPECT_FALSE(trial.isOn());
        return trial.problem().english();
    };
    EXPECT_EQ(problemOf([] { throw std::runtime_error("no launch"); }), "no launch");
    EXPECT_EQ(problemOf([] { TORCH_CHECK_WITH(OutOfMemoryError, false, "full"); }),
              "There was too little memory to compare own kernels with those that they replace.");
}

// What the usual network throws ends the step, as without a trial.
TEST_F(NetworkTrialTest, FailuresOfTheUsualNetworkPass) {
    NetworkTrial trial = trialOf(network(weights));
    const auto run = [&](Network& with) {
        if (&with == usual.get())
            throw std::runtime_error("lost");
    };
    EXPECT_THROW(trial.step(usual, gradient, run), std::runtime_error);
}

// A run that diverges at once says nothing about the kernels.
TEST_F(NetworkTrialTest, StepsThatAreNotFiniteDoNotCount) {
    NetworkTrial trial = trialOf(network(weights));
    weights[0] = std::numeric_limits<float>::quiet_NaN();
    for (int steps = 0; steps < 2 * kStepsTried; ++steps)
        step(trial);
    EXPECT_TRUE(trial.isOn());
    EXPECT_EQ(trial.problem().english(), "");
}

// ---- in a tower

struct TowerTrialTest : testing::Test {
    TowerStep compute() {
        Share share;
        share.ids = {3, 7, 11};
        share.images.resize(3 * 784);
        store->read(share.ids, share.images.data());
        for (const std::int64_t id : share.ids)
            share.labels.push_back(store->label(id));
        announced = 0;
        tower.compute(share, 0, [this](int) { ++announced; });
        return tower.collect();
    }

    std::shared_ptr<const Blueprint> blueprint =
        std::make_shared<const Blueprint>(makeBlueprint(networkByName("lenet"), kDigit, 10));
    std::shared_ptr<const ImageStore> store = test::syntheticStore(40, kDigit, 10);
    Tower tower{0, at::kCPU, blueprint, 1};
    std::size_t announced = 0; // slices
};

TEST_F(TowerTrialTest, EveryStepIsTheUsualOne) {
    tower.weights().copy_(at::tensor(initialWeights(*blueprint, 1)));
    const TowerStep expected = compute();
    const at::Tensor gradient = tower.gradient().clone();
    const at::Tensor wrong = tower.weights().clone() * 1.5;
    for (const bool agrees : {false, true}) {
        tower.tryNetwork(
            std::make_unique<Network>(blueprint, at::kCPU, agrees ? tower.weights() : wrong, tower.gradient()));
        for (int steps = 0; steps < kStepsTried + 1; ++steps) {
            const TowerStep step = compute();
            EXPECT_EQ(step.lossSum, expected.lossSum);
            EXPECT_EQ(step.correct, expected.correct);
            EXPECT_TRUE(at::equal(tower.gradient(), gradient));
            EXPECT_EQ(announced, blueprint->slices.size());
        }
        EXPECT_EQ(tower.trialProblem().empty(), agrees);
    }
}

} // namespace
} // namespace belfry
