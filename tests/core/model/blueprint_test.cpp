// Architectures checked against data sets: shapes, parameters, places in the flat vector, refusals.
#include "core/base/error.h"
#include "core/model/blueprint.h"
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"
#include "tests/core/formats/refusal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace belfry {
namespace {

using testing::HasSubstr;

constexpr ImageShape kMnist{1, 28, 28};
constexpr ImageShape kCifar{3, 32, 32};

std::int64_t mlpParameters(int layers, int width) {
    return makeBlueprint(mlp({.hiddenLayers = layers, .width = width}), kMnist, 10).parameters;
}

TEST(Blueprint, CountsLenetsParametersOnMnist) {
    const Blueprint lenet = makeBlueprint(networkByName("lenet"), kMnist, 10);
    EXPECT_EQ(lenet.parameters, 61'706);
    std::vector<std::int64_t> perLayer;
    for (const BlueprintLayer& layer : lenet.layers)
        perLayer.push_back(layer.parameters);
    EXPECT_THAT(perLayer, testing::ElementsAre(0, 156, 0, 2'416, 0, 48'120, 10'164, 850));
}

TEST(Blueprint, FollowsLenetsShapes) {
    const Blueprint lenet = makeBlueprint(networkByName("lenet"), kMnist, 10);
    std::vector<TensorShape> out;
    for (const BlueprintLayer& layer : lenet.layers)
        out.push_back(layer.out);
    EXPECT_THAT(out, testing::ElementsAre(TensorShape{32, 32, 1}, TensorShape{28, 28, 6}, TensorShape{14, 14, 6},
                                          TensorShape{10, 10, 16}, TensorShape{5, 5, 16}, TensorShape{1, 1, 120},
                                          TensorShape{1, 1, 84}, TensorShape{1, 1, 10}));
    EXPECT_EQ(lenet.layers[1].name, "conv2");
    EXPECT_EQ(lenet.layers[1].multiplyAdds, 28 * 28 * 150);
    EXPECT_EQ(lenet.slices[0].shape, (std::vector<int>{6, 5, 5, 1}));
    EXPECT_EQ(lenet.slices[2].shape, (std::vector<int>{16, 5, 5, 6}));
    EXPECT_EQ(lenet.slices[4].shape, (std::vector<int>{120, 400}));
}

TEST(Blueprint, CountsPerceptrons) {
    EXPECT_EQ(mlpParameters(1, 64), 50'890);
    EXPECT_EQ(mlpParameters(4, 1024), 3'962'890);
    EXPECT_EQ(mlpParameters(0, 64), 7'850);
}

TEST(Blueprint, CountsTheSeedNetworks) {
    const auto parameters = [](const char* name, const ImageShape& image) {
        return makeBlueprint(networkByName(name), image, 10).parameters;
    };
    EXPECT_EQ(parameters("tower", kMnist), 3'274'744);
    EXPECT_EQ(parameters("tower-direct", kMnist), 3'274'634);
    EXPECT_EQ(parameters("sonnet", kMnist), 142'026);
    EXPECT_EQ(parameters("keras-cnn", kMnist), 2'353'738);
    EXPECT_EQ(parameters("keras-mnist", kMnist), 600'810);
    EXPECT_EQ(parameters("wide", kMnist), 20'217'226);
    EXPECT_EQ(parameters("cifar-tutorial", {3, 24, 24}), 1'068'298);
    EXPECT_EQ(parameters("cifar-vgg", kCifar), 18'671'562);
}

TEST(Blueprint, AdaptsEveryNetworkToTheData) {
    for (const std::string& name : networkNames())
        for (const ImageShape& image : {kMnist, kCifar, ImageShape{3, 40, 31}})
            EXPECT_EQ(makeBlueprint(networkByName(name), image, 7).layers.back().out, (TensorShape{1, 1, 7})) << name;
}

TEST(Blueprint, PoolsWithTensorFlowsSamePadding) {
    const auto pooled = [](const char* text, int side) {
        return makeBlueprint(architectureFromText("n", std::string(text) + "\ndense classes"), {1, side, side}, 4)
            .layers[0]
            .out.height;
    };
    EXPECT_EQ(pooled("maxpool 3x3 stride 2 same", 24), 12);
    EXPECT_EQ(pooled("maxpool 2x2 same", 7), 4);
    EXPECT_EQ(pooled("maxpool 2x2", 7), 3);
    EXPECT_EQ(SamePadding(24, 3, 2).before, 0);
    EXPECT_EQ(SamePadding(24, 3, 2).after, 1);
    EXPECT_EQ(SamePadding(7, 4, 2).before, 1);
    EXPECT_EQ(SamePadding(7, 4, 2).after, 2);
    EXPECT_EQ(SamePadding(28, 4, 2).before, 1);
    EXPECT_EQ(SamePadding(28, 4, 2).after, 1);
}

TEST(Blueprint, PutsRunningAveragesAfterTrainableWeights) {
    const Blueprint made = makeBlueprint(networkByName("sonnet"), kMnist, 10);
    std::int64_t averages = 0;
    for (const Slice& slice : made.slices) {
        const bool average = slice.name.ends_with(".mean") || slice.name.ends_with(".variance");
        EXPECT_EQ(slice.offset >= made.trainableSize, average) << slice.name;
        EXPECT_EQ(slice.keep, average ? 0.999 : 0.0) << slice.name;
        averages += average ? slice.count : 0;
    }
    EXPECT_EQ(averages, 2 * (32 + 64 + 1024)); // not counted as parameters
    const std::vector<float> start = initialWeights(made, 1);
    const auto startOf = [&](int slice) {
        return start[static_cast<std::size_t>(made.slices[static_cast<std::size_t>(slice)].offset)];
    };
    EXPECT_EQ(startOf(made.layers[1].meanSlice), 0.0f);
    EXPECT_EQ(startOf(made.layers[1].varianceSlice), 1.0f);
}

TEST(Blueprint, InitialisesAndDecaysWeightsPerLayer) {
    const Blueprint made = makeBlueprint(networkByName("tower"), kMnist, 10);
    const std::vector<float> start = initialWeights(made, 1);
    const Slice& weight = made.slices[static_cast<std::size_t>(made.layers[6].weightSlice)];
    const Slice& bias = made.slices[static_cast<std::size_t>(made.layers[6].biasSlice)];
    EXPECT_EQ(weight.decay, 0.004);
    EXPECT_EQ(weight.deviation, 0.04);
    EXPECT_EQ(bias.decay, 0.0);
    EXPECT_EQ(start[static_cast<std::size_t>(bias.offset)], 0.1f);
    const Blueprint sonnet = makeBlueprint(networkByName("sonnet"), kMnist, 10);
    EXPECT_EQ(sonnet.slices.front().deviation, 0.25); // 1 / sqrt(4 x 4 x 1)
}

TEST(Blueprint, AdaptsLenetToColourImages) {
    const Blueprint lenet = makeBlueprint(networkByName("lenet"), kCifar, 10);
    EXPECT_EQ(lenet.layers[0].out, (TensorShape{32, 32, 3}));
    EXPECT_EQ(lenet.slices[0].shape, (std::vector<int>{6, 5, 5, 3}));
    EXPECT_EQ(lenet.parameters, 61'706 + 300);
    EXPECT_EQ(makeBlueprint(networkByName("lenet"), kMnist, 37).layers.back().out, (TensorShape{1, 1, 37}));
}

TEST(Blueprint, AcceptsNonSquareImages) {
    const Blueprint made =
        makeBlueprint({"n", {PadLayer{9}, ConvolutionLayer{.filters = 2, .kernel = 3, .stride = 2}, DenseLayer{}}},
                      {.channels = 2, .height = 11, .width = 6}, 4);
    EXPECT_EQ(made.layers[0].out, (TensorShape{11, 9, 2}));
    EXPECT_EQ(made.layers[1].out, (TensorShape{5, 4, 2}));
}

TEST(Blueprint, AlignsSlicesWithoutOverlap) {
    for (const Architecture& architecture : {networkByName("lenet"), networkByName("mlp")}) {
        const Blueprint made = makeBlueprint(architecture, kMnist, 10);
        std::int64_t end = 0, numbers = 0;
        for (const Slice& slice : made.slices) {
            EXPECT_EQ(slice.offset % 64, 0) << slice.name;
            EXPECT_GE(slice.offset, end) << slice.name;
            std::int64_t count = 1;
            for (const int side : slice.shape)
                count *= side;
            EXPECT_EQ(slice.count, count) << slice.name;
            end = slice.offset + slice.count;
            numbers += slice.count;
        }
        EXPECT_EQ(numbers, made.parameters);
        EXPECT_GE(made.flatSize, end);
        EXPECT_EQ(made.flatSize % 64, 0);
    }
}

TEST(Blueprint, LinksLayersAndSlices) {
    const Blueprint made = makeBlueprint(networkByName("lenet"), kMnist, 10);
    for (std::size_t i = 0; i < made.layers.size(); ++i) {
        const BlueprintLayer& layer = made.layers[i];
        EXPECT_EQ(layer.weightSlice < 0, layer.parameters == 0);
        EXPECT_EQ(layer.biasSlice < 0, layer.parameters == 0);
        if (layer.parameters > 0) {
            EXPECT_EQ(made.slices[static_cast<std::size_t>(layer.weightSlice)].layer, i);
            EXPECT_EQ(made.slices[static_cast<std::size_t>(layer.biasSlice)].name, layer.name + ".bias");
        }
    }
}

struct Refused {
    std::string text;
    ImageShape image;
    int classes;
    std::vector<std::string> says;
};
void PrintTo(const Refused& refused, std::ostream* out) { // in ctest's names
    std::string text = refused.text;
    std::replace(text.begin(), text.end(), '\n', ',');
    *out << text << " for " << refused.image.channels << "x" << refused.image.height << " " << refused.classes;
}

class RefusedBlueprint : public testing::TestWithParam<Refused> {};

TEST_P(RefusedBlueprint, NamesLayerAndShapes) {
    const auto make = [] {
        makeBlueprint(architectureFromText("net", GetParam().text), GetParam().image, GetParam().classes);
    };
    const std::string sentence = refusal(make, ErrorCategory::Usage);
    for (const std::string& part : GetParam().says)
        EXPECT_THAT(sentence, HasSubstr(part)) << GetParam().text;
}

INSTANTIATE_TEST_SUITE_P(
    Table, RefusedBlueprint,
    testing::Values(
        Refused{"", kMnist, 10, {"'net'", "no layers"}},
        Refused{"conv 6 5x5 relu\nmaxpool 25x25\ndense classes", kMnist, 10, {"layer 2", "maxpool 25x25", "24x24x6"}},
        Refused{"conv 4 29x29\ndense classes", kMnist, 10, {"layer 1", "28x28x1", "at least 29x29"}},
        Refused{"dense 5 relu",
                kMnist,
                10,
                {"layer 1 (dense 5 relu) gives 1x1x5", "10 classes", "must give 1x1x10", "dense classes linear"}},
        Refused{"conv 10 3x3", kMnist, 10, {"gives 26x26x10"}},
        Refused{"conv 0 3x3\ndense classes", kMnist, 10, {"layer 1", "found 0 filters"}},
        Refused{"conv -6 3x3\ndense classes", kMnist, 10, {"found -6 filters"}},
        Refused{"conv 2000000 3x3\ndense classes", kMnist, 10, {"filters is 2000000"}},
        Refused{"conv 6 0x0\ndense classes", kMnist, 10, {"the kernel is 0"}},
        Refused{"conv 6 1001 same\ndense classes", kMnist, 10, {"1001 wide"}},
        Refused{"conv 6 3x3 stride 0\ndense classes", kMnist, 10, {"stride is 0"}},
        Refused{"conv 6 3x3 deviation -1\ndense classes", kMnist, 10, {"deviation -1", "0 (Glorot) to 1000"}},
        Refused{"dense classes deviation 1e9", kMnist, 10, {"0 (Glorot) to 1000"}},
        Refused{"maxpool 0x0\ndense classes", kMnist, 10, {"the size is 0"}},
        Refused{"maxpool 2x2 stride -1\ndense classes", kMnist, 10, {"stride is -1"}},
        Refused{"maxpool 256x256 same\ndense classes", kMnist, 10, {"256 wide", "at most 255"}},
        Refused{"avgpool 1001 same\ndense classes", kMnist, 10, {"1001 wide", "at most 1,000"}},
        Refused{"avgpool 29x29\ndense classes", kMnist, 10, {"at least 29x29"}},
        Refused{"lrn -1\ndense classes", kMnist, 10, {"layer 1", "radius is -1"}},
        Refused{"lrn 4 bias 0\ndense classes", kMnist, 10, {"a bias of"}},
        Refused{"lrn 4 alpha -1\ndense classes", kMnist, 10, {"an alpha of"}},
        Refused{"batchnorm momentum 1\ndense classes", kMnist, 10, {"a momentum of"}},
        Refused{"batchnorm epsilon 0\ndense classes", kMnist, 10, {"an epsilon of"}},
        Refused{"dense classes decay -1", kMnist, 10, {"the decay must be"}},
        Refused{"dense classes bias 1e9", kMnist, 10, {"biases must start"}},
        Refused{"pad 0\ndense classes", kMnist, 10, {"the size is 0"}},
        Refused{"pad 5000\ndense classes", kMnist, 10, {"at most 4096"}},
        Refused{"dropout 1\ndense classes", kMnist, 10, {"less than 1"}},
        Refused{"dropout -0.1\ndense classes", kMnist, 10, {"at least 0"}},
        // Less than 1 as a double, but 1 as a float: the kernel would divide by zero.
        Refused{"dropout 0.999999999999\ndense classes", kMnist, 10, {"less than 1"}},
        Refused{"dense 1000001\ndense classes", kMnist, 10, {"1000001"}},
        Refused{"dense classes", kMnist, 0, {"0 classes"}}, Refused{"dense classes", kMnist, -3, {"-3 classes"}},
        Refused{"dense classes", {0, 28, 28}, 10, {"28x28x0"}},
        Refused{"dense classes", {1, -1, 28}, 10, {"-1x28x1"}}));

constexpr int kHuge = std::numeric_limits<int>::max();

INSTANTIATE_TEST_SUITE_P(
    Overflow, RefusedBlueprint,
    testing::Values(
        Refused{"dense classes", {kHuge, kHuge, kHuge}, 10, {"cannot be trained on"}},
        Refused{"dense classes", kMnist, kHuge, {"number of units is 2147483647"}},
        Refused{"pad 4096\nconv 1000000 1x1\ndense classes", kMnist, 10, {"layer 2", "numbers an image"}},
        Refused{"pad 4096\nconv 59 1x1\ndense 1000000\ndense classes", kMnist, 10, {"layer 3", "inputs"}},
        Refused{"dense 1000000\ndense 1000000\ndense classes", kMnist, 10, {"layer 2", "8,589,934,592 weights"}},
        Refused{"conv 1000000 1000x1000 same\ndense classes", kMnist, 10, {"layer 1", "8,589,934,592 weights"}},
        Refused{"dense 90000\ndense 90000\ndense 90000\ndense classes", kMnist, 10, {"layer 3", "8,589,934,592"}}));

TEST(Blueprint, RefusesNegativeUnits) { // they stood for "one per class"
    EXPECT_THROW(makeBlueprint({"n", {DenseLayer{.units = -7}}}, kMnist, 10), Error);
}

TEST(Blueprint, EstimatesMemoryWithoutOverflow) {
    const Blueprint lenet = makeBlueprint(networkByName("lenet"), kMnist, 10);
    EXPECT_GT(lenet.memoryEstimate(512, 2), 4 * (lenet.flatSize * 4 + 512 * lenet.activationsPerImage));
    EXPECT_LT(lenet.memoryEstimate(512, 2), 200'000'000);
    EXPECT_LT(lenet.memoryEstimate(512, 2), lenet.memoryEstimate(1024, 2));
    // Activations halved; the weights are there once more.
    EXPECT_LT(lenet.memoryEstimate(512, 2, Precision::Bf16), lenet.memoryEstimate(512, 2) * 6 / 10);
    EXPECT_GT(lenet.memoryEstimate(0, 2, Precision::Bf16), lenet.memoryEstimate(0, 2));
    // A wrapped product was negative, so that any device had room for it.
    EXPECT_GT(lenet.memoryEstimate(std::numeric_limits<std::int64_t>::max(), 2), std::int64_t{1} << 60);
}

TEST(Zoo, RefusesInvalidPerceptrons) {
    EXPECT_THROW(mlp({.hiddenLayers = -1}), Error);
    EXPECT_THROW(mlp({.hiddenLayers = kHuge}), Error);
    EXPECT_THROW(mlp({.width = 0}), Error); // would be one unit per class
    EXPECT_THROW(mlp({.width = -64}), Error);
    EXPECT_EQ(mlp({.hiddenLayers = 400}).lines.size(), 801U);
}

TEST(Zoo, SuggestsTheNearestName) {
    EXPECT_THAT(networkNames(), testing::ElementsAre("lenet", "tower", "tower-direct", "sonnet", "keras-cnn",
                                                     "keras-mnist", "wide", "cifar-tutorial", "cifar-vgg", "resnet-20",
                                                     "resnet-18", "resnet-50", "mobilenet-v2", "efficientnet-lite0",
                                                     "convnext-atto", "vit-tiny", "cifar-94", "mlp"));
    EXPECT_THAT(refusal([] { networkByName("lenett"); }, ErrorCategory::Usage), HasSubstr("did you mean 'lenet'?"));
}

// What an editor shows of a network that is not yet, or no longer, one.
TEST(Fitting, KeepsTheLayersBeforeTheFirstMisfit) {
    const auto fit = [](const char* text) { return fitLayers(architectureFromText("n", text), {1, 28, 28}, 10); };
    const Fitting whole = fit("conv 6 5x5 relu\ndense classes linear");
    EXPECT_EQ(whole.refusal, Text());
    EXPECT_EQ(whole.blueprint.parameters, makeBlueprint(whole.blueprint.architecture, {1, 28, 28}, 10).parameters);
    const Fitting large = fit("maxpool 2x2\nconv 6 15x15 relu\ndense classes linear");
    EXPECT_EQ(large.blueprint.layers.size(), 1u);
    EXPECT_THAT(large.refusal.english(), testing::HasSubstr("layer 2 (conv 6 15x15 relu) gets 14x14x1"));
    const Fitting open = fit("conv 6 5x5 relu");
    EXPECT_EQ(open.blueprint.layers.size(), 1u);
    EXPECT_THAT(open.refusal.english(), testing::HasSubstr("gives 24x24x6"));
    EXPECT_THAT(fit("").refusal.english(), testing::HasSubstr("no layers"));
}

TEST(Blueprint, CountsTheMemoryOfEveryLayer) {
    const Blueprint lenet = makeBlueprint(networkByName("lenet"), {1, 28, 28}, 10);
    EXPECT_EQ(lenet.layers[1].parameterBytes(), 4 * 156);
    EXPECT_EQ(lenet.layers[1].activationBytes(), 4 * 28 * 28 * 6);
    std::int64_t parameters = 0, activations = 0;
    for (const BlueprintLayer& layer : lenet.layers) {
        parameters += layer.parameterBytes();
        activations += layer.activationBytes();
    }
    EXPECT_EQ(parameters, 4 * 61'706);
    EXPECT_EQ(activations, lenet.activationBytes());
}

} // namespace
} // namespace belfry
