// bf16 forward and backward against LibTorch's autograd in double, layer kind by layer kind, in both arithmetics: with
// operands in bf16, as devices with instructions for it have them, and with operands widened to fp32.
//
// Tolerances are norms: bf16 keeps 8 bits, so that a number is off by at most 2^-8 of itself and by about 2^-9.3 on
// average. Every layer rounds its output and its gradient, and where it multiplies the weights too.
#include "core/base/random.h"
#include "core/model/initial_weights.h"
#include "core/model/network.h"
#include "core/model/zoo.h"
#include "tests/core/model/reference_network.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

constexpr std::int64_t kImages = 7;
constexpr int kClasses = 5;
constexpr ImageShape kUneven{3, 11, 8};
constexpr double kRounding = 1.0 / 256;
// A handful of roundings on the way. A ReLU or pool that decides otherwise after them moves whole gradients to other
// numbers: seven images are few, so that it shows.
constexpr double kLogits = 2 * kRounding, kGradient = 4 * kRounding, kDecided = 16 * kRounding;

const std::vector<Arithmetic>& arithmetics() {
    static const std::vector<Arithmetic> both{{at::kBFloat16, at::kBFloat16}, {at::kBFloat16, at::kFloat}};
    return both;
}

at::Tensor randomBytes(const ImageShape& shape) {
    at::Tensor images = at::empty({kImages, shape.height, shape.width, shape.channels}, at::kByte);
    RandomStream random(3, Purpose::Sample);
    for (std::int64_t i = 0; i < images.numel(); ++i)
        images.data_ptr<std::uint8_t>()[i] = static_cast<std::uint8_t>(random.next());
    return images;
}

test::ReferencePass trainingPass() {
    return {.training = true, .imageIds = {40, 3, 17, 0, 9, 1'000'000, 5}, .seed = 21, .epoch = 2};
}

PassContext contextOf(const test::ReferencePass& pass) {
    return {pass.training, pass.imageIds.data(), pass.seed, &pass.epoch};
}

double distance(const at::Tensor& found, const at::Tensor& expected, double atLeast = 0) {
    return (found.to(at::kDouble) - expected).norm().item<double>() / std::max(expected.norm().item<double>(), atLeast);
}

struct Subject {
    Subject(const Architecture& architecture, const ImageShape& shape, int classes)
        : blueprint(std::make_shared<const Blueprint>(makeBlueprint(architecture, shape, classes))),
          weights(at::tensor(initialWeights(*blueprint, 5))), images(randomBytes(shape)) {
        RandomStream random(4, Purpose::Sample);
        for (const Slice& slice : blueprint->slices) // biases too, which start at zero and would hide errors
            if (slice.shape.size() == 1 && slice.offset < blueprint->trainableSize)
                for (std::int64_t i = 0; i < slice.count; ++i)
                    weights.data_ptr<float>()[slice.offset + i] += static_cast<float>(0.1 * random.normal());
        outputGradient = at::linspace(-1, 2, kImages * classes).view({kImages, classes}).sin();
        const at::Tensor leaf = weights.to(at::kDouble).requires_grad_();
        const at::Tensor logits = test::referenceForward(*blueprint, leaf, images, pass);
        (logits * outputGradient).sum().backward();
        expected = logits.detach();
        expectedGradient = leaf.grad();
    }

    struct Found {
        at::Tensor logits, gradient;
    };
    Found run(const Arithmetic& arithmetic) const {
        at::Tensor gradient = at::full_like(weights, 77); // every float of every slice must be written
        Network network(blueprint, at::kCPU, weights, gradient, arithmetic);
        const at::Tensor logits =
            network.forward(images.const_data_ptr<std::uint8_t>(), kImages, contextOf(pass)).clone();
        network.backward(outputGradient, contextOf(pass), [](int) {});
        return {logits, gradient};
    }

    test::ReferencePass pass = trainingPass();
    std::shared_ptr<const Blueprint> blueprint;
    at::Tensor weights, images, outputGradient, expected, expectedGradient;
};

// Every trained slice against its own norm; what stands before a batch norm may have none but rounding, so a twentieth
// of the whole counts at least.
void expectGradient(const Subject& subject, const at::Tensor& gradient, double tolerance) {
    const double atLeast = 0.05 * subject.expectedGradient.norm().item<double>();
    for (const Slice& slice : subject.blueprint->slices) {
        if (slice.offset >= subject.blueprint->trainableSize)
            continue; // a running average's place
        EXPECT_LT(distance(gradient.narrow(0, slice.offset, slice.count),
                           subject.expectedGradient.narrow(0, slice.offset, slice.count), atLeast),
                  tolerance)
            << subject.blueprint->architecture.name << ", " << slice.name;
    }
}

void expectClose(const std::string& text) {
    const bool decides = text.find("relu") != std::string::npos || text.find("maxpool") != std::string::npos;
    const Subject subject(architectureFromText("net", text + "\ndense classes linear"), kUneven, kClasses);
    for (const Arithmetic& arithmetic : arithmetics()) {
        SCOPED_TRACE(text + (arithmetic.products == at::kFloat ? ", widened" : ", bf16 operands"));
        const auto [logits, gradient] = subject.run(arithmetic);
        EXPECT_EQ(logits.scalar_type(), at::kFloat);
        EXPECT_LT(distance(logits, subject.expected), kLogits);
        EXPECT_GT(distance(logits, subject.expected), kRounding / 100); // else nothing was rounded
        expectGradient(subject, gradient, decides ? kDecided : kGradient);
    }
}

