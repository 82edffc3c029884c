// Gradients of what a network says in evaluation, at any layer and at its input, against LibTorch's autograd in double.
#include "core/model/initial_weights.h"
#include "core/model/lowering.h"
#include "core/model/zoo.h"
#include "tests/core/model/network_subject.h"

#include <set>

namespace belfry::test {
namespace {

const ReferencePass kEvaluation{.training = false, .imageIds = {}};
constexpr double kMostDistance = 1e-5;

// A network without a gradient vector, one op for each layer.
struct DifferentiatedNetwork {
    DifferentiatedNetwork(const Subject& subject, const at::Tensor& pictures)
        : lowered(lower(*subject.blueprint, at::kCPU, {subject.weights, subject.weights, {}}, {}, NetworkKernels::Usual,
                        Fusion::None)),
          images(pictures) {}

    at::Tensor forward(const PassContext& context) {
        const c10::InferenceMode inference;
        return lowered.ops.forward(
            lowered.front->forward(images.const_data_ptr<std::uint8_t>(), images.size(0), context), context);
    }
    at::Tensor gradientOf(std::size_t value, const at::Tensor& outputGradient) {
        const c10::InferenceMode inference;
        const at::Tensor output = forward(kContext);
        return lowered.ops.gradientOf(value, outputGradient.view(output.sizes()), kContext);
    }

