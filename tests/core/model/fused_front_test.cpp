// Networks whose front is fused beside those of the CPU's own way. CUDA's kernels run on the CPU here, as in
// tests/core/kernels.
#include "core/model/initial_weights.h"
#include "core/model/layers/dense_chain_op.h"
#include "core/model/layers/fused_front_op.h"
#include "core/model/zoo.h"
#include "core/tower/tower.h"
#include "tests/support/rig.h"

#include <gtest/gtest.h>

#include <map>

namespace belfry {
namespace {

constexpr const char* kOneBlock = "conv 6 3x3 same\nmaxpool 2x2 same\ndropout 0.2\ndense classes linear";
constexpr const char* kConvolutionBehind = "conv 6 3x3 same\nmaxpool 2x2 same\nconv 4 3x3 tanh\ndense classes linear";
constexpr const char* kTwoBlocks = "pad 36\nconv 4 5x5 linear\nmaxpool 2x2\nconv 6 3x3\nmaxpool 2x2\ndropout 0.3\n"
                                   "dense 12\ndense classes linear";

struct Case {
    Architecture network;
    ImageShape image{1, 28, 28};
    InputStage input;
};

std::vector<Case> cases() {
    return {{networkByName("lenet")},
            {networkByName("lenet"), {1, 28, 28}, {Augmentation::Digits, Normalisation::Centred}},
            {architectureFromText("one", kOneBlock), {3, 32, 32}, {Augmentation::CifarTutorial, {}}},
            {architectureFromText("one", kOneBlock), {3, 14, 10}, {{}, Normalisation::Standardised}},
            {architectureFromText("one", kConvolutionBehind), {3, 14, 10}},
            {architectureFromText("two", kTwoBlocks)}};
}

class FusedNetwork {
public:
    FusedNetwork(const Case& what, NetworkKernels front, Precision precision)
        : blueprint_(std::make_shared<const Blueprint>(makeBlueprint(what.network, what.image, 10, what.input))),
          weights_(at::tensor(initialWeights(*blueprint_, 1))), gradient(at::full_like(weights_, 7)),
          network_(blueprint_, at::kCPU, weights_, gradient, arithmeticFor(precision, at::kCPU), front),
          images_(at::arange(9 * what.image.bytes(), at::kLong).mul(37).remainder(253).to(at::kByte)) {
        for (const Slice& slice : blueprint_->slices)
            gradient.narrow(0, slice.offset, slice.count).zero_();
    }
    at::Tensor forward(bool training) {
        context_.training = training;
        return network_.forward(images_.const_data_ptr<std::uint8_t>(), 5, context_);
    }
    at::Tensor backward(const at::Tensor& logits) {
        network_.backward(logits - 0.1, context_, [this](int slice) { ++announced[slice]; });
        return gradient;
    }
    std::string front() const { return network_.describe().front(); }
    std::string last() const { return network_.describe().back(); }
    std::size_t slices() const { return blueprint_->slices.size(); }

private:
    std::shared_ptr<const Blueprint> blueprint_;
    at::Tensor weights_;

public:
    at::Tensor gradient;
    std::map<int, int> announced;

private:
    Network network_;
    at::Tensor images_, rows_ = at::tensor({8, 3, 3, 0, 5}, at::kLong), epoch_ = at::full({1}, 2, at::kInt);
    PassContext context_{.imageIds = rows_.const_data_ptr<std::int64_t>(),
                         .seed = 3,
                         .epoch = static_cast<const std::uint32_t*>(epoch_.const_data_ptr()),
                         .rows = rows_.const_data_ptr<std::int64_t>()};
};

double between(const at::Tensor& found, const at::Tensor& expected) {
    return (found - expected).norm().item<double>() / expected.norm().item<double>();
}

TEST(FusedNetwork, ComputesWhatTheUsualOneComputes) {
    for (const Case& what : cases()) {
        FusedNetwork usual(what, NetworkKernels::Usual, Precision::Fp32),
            fused(what, NetworkKernels::Fused, Precision::Fp32);
        SCOPED_TRACE(usual.front() + " beside " + fused.front());
        EXPECT_NE(fused.front().find("fused"), std::string::npos);
        EXPECT_EQ(fused.last().ends_with(": own fused kernels"), what.network.name != "one") << fused.last();
        EXPECT_LT(between(fused.forward(false), usual.forward(false)), 1e-5);
        const at::Tensor logits = usual.forward(true);
        EXPECT_LT(between(fused.forward(true), logits), 1e-5);
        EXPECT_LT(between(fused.backward(logits), usual.backward(logits)), 1e-5);
        EXPECT_EQ(fused.announced.size(), fused.slices());
        EXPECT_EQ(fused.announced, usual.announced); // every slice once
    }
}

// Inside all is fp32 in both: one rounding lies between, after the front.
TEST(FusedNetwork, RoundsItsOutputInBf16) {
    FusedNetwork usual(cases().front(), NetworkKernels::Usual, Precision::Bf16),
        fused(cases().front(), NetworkKernels::Fused, Precision::Bf16);
    EXPECT_EQ(fused.last(), "dense8 + linear: own kernel (panels)"); // no chain
    const at::Tensor logits = usual.forward(true);
    EXPECT_LT(between(fused.forward(true), logits), 1e-3);
    EXPECT_LT(between(fused.backward(logits), usual.backward(logits)), 1e-2);
}

TEST(FusedNetwork, CoversTheFrontsThatFit) {
    std::map<std::string, std::size_t> layers;
    for (const ZooEntry& entry : zoo())
        layers[entry.name] =
            planFusedFront(
                makeBlueprint(networkByName(entry.name),
                              entry.name.starts_with("cifar") ? ImageShape{3, 32, 32} : ImageShape{1, 28, 28}, 10, {}))
                .layers;
    for (const auto& [name, count] : layers)
        EXPECT_EQ(count, name == "lenet" ? 5U : 0U) << name;
    const auto of = [](const char* text) {
        return planFusedFront(makeBlueprint(architectureFromText("network", text), {1, 28, 28}, 10)).layers;
    };
    EXPECT_EQ(of("conv 6 5x5\nmaxpool 2x2\nconv 16 5x5\ndense classes linear"), 2U);               // no pool
    EXPECT_EQ(of("conv 6 5x5\nmaxpool 2x2\nconv 256 5x5\nmaxpool 2x2\ndense classes linear"), 2U); // too large
    EXPECT_EQ(of("conv 6 5x5 tanh\nmaxpool 2x2\ndense classes linear"), 0U);
    EXPECT_EQ(of("conv 6 5x5\nmaxpool 3x3\ndense classes linear"), 0U);
    EXPECT_EQ(of("conv 6 7x7\nmaxpool 2x2\ndense classes linear"), 0U);
    EXPECT_EQ(of("dense classes linear"), 0U);
}

TEST(FusedNetwork, ChainsTheDenseLayersAtItsEnd) {
    const auto chained = [](const std::string& text, std::size_t least = 0) {
        const Blueprint blueprint = makeBlueprint(architectureFromText("network", text), {1, 28, 28}, 10);
        const DenseChainPlan plan = planDenseChain(blueprint, least);
        EXPECT_EQ(plan.first + static_cast<std::size_t>(plan.chain.layers), blueprint.layers.size());
        return plan.chain.layers;
    };
    const std::string end = "dense classes linear";
    EXPECT_EQ(chained(end), 0);
    EXPECT_EQ(chained("dense 30\n" + end), 2);
    EXPECT_EQ(chained("dense 30\n" + end, 1), 0); // behind others that are taken
    EXPECT_EQ(chained("dense 30 linear\ndense 20\n" + end), 3);
    EXPECT_EQ(chained("dense 40\ndense 30\ndense 20\n" + end), 3);
    EXPECT_EQ(chained("dense 300\ndense 20\n" + end), 2); // the first has too many weights
    EXPECT_EQ(chained("dense 30 tanh\ndense 20\n" + end), 2);
    EXPECT_EQ(chained("dense 30\ndropout 0.5\n" + end), 0);
    EXPECT_EQ(chained("dense 30\ndense classes relu"), 0);
}

// The trial as it is on CUDA: the kernels agree, and take over.
TEST(FusedNetwork, TakesOverInATower) {
    const auto blueprint =
        std::make_shared<const Blueprint>(makeBlueprint(networkByName("lenet"), ImageShape{1, 28, 28}, 10));
    const auto store = test::syntheticStore(20, {1, 28, 28}, 10);
    Tower tower(0, at::kCPU, blueprint, 1);
    tower.weights().copy_(at::tensor(initialWeights(*blueprint, 1)));
    tower.tryNetwork(std::make_unique<Network>(blueprint, at::kCPU, tower.weights(), tower.gradient(), Arithmetic{},
                                               NetworkKernels::Fused));
    Share share;
    share.ids = {3, 7, 11};
    share.images.resize(3 * 784);
    store->read(share.ids, share.images.data());
    share.labels = {1, 0, 9};
    for (int step = 0; step < kStepsTried; ++step) {
        EXPECT_EQ(tower.describe().front().find("fused"), std::string::npos);
        tower.compute(share, 0, [](int) {});
    }
    const at::Tensor usual = tower.gradient().clone();
    EXPECT_NE(tower.describe().front().find("fused"), std::string::npos);
    EXPECT_EQ(tower.trialProblem().english(), "");
    tower.compute(share, 0, [](int) {});
    EXPECT_LT(between(tower.gradient(), usual), 1e-5);
    EXPECT_FALSE(at::equal(tower.gradient(), usual)); // by other kernels
}

} // namespace
} // namespace belfry
