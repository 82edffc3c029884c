// Every layer's output of the network that fuses nothing, against the network that runs.
#include "core/base/random.h"
#include "core/model/initial_weights.h"
#include "core/model/layer_outputs.h"
#include "core/model/network.h"
#include "core/model/zoo.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belfry {
namespace {

constexpr std::int64_t kImages = 3;

std::vector<std::uint8_t> someImages(const ImageShape& shape) {
    RandomStream random(7, Purpose::Sample);
    std::vector<std::uint8_t> images(static_cast<std::size_t>(kImages * shape.bytes()));
    std::ranges::generate(images, [&] { return static_cast<std::uint8_t>(random.next()); });
    return images;
}

std::vector<std::vector<float>> outputsOf(const Blueprint& blueprint, const std::vector<float>& weights,
                                          const std::vector<std::uint8_t>& images) {
    std::vector<std::vector<float>> outputs;
    forEachOutput(blueprint, weights, images.data(), kImages, [&](std::size_t layer, std::span<const float> numbers) {
        EXPECT_EQ(layer, outputs.size());
        outputs.emplace_back(numbers.begin(), numbers.end());
    });
    return outputs;
}

TEST(LayerOutputs, EndWithTheNetworksOutput) {
    const ImageShape shape{1, 28, 28};
    const std::vector<std::uint8_t> images = someImages(shape);
    for (const ZooEntry& entry : zoo()) {
        const auto blueprint =
            std::make_shared<const Blueprint>(makeBlueprint(entry.build({.hiddenLayers = 1, .width = 9}), shape, 10));
        std::vector<float> weights = initialWeights(*blueprint, 2);
        Network network(blueprint, at::kCPU, at::tensor(weights), {});
        const at::Tensor logits = network.forward(images.data(), kImages, {});
        const auto outputs = outputsOf(*blueprint, weights, images);
        ASSERT_EQ(outputs.size(), blueprint->layers.size()) << entry.name;
        for (std::size_t i = 0; i < outputs.size(); ++i)
            EXPECT_EQ(static_cast<std::int64_t>(outputs[i].size()), kImages * blueprint->layers[i].out.elements());
        for (std::size_t i = 0; i < outputs.back().size(); ++i)
            EXPECT_NEAR(outputs.back()[i], logits.const_data_ptr<float>()[i], 1e-4) << entry.name;
    }
}

// Lowered for speed, the pool applies the convolution's ReLU, and the padding is the convolution's.
TEST(LayerOutputs, AreThoseOfEachLayer) {
    const ImageShape shape{1, 6, 6};
    const Blueprint blueprint = makeBlueprint(
        architectureFromText("net", "pad 8\nconv 2 3x3 relu\nmaxpool 2x2\ndense classes linear"), shape, 4);
    const auto outputs = outputsOf(blueprint, initialWeights(blueprint, 2), someImages(shape));
    ASSERT_EQ(outputs.size(), 4u);
    EXPECT_EQ(outputs[0].size(), static_cast<std::size_t>(kImages * 64));
    EXPECT_EQ(std::ranges::count(outputs[0], 0.0f), kImages * (64 - 36)) << "the frame";
    EXPECT_THAT(outputs[1], testing::Each(testing::Ge(0)));
    EXPECT_GT(std::ranges::count(outputs[1], 0.0f), 0) << "what the ReLU took";
}

} // namespace
} // namespace belfry