    static constexpr PassContext kContext{.differentiates = true};
    LoweredNetwork lowered;
    at::Tensor images;
};

// Of the sum of all outputs times `outputGradient`, at each value: the input, then each layer's output.
std::vector<at::Tensor> autogradOf(const Subject& subject, const at::Tensor& images, const at::Tensor& outputGradient) {
    const at::Tensor weights = subject.weights.to(at::kDouble);
    const at::Tensor pictures = referencePictures(weights, images).requires_grad_();
    std::vector<at::Tensor> values = referenceOutputs(*subject.blueprint, weights, pictures, kEvaluation);
    for (const at::Tensor& value : values)
        value.retain_grad();
    (values.back().flatten(1) * outputGradient).sum().backward();
    std::vector<at::Tensor> gradients;
    for (const at::Tensor& value : values)
        gradients.push_back(value.grad());
    return gradients;
}

at::Tensor someGradient(std::int64_t images, std::int64_t classes) {
    return at::linspace(-1, 2, images * classes).view({images, classes}).sin();
}

// Every value's gradient; which kinds of layers took part is left in `kinds`.
void expectGradients(const std::string& text, const ImageShape& shape, std::set<std::size_t>& kinds) {
    SCOPED_TRACE(text);
    const Subject subject(text + "\ndense classes linear", shape);
    const at::Tensor images = randomBytes(shape, kImages), outputGradient = someGradient(kImages, kClasses);
    const std::vector<at::Tensor> expected = autogradOf(subject, images, outputGradient);
    DifferentiatedNetwork network(subject, images);
    for (std::size_t value = 0; value < expected.size(); ++value) {
        const at::Tensor gradient = network.gradientOf(value, outputGradient);
        ASSERT_EQ(gradient.sizes().vec(), expected[value].sizes().vec()) << value;
        EXPECT_LT(relativeDistance(gradient, expected[value]), kMostDistance) << value;
    }
    for (const BlueprintLayer& layer : subject.blueprint->layers)
        kinds.insert(layer.spec.index());
}

TEST(Differentiation, AgreesWithAutogradInEveryLayer) {
    std::set<std::size_t> kinds;
    for (const char* text :
         {"pad 13\nconv 5 3x3 tanh\nconv 4 4x4 same stride 2 elu\nconv 3 3x3 symmetric gelu",
          "conv 6 3x3 groups 3 tanh\nconv 4 3x3 dilation 2 no-bias silu",
          "conv 32 3x3 same relu\nconv 32 3x3 same relu",
          "depthwise 3x3 same stride 2 relu6\nconv 5 1x1 hard_swish\ndepthwise 5x5 same no-bias silu",
          "conv 6 3x3 relu\nmaxpool 3x3 stride 2 same\navgpool 3x3 stride 1 same\navgpool 2x2\nglobal-avgpool",
          "dense 13 sigmoid\ndense 9 hard_sigmoid\ndense 8 softplus\ndense 7 relu no-bias",
          "conv 4 3x3 tanh\ndropout 0.4\nconv 4 1x1 tanh\ndrop-path 0.5\ndense 9 tanh\ndropout 0.3",
          "conv 9 3x3 relu\nlrn 4 bias 1 alpha 0.5 beta 0.75\nmaxpool 2x2",
          "conv 5 3x3 linear\nbatchnorm relu\nconv 4 3x3 tanh\nbatchnorm no-scale gelu\ndense 6\nbatchnorm relu6\n"
          "dense 5 linear\nbatchnorm synchronised tanh",
          "conv 6 3x3 tanh\nlayernorm gelu\nconv 6 2x2 tanh\ngroupnorm 3 silu\ndense 8 tanh\nlayernorm",
          "scale 0.5\nconv 6 3x3 tanh\nsqueeze-excite 3 silu\nscale 0.3 fixed\ndense 6 tanh\nsqueeze-excite 2 tanh",
          "conv 4 3x3 same tanh as a\nconv 4 3x3 same tanh\nadd a relu as b\nconv 4 1x1 tanh from a\nadd b\nadd b tanh",
          "conv 3 3x3 same relu\nadd input tanh", "conv 6 8x8 tanh\ndense 6 tanh as a\ndense 6 tanh from input\nadd a",
          "conv 6 2x2 stride 2 linear\nclass-token\npositions\nlayernorm\nconv 18 1x1 linear\nattention 3\n"
          "conv 6 1x1 tanh\ntoken-pool",
          "whiten 2x2 gelu\nmaxpool 2x2\nconv 4 3x3 tanh",
          "block b 6 x3 checkpoint {\nconv width 3x3 same tanh as trunk\nbatchnorm silu\ndropout 0.3\n"
          "conv width 1x1 gelu\nadd trunk\n}\nglobal-avgpool"})
        expectGradients(text, kUneven, kinds);
    EXPECT_EQ(kinds.size(), std::variant_size_v<Layer>) << "a kind of layer is in none of these networks";
}

// The last layer's gradient is that which is given; a network may end in pictures.
TEST(Differentiation, AgreesWithAutogradWithoutDenseLayers) {
    const Subject subject("conv 4 3x3 tanh\nconv 5 6x6 linear", kSquare);
    const at::Tensor images = randomBytes(kSquare, kImages), outputGradient = someGradient(kImages, kClasses);
    const std::vector<at::Tensor> expected = autogradOf(subject, images, outputGradient);
    DifferentiatedNetwork network(subject, images);
    for (std::size_t value = 0; value < expected.size(); ++value)
        EXPECT_LT(relativeDistance(network.gradientOf(value, outputGradient), expected[value]), kMostDistance) << value;
}

// Weights as a run starts with, and biases: at exactly 0 ReLU6 has two derivatives.
struct ZooSubject : Subject {
    ZooSubject(const std::string& name, const ImageShape& shape) : Subject(networkByName(name), shape, 10) {
        const at::Tensor noise = weights.clone();
        const std::vector<float> start = initialWeights(*blueprint, 1);
        std::copy(start.begin(), start.end(), weights.data_ptr<float>());
        for (const BlueprintLayer& layer : blueprint->layers)
            if (layer.biasSlice >= 0) {
                const Slice& bias = blueprint->slices[static_cast<std::size_t>(layer.biasSlice)];
                slice(layer.biasSlice).add_(noise.narrow(0, bias.offset, bias.count), 0.1);
            }
    }
};

// One image, as an explanation has it; of a value in the middle, and of the input.
TEST(Differentiation, AgreesWithAutogradInTheZoo) {
    const ImageShape shape{1, 28, 28};
    const std::set<std::string> tooLarge{"wide", "cifar-vgg", "keras-cnn", "resnet-18", "resnet-50"};
    for (const std::string& name : networkNames()) {
        if (tooLarge.contains(name))
            continue; // seconds in double, and no layer that the others do not have
        const ZooSubject subject(name, shape);
        const at::Tensor images = randomBytes(shape, 1);
        at::Tensor logit = at::zeros({1, 10});
        logit[0][3] = 1;
        const std::vector<at::Tensor> expected = autogradOf(subject, images, logit);
        DifferentiatedNetwork network(subject, images);
        for (const std::size_t value : {expected.size() / 2, std::size_t{0}}) {
            const double distance = relativeDistance(network.gradientOf(value, logit), expected[value]);
            EXPECT_LT(distance, kMostDistance) << name << ", value " << value;
        }
        EXPECT_TRUE(at::equal(network.forward({}), network.forward(DifferentiatedNetwork::kContext)))
            << name << ": what is kept for gradients changed the answer";
    }
}

} // namespace
} // namespace belfry::test