TEST(Bf16Network, AgreesWithAutogradInDenseLayers) {
    for (const char* activation : {"linear", "relu", "elu", "tanh", "sigmoid", "hard_sigmoid", "softplus", "gelu"})
        expectClose(std::string("dense 13 ") + activation + "\ndense 9 " + activation);
}

TEST(Bf16Network, AgreesWithAutogradInConvolutions) {
    expectClose("conv 40 3x3 relu\nconv 4 2x2 tanh");       // 40: not the lane kernels'
    expectClose("conv 56 3x3 tanh\nconv 32 3x3 same tanh"); // the second by Winograd
    expectClose("conv 56 3x3 tanh\nconv 32 3x3 same linear");
    expectClose("conv 56 3x3 tanh\nconv 32 5x5 same tanh");
    expectClose("conv 56 3x3 gelu\nconv 32 3x3 same gelu");
    expectClose("conv 40 3x3 stride 2 same tanh\nconv 3 3x3 stride 2 same elu");
    expectClose("conv 40 4x4 same tanh\nconv 4 2x2 same sigmoid");
    expectClose("dense 13 tanh\nconv 9 1x1 tanh\ndense 6 relu");
    expectClose("pad 13\nconv 40 3x3 tanh\npad 12\nmaxpool 2x2");
}

TEST(Bf16Network, AgreesWithAutogradAfterTheLaneKernels) {
    expectClose("conv 4 3x3 relu\nmaxpool 2x2\nconv 3 3x3 relu");
    expectClose("conv 4 3x3 relu\nlrn 2\ndense 9 tanh");
}

TEST(Bf16Network, AgreesWithAutogradInOwnKernels) {
    expectClose("conv 40 3x3 tanh\nmaxpool 3x3 stride 2 same");
    expectClose("conv 40 3x3 relu\nlrn 4 bias 1 alpha 0.5 beta 0.75\nmaxpool 2x2");
    expectClose("dense 20 relu\ndropout 0.5\ndense 9 tanh\ndropout 0.3");
}

TEST(Bf16Network, AgreesWithAutogradInAveragePooling) {
    expectClose("conv 40 3x3 tanh\navgpool 3x3 stride 2 same\nconv 4 2x2 tanh\navgpool 2x2");
}

TEST(Bf16Network, AgreesWithAutogradInBatchNorm) {
    expectClose("conv 40 3x3 tanh\nbatchnorm\nconv 4 3x3 linear\nbatchnorm no-scale relu");
    expectClose("dense 13 linear\nbatchnorm epsilon 0.1 tanh\ndense 9 relu");
}

// Statistics are sums over many numbers: in fp32 from rounded ones, never rounded themselves.
TEST(Bf16Network, KeepsStatisticsInFp32) {
    const Subject subject(architectureFromText("net", "batchnorm\ndense classes linear"), kUneven, kClasses);
    const Subject::Found found = subject.run(arithmetics()[1]);
    const Slice& mean = subject.blueprint->slices[static_cast<std::size_t>(subject.blueprint->layers[0].meanSlice)];
    const at::Tensor rounded = (subject.images.to(at::kFloat) / 255).to(at::kBFloat16).to(at::kDouble).flatten(0, 2);
    EXPECT_LT(distance(found.gradient.narrow(0, mean.offset, mean.count), rounded.mean(0)), 1e-6);
}

TEST(Bf16Network, LowersTheZooLikeAutograd) {
    for (const char* name : {"lenet", "tower", "sonnet", "mlp"}) {
        const Subject subject(networkByName(name), {1, 28, 28}, 10);
        const auto [logits, gradient] = subject.run(arithmetics()[1]);
        EXPECT_LT(distance(logits, subject.expected), 2 * kLogits) << name;
        expectGradient(subject, gradient, 0.25); // one of the seventy narrow ReLUs of tower is a sixth of its gradient
    }
}

TEST(Bf16Network, IsBitwiseReproducible) {
    for (const Arithmetic& arithmetic : arithmetics()) {
        const Subject subject(networkByName("lenet"), {1, 28, 28}, 10);
        const Subject::Found first = subject.run(arithmetic), second = subject.run(arithmetic);
        EXPECT_TRUE(at::equal(first.logits, second.logits));
        EXPECT_TRUE(at::equal(first.gradient, second.gradient));
    }
}

// The copy of the weights was made once, and training went on with what it held.
TEST(Bf16Network, UsesNewWeightsInEveryPass) {
    const Subject subject(architectureFromText("net", "dense 9 tanh\ndense classes linear"), kUneven, kClasses);
    at::Tensor weights = at::zeros_like(subject.weights);
    for (const Arithmetic& arithmetic : arithmetics()) {
        weights.zero_();
        Network network(subject.blueprint, at::kCPU, weights, {}, arithmetic);
        const auto* images = subject.images.const_data_ptr<std::uint8_t>();
        EXPECT_EQ(network.forward(images, kImages, {}).abs().sum().item<float>(), 0);
        weights.copy_(subject.weights);
        EXPECT_LT(distance(network.forward(images, kImages, {}), subject.expected), kLogits);
        EXPECT_TRUE(at::equal(weights, subject.weights)); // and leaves them as they are
    }
}

} // namespace
} // namespace belfry
