// Explicit forward and backward against LibTorch's autograd in double, layer kind by layer kind.
#include "core/base/random.h"
#include "core/model/initial_weights.h"
#include "core/model/network.h"
#include "core/model/zoo.h"
#include "tests/core/model/network_subject.h"
#include "tests/support/smooth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace belfry::test {
namespace {

std::vector<float> logitsOf(const Architecture& architecture, const ImageShape& shape, const InputStage& input,
                            const at::Tensor& images, std::int64_t count, const PassContext& context) {
    const auto blueprint = std::make_shared<const Blueprint>(makeBlueprint(architecture, shape, kClasses, input));
    Network network(blueprint, at::kCPU, at::tensor(initialWeights(*blueprint, 3)), {});
    const at::Tensor logits = network.forward(images.const_data_ptr<std::uint8_t>(), count, context);
    return {logits.const_data_ptr<float>(), logits.const_data_ptr<float>() + logits.numel()};
}

// On both ways into a network: the lane kernels' and the plain one.
const std::vector<Architecture>& fronts() {
    static const std::vector<Architecture> both{
        architectureFromText("lanes", "conv 6 5x5 relu\nmaxpool 2x2\ndense classes linear"),
        architectureFromText("plain", "dense 9 relu\ndense classes linear")};
    return both;
}

TEST(NetworkInput, GathersItsImagesByRows) {
    constexpr ImageShape kPhoto{3, 32, 32};
    const at::Tensor images = randomBytes(kPhoto, 40);
    const at::Tensor rows = at::tensor(std::vector<std::int64_t>{39, 0, 7, 7, 21}), ids = rows + 100;
    const at::Tensor gathered = images.index_select(0, rows).contiguous();
    for (const Architecture& front : fronts())
        for (const InputStage& input : {InputStage{}, InputStage{Augmentation::None, Normalisation::Standardised},
                                        InputStage{Augmentation::CifarTutorial, Normalisation::Centred}}) {
            const std::uint32_t epoch = 1;
            PassContext context{true, ids.const_data_ptr<std::int64_t>(), 5, &epoch};
            const auto expected = logitsOf(front, kPhoto, input, gathered, 5, context);
            context.rows = rows.const_data_ptr<std::int64_t>();
            EXPECT_EQ(logitsOf(front, kPhoto, input, images, 5, context), expected) << front.name;
        }
}

TEST(NetworkInput, EvaluatesTheCentreCrop) {
    const at::Tensor images = randomBytes({3, 32, 32}, 20);
    const at::Tensor centre = images.narrow(1, 4, 24).narrow(2, 4, 24).contiguous();
    for (const Architecture& front : fronts())
        EXPECT_EQ(logitsOf(front, {3, 32, 32}, {Augmentation::CifarTutorial, Normalisation::Unit}, images, 20, {}),
                  logitsOf(front, {3, 24, 24}, {}, centre, 20, {}))
            << front.name;
}

TEST(Network, AgreesWithAutogradInDenseLayers) {
    expectAutograd("dense 6 linear", kUneven);
    expectAutograd("dense 13 linear\ndense 9 linear", kUneven);
    expectAutograd("dense 13 relu\ndense 9 relu", kUneven);
    expectAutograd("dense 13 elu\ndense 9 elu", kUneven);
    expectAutograd("dense 13 tanh\ndense 9 tanh", kUneven);
    expectAutograd("dense 13 sigmoid\ndense 9 sigmoid", kUneven);
    expectAutograd("dense 13 hard_sigmoid\ndense 9 hard_sigmoid", kUneven);
    expectAutograd("dense 13 softplus\ndense 9 softplus", kUneven);
    expectAutograd("dense 13 gelu\ndense 9 gelu", kUneven);
}

// A convolution got a flat vector where it wanted pictures, and the run failed.
TEST(Network, AgreesWithAutogradInConvolutionsAfterDenseLayers) {
    expectAutograd("dense 13 tanh\nconv 9 1x1 tanh\ndense 6 relu", kUneven);
    expectAutograd("dense 13 tanh\nconv 9 3x3 same relu\nlrn 2", kUneven);
}

TEST(Network, AgreesWithAutogradInConvolutions) {
    expectAutograd("conv 5 3x3 relu", kUneven);
    expectAutograd("conv 5 3x3 tanh\nconv 4 2x2 sigmoid", kUneven);
    expectAutograd("conv 5 3x3 elu\nconv 4 1x1 linear", kUneven);
    expectAutograd("conv 5 3x3 gelu\nmaxpool 2x2\nconv 4 2x2 gelu", kUneven);
    expectAutograd("conv 4 3x3 stride 2 tanh\nconv 3 2x2 stride 3 tanh", kUneven);
    expectAutograd("conv 5 3x3 same tanh\nconv 4 5x5 same elu", kUneven);
    // Odd totals: one more zero below and on the right, also in one direction only.
    expectAutograd("conv 5 4x4 same tanh\nconv 4 2x2 same sigmoid", kUneven);
    expectAutograd("conv 4 3x3 stride 2 same tanh\nconv 3 3x3 stride 2 same tanh", kUneven);
    expectAutograd("conv 4 3x3 stride 2 symmetric tanh\nconv 3 4x4 symmetric tanh", kUneven);
    expectAutograd("conv 5 3x3 symmetric relu\nmaxpool 3x3 stride 2 symmetric", kUneven);
    expectAutograd("conv 32 3x3 symmetric tanh\nconv 32 5x5 symmetric elu\navgpool 3x3 stride 2 symmetric", kUneven);
    expectAutograd("conv 4 5x5 stride 3 same relu\nconv 3 4x4 stride 2 same relu", kUneven);
    // A stride wider than the kernel leaves pixels out.
    expectAutograd("conv 4 2x2 stride 3 same tanh\nconv 3 1x1 stride 2 same tanh", kUneven);
}

// Odd sizes, channels that fill no vector, zeros around by either way, and more tiles than are computed at a time.
TEST(Network, AgreesWithAutogradInWinogradConvolutions) {
    expectAutograd("conv 32 3x3 same tanh\nconv 60 3x3 same elu", kUneven);
    expectAutograd("conv 32 3x3 same gelu\nconv 60 3x3 same gelu", kUneven);
    expectAutograd("conv 58 2x2 tanh\nconv 61 3x3 relu\nmaxpool 2x2", kUneven);
    expectAutograd("conv 32 1x1 tanh\npad 12\nconv 57 3x3 tanh", kSquare);
    expectAutograd("conv 64 3x3 same tanh\nconv 64 3x3 same relu", {1, 28, 28});
    expectAutograd("conv 32 5x5 same tanh\nconv 60 5x5 same elu", kUneven);
    expectAutograd("conv 32 1x1 tanh\npad 12\nconv 57 5x5 relu", kSquare);
    const auto second = [](const char* text) {
        return Subject(std::string("conv 56 1x1 tanh\n") + text + "\ndense classes linear", kUneven)
            .network.describe()[2];
    };
    for (const char* text : {"conv 32 3x3 relu", "conv 32 5x5 same relu"})
        EXPECT_NE(second(text).find("Winograd"), std::string::npos) << text;
    for (const char* text : {"conv 15 3x3 relu", "conv 17 3x3 relu", "conv 32 4x4 relu", "conv 32 3x3 stride 2 relu"})
        EXPECT_EQ(second(text).find("Winograd"), std::string::npos) << text;
}

// Up to 64 filters over few channels go through the lane kernels when a pool follows; without one they do not.
TEST(Network, FusesWideFirstConvolutions) {
    expectAutograd("conv 50 3x3 relu\nmaxpool 2x2", kUneven);
    const auto front = [](const char* text) {
        return Subject(std::string(text) + "\ndense classes linear", kUneven).network.describe()[0];
    };
    EXPECT_EQ(front("conv 64 3x3 relu\nmaxpool 2x2"), "input + conv1 + pool: own lane-batched kernels");
    for (const char* text : {"conv 64 3x3 relu", "conv 65 3x3 relu\nmaxpool 2x2", "conv 64 3x3 relu\nmaxpool 3x3"})
        EXPECT_EQ(front(text).find("lane"), std::string::npos) << text;
}

TEST(Network, AgreesWithAutogradInPooling) {
    expectAutograd("conv 4 3x3 tanh\nmaxpool 2x2", kUneven);
    expectAutograd("conv 4 3x3 relu\nmaxpool 2x2", kUneven);
    expectAutograd("conv 4 3x3 tanh\nmaxpool 3x3 stride 2", kUneven);
    expectAutograd("conv 4 3x3 tanh\nmaxpool 2x2 stride 3\nconv 3 1x1 tanh", kUneven);
    expectAutograd("maxpool 2x2\nconv 4 2x2 tanh", kUneven);
    // Windows over one another, and lines outside the picture that never win, not even over negative numbers.
    expectAutograd("conv 4 3x3 tanh bias -3\nmaxpool 3x3 stride 2 same", kUneven);
    expectAutograd("conv 40 3x3 relu\nmaxpool 3x3 stride 2 same", kUneven);
    expectAutograd("conv 4 3x3 relu\nmaxpool 3x3 stride 1 same\nconv 3 2x2 relu\nmaxpool 2x2 stride 2 same", kUneven);
}

TEST(Network, AgreesWithAutogradInAveragePooling) {
    expectAutograd("conv 4 3x3 tanh\navgpool 2x2", kUneven);
    expectAutograd("conv 40 3x3 relu\navgpool 3x3 stride 2", kUneven);
    expectAutograd("conv 4 3x3 tanh\navgpool 2x2 stride 3\nconv 3 1x1 tanh", kUneven);
    expectAutograd("avgpool 2x2\nconv 4 2x2 tanh\nmaxpool 2x2", kUneven);
    expectAutograd("dense 9 tanh\navgpool 1x1\ndense 6 tanh", kUneven);
    // Windows that reach over the picture: alike on both sides, and by an odd line in one direction or in both.
    expectAutograd("conv 4 3x3 tanh\navgpool 3x3 stride 1 same\nconv 3 2x2 relu\navgpool 2x2 stride 2 same", kUneven);
    expectAutograd("conv 4 3x3 tanh\navgpool 3x3 stride 2 same", kUneven);
    expectAutograd("conv 4 3x3 tanh\navgpool 4x4 stride 1 same\navgpool 7x7 same", kSquare);
}

// The convention of PyTorch's count_include_pad=False, where both pad alike.
TEST(Network, AveragesOnlyThePixelsInsideTheImage) {
    Subject subject("avgpool 3x3 stride 1 same\ndense classes linear", kSquare);
    const at::Tensor images = randomBytes(kSquare, kImages);
    const at::Tensor pictures = images.to(at::kFloat).permute({0, 3, 1, 2}) / 255.0;
    const at::Tensor means = at::avg_pool2d(pictures, {3, 3}, {1, 1}, {1, 1}, false, /*count_include_pad=*/false);
    const at::Tensor expected =
        at::linear(means.permute({0, 2, 3, 1}).flatten(1), subject.slice(0).view({kClasses, -1}), subject.slice(1));
    EXPECT_TRUE(at::allclose(subject.forward(images, trainingPass()), expected, 1e-5, 1e-5));
}

TEST(Network, AgreesWithAutogradInResponseNormalisation) {
    expectAutograd("conv 9 3x3 tanh\nlrn 4 bias 1 alpha 0.5 beta 0.75", kUneven);
    expectAutograd("conv 37 3x3 relu\nlrn 4 bias 1 alpha 0.5 beta 0.75\nconv 4 3x3 relu\nlrn 1 beta 0.5", kUneven);
    expectAutograd("conv 5 3x3 relu\nmaxpool 2x2\nlrn 2 bias 2 alpha 0.3 beta 0.6\ndense 20 tanh\nlrn 3", kUneven);
    expectAutograd("conv 5 3x3 relu\nlrn 0\nmaxpool 2x2", kUneven);
    expectAutograd("lrn 1\ndense 9 tanh", kUneven);
}

TEST(Network, AgreesWithAutogradInBatchNorm) {
    expectAutograd("conv 5 3x3 tanh\nbatchnorm\nconv 4 3x3 linear\nbatchnorm no-scale relu\nmaxpool 2x2", kUneven);
    expectAutograd("dense 13 linear\nbatchnorm epsilon 0.1 tanh\ndense 9 relu\nbatchnorm elu", kUneven);
    expectAutograd("batchnorm relu\ndense 9 tanh", kUneven);
    expectAutograd("batchnorm gelu\ndense 9 tanh\nbatchnorm gelu", kUneven);
}

// In training the gradient's places of the running averages hold the batch's mean and variance; in evaluation the
// running averages take their place.
TEST(Network, KeepsTheBatchStatistics) {
    Subject subject("dense 6 linear\nbatchnorm\ndense classes linear", kSquare);
    const at::Tensor images = randomBytes(kSquare, kImages);
    const BlueprintLayer& norm = subject.blueprint->layers[1];
    const at::Tensor logits = subject.forward(images, trainingPass());
    subject.network.backward(logits, Subject::context(trainingPass()), [](int) {});
    const at::Tensor hidden =
        at::linear(images.view({kImages, -1}) / 255.0, subject.slice(0).view({6, -1}), subject.slice(1));
    const auto kept = [&](int slice) {
        return subject.gradient.narrow(0, subject.blueprint->slices[static_cast<std::size_t>(slice)].offset, 6);
    };
    EXPECT_TRUE(at::allclose(kept(norm.meanSlice), hidden.mean(0), 1e-4, 1e-6));
    EXPECT_TRUE(at::allclose(kept(norm.varianceSlice), hidden.var(0, /*unbiased=*/false), 1e-4, 1e-6));

    const ReferencePass evaluation{.training = false, .imageIds = {}};
    const at::Tensor expected =
        referenceForward(*subject.blueprint, subject.weights.to(at::kDouble), images, evaluation);
    EXPECT_LT(relativeDistance(subject.forward(images, evaluation), expected), 2e-6);
}

TEST(Network, AgreesWithAutogradInPadding) {
    expectAutograd("pad 12\nconv 3 3x3 tanh", kSquare);
    expectAutograd("pad 11\nconv 3 3x3 tanh", kSquare);
    expectAutograd("pad 12\nconv 3 4x4 same tanh", kSquare);
    expectAutograd("pad 13\nconv 3 3x3 tanh", kUneven);
    expectAutograd("conv 3 3x3 tanh\npad 10\nconv 3 3x3 tanh", kSquare);
    expectAutograd("conv 3 3x3 tanh\npad 9\nconv 3 3x3 tanh", kSquare);
    expectAutograd("conv 3 3x3 tanh\npad 9\nmaxpool 2x2", kSquare);
    expectAutograd("conv 3 3x3 tanh\npad 9", kSquare);
    expectAutograd("pad 10\npad 12\nconv 3 3x3 tanh", kSquare);
    expectAutograd("pad 4\nconv 3 3x3 tanh", kSquare);
}

TEST(Network, AgreesWithAutogradInDropout) {
    expectAutograd("dense 20 relu\ndropout 0.5\ndense 9 tanh\ndropout 0.3", kUneven);
    expectAutograd("conv 4 3x3 tanh\ndropout 0.4\nconv 3 3x3 tanh\ndropout 0.2", kUneven);
    expectAutograd("dropout 0.25\ndense 9 tanh", kUneven);
    expectAutograd("dense 9 tanh\ndropout 0", kUneven);
}

// The backward pass got the logits' shape where the last convolution wanted pictures, and the run failed.
TEST(Network, AgreesWithAutogradWithoutDenseLayers) {
    Subject subject("conv 4 3x3 tanh\nconv 5 6x6 linear", kSquare);
    const at::Tensor images = randomBytes(kSquare, kImages);
    const at::Tensor logits = subject.forward(images, trainingPass());
    ASSERT_EQ(logits.sizes().vec(), (std::vector<std::int64_t>{kImages, kClasses}));
    const at::Tensor outputGradient = at::linspace(-1, 2, kImages * kClasses).view({kImages, kClasses});
    subject.network.backward(outputGradient, Subject::context(trainingPass()), [](int) {});
    const at::Tensor leaf = subject.weights.to(at::kDouble).requires_grad_();
    (referenceForward(*subject.blueprint, leaf, images, trainingPass()) * outputGradient).sum().backward();
    EXPECT_LT(relativeDistance(subject.gradient, leaf.grad()), 5e-6);
}

// Logits and gradient of autograd on weights of this type.
std::pair<at::Tensor, at::Tensor> autograd(const Subject& subject, const at::Tensor& images,
                                           const at::Tensor& outputGradient, at::ScalarType type) {
    const at::Tensor leaf = subject.weights.to(type).clone().requires_grad_();
    const at::Tensor logits = referenceForward(*subject.blueprint, leaf, images, trainingPass());
    (logits * outputGradient).sum().backward();
    return {logits.detach(), leaf.grad().narrow(0, 0, subject.blueprint->trainableSize)};
}

bool hasBatchNorm(const Architecture& network) {
    return std::ranges::any_of(network.lines, [](const Line& line) {
        return line.layer() && std::holds_alternative<BatchNormLayer>(*line.layer());
    });
}

// Rounding grows with every batch norm over few numbers: deep networks may be as far off as autograd in fp32 is.
TEST(Network, LowersTheZooLikeAutograd) {
    const std::set<std::string> tooLong{"wide",      "cifar-vgg",    "keras-cnn",          "resnet-18",
                                        "resnet-50", "mobilenet-v2", "efficientnet-lite0", "cifar-94"};
    for (const std::string& name : networkNames()) {
        if (tooLong.contains(name))
            continue; // seconds in double, and no layer that the others do not have
        const Architecture network = networkByName(name);
        Subject subject(hasBatchNorm(network) ? smooth(network) : network, {1, 28, 28}, 10);
        const std::vector<float> start = initialWeights(*subject.blueprint, 1);
        std::copy(start.begin(), start.end(), subject.weights.data_ptr<float>());
        const at::Tensor images = randomBytes({1, 28, 28}, kImages);
        const at::Tensor logits = subject.forward(images, trainingPass());
        const at::Tensor outputGradient = at::linspace(-1, 2, logits.numel()).view(logits.sizes()).sin();
        subject.network.backward(outputGradient, Subject::context(trainingPass()), [](int) {});
        const auto [expected, gradient] = autograd(subject, images, outputGradient, at::kDouble);
        const auto [rounded, roundedGradient] = autograd(subject, images, outputGradient, at::kFloat);
        EXPECT_LT(relativeDistance(logits, expected), std::max(2e-6, 4 * relativeDistance(rounded, expected))) << name;
        EXPECT_LT(relativeDistance(subject.gradient.narrow(0, 0, subject.blueprint->trainableSize), gradient),
                  std::max(5e-6, 4 * relativeDistance(roundedGradient, gradient)))
            << name;
    }
}

TEST(Network, ReportsEverySliceOnceFromTheLastLayer) {
    Subject subject(networkByName("lenet"), {1, 28, 28}, 10);
    subject.forward(randomBytes({1, 28, 28}, kImages), trainingPass());
    std::vector<int> slices;
    subject.network.backward(at::ones({kImages, 10}), Subject::context(trainingPass()),
                             [&](int slice) { slices.push_back(slice); });
    EXPECT_THAT(slices, testing::ElementsAre(8, 9, 6, 7, 4, 5, 2, 3, 0, 1));
}

TEST(Network, KeepsTheGapsBetweenSlicesZero) {
    Subject subject(networkByName("lenet"), {1, 28, 28}, 10);
    subject.forward(randomBytes({1, 28, 28}, kImages), trainingPass());
    subject.network.backward(at::ones({kImages, 10}), Subject::context(trainingPass()), [](int) {});
    at::Tensor rest = subject.gradient.clone();
    for (const Slice& slice : subject.blueprint->slices)
        rest.narrow(0, slice.offset, slice.count).zero_();
    EXPECT_EQ(rest.abs().sum().item<float>(), 0.0f);
}

TEST(Network, FoldsEvenPaddingIntoTheConvolution) {
    EXPECT_EQ(Subject("pad 12\nconv 5 12x12 linear", kSquare).network.describe().size(), 2U);
    EXPECT_EQ(Subject("pad 11\nconv 5 11x11 linear", kSquare).network.describe().size(), 3U);
}

TEST(Network, DisablesDropoutInEvaluation) {
    Subject subject("dropout 0.9\ndense 9 tanh\ndropout 0.9\ndense classes linear", kSquare);
    const at::Tensor images = randomBytes(kSquare, kImages);
    const ReferencePass evaluation{.training = false, .imageIds = {}};
    const at::Tensor expected =
        referenceForward(*subject.blueprint, subject.weights.to(at::kDouble), images, evaluation);
    EXPECT_LT(relativeDistance(subject.forward(images, evaluation), expected), 2e-6);
}

// Of each way of a convolution, whose weights change afterwards; with its bias and without; with norms that have
// an activation, or no scale. A norm after an activation stays, and one whose input others get, too.
TEST(Network, FoldsBatchNormIntoFixedWeights) {
    const std::string text =
        "conv 16 7x7 same tanh\nconv 16 3x3 same no-bias linear\nbatchnorm relu\n"
        "conv 32 3x3 same linear\nbatchnorm no-scale gelu\ndepthwise 3x3 linear\nbatchnorm relu6\n"
        "conv 9 1x1 no-bias linear\nbatchnorm\nconv 8 5x5 same linear\nbatchnorm epsilon 0.1 tanh\n"
        "conv 6 3x3 tanh\nbatchnorm\ndense classes linear";
    Subject subject(text, kUneven);
    Network plain(subject.blueprint, at::kCPU, subject.weights, {});
    const std::vector<std::string> ops = plain.describe();
    EXPECT_EQ(std::ranges::count_if(ops, [](const std::string& op) { return op.ends_with(" in its weights"); }), 5);
    EXPECT_EQ(ops.size() + 5, subject.network.describe().size());
    const at::Tensor images = randomBytes(kUneven, kImages);
    for (int pass = 0; pass < 2; ++pass) {
        const at::Tensor expected = referenceForward(*subject.blueprint, subject.weights.to(at::kDouble), images,
                                                     {.training = false, .imageIds = {}});
        const at::Tensor logits = plain.forward(images.const_data_ptr<std::uint8_t>(), kImages, {});
        EXPECT_LT(relativeDistance(logits, expected), 2e-6) << pass;
        subject.weights.mul_(1.5);
    }
    const auto opsOf = [](const std::string& residual) {
        const Subject graph(residual, kSquare);
        return Network(graph.blueprint, at::kCPU, graph.weights, {}).describe().size();
    };
    EXPECT_EQ(opsOf("conv 8 7x7 same linear as c\nbatchnorm\nadd c\ndense classes linear"), 5U);
}

// With the dropout behind it where that is its own; what others get as well, or a dropout behind a tanh, stays.
TEST(Network, MultipliesDenseLayersByOwnKernels) {
    const auto opsOf = [](const std::string& layers) {
        const Subject subject(layers + "\ndense classes linear", kSquare);
        std::vector<std::string> ops = subject.network.describe();
        return std::vector<std::string>(ops.begin() + 1, ops.end() - 1);
    };
    using Ops = std::vector<std::string>;
    const std::string own = ": own kernel (panels)";
    EXPECT_EQ(opsOf("dense 9\ndropout 0.5"), Ops{"dense1 + relu + dropout" + own});
    EXPECT_EQ(opsOf("dense 9 tanh\ndropout 0.5").front(), "dense1 + tanh" + own);
    EXPECT_EQ(opsOf("dense 9 tanh\ndropout 0.5").size(), 2U);
    EXPECT_EQ(opsOf("dense 9 as d\ndropout 0.5\nadd d").size(), 3U);
}

TEST(Network, EvaluatesWithoutAGradientVector) {
    Subject subject("conv 4 3x3 tanh\nmaxpool 2x2\ndense classes linear", kSquare);
    Network plain(subject.blueprint, at::kCPU, subject.weights, {});
    const at::Tensor images = randomBytes(kSquare, kImages);
    const at::Tensor logits = plain.forward(images.const_data_ptr<std::uint8_t>(), kImages, {});
    EXPECT_TRUE(at::equal(logits, subject.forward(images, {.training = false, .imageIds = {}})));
}

TEST(Network, IsBitwiseReproducible) {
    Subject first(networkByName("lenet"), {1, 28, 28}, 10), second(networkByName("lenet"), {1, 28, 28}, 10);
    const at::Tensor images = randomBytes({1, 28, 28}, kImages);
    for (Subject* subject : {&first, &second}) {
        const at::Tensor logits = subject->forward(images, trainingPass());
        subject->network.backward(logits, Subject::context(trainingPass()), [](int) {});
    }
    EXPECT_TRUE(at::equal(first.gradient, second.gradient));
}

} // namespace
} // namespace belfry::test
