// Features of every layer, against a network that fuses nothing.
#include "core/base/error.h"
#include "core/explain/picture_map.h"
#include "core/model/initial_weights.h"
#include "core/model/lowering.h"
#include "core/model/zoo.h"
#include "tests/support/synthetic.h"

#include <ATen/ATen.h>

#include <gmock/gmock.h>

#include <numeric>

namespace belfry {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr int kOfThese = 4; // classes

Snapshot smallSnapshot(const Architecture& architecture, const ImageShape& shape) {
    Snapshot snapshot;
    snapshot.blueprint = std::make_shared<const Blueprint>(makeBlueprint(architecture, shape, kOfThese));
    snapshot.weights = initialWeights(*snapshot.blueprint, 5);
    return snapshot;
}

Snapshot smallSnapshot(const std::string& text, const ImageShape& shape) {
    return smallSnapshot(architectureFromText("net", text), shape);
}

std::vector<std::int64_t> firstIds(std::int64_t count) {
    std::vector<std::int64_t> ids(static_cast<std::size_t>(count));
    std::iota(ids.begin(), ids.end(), 0);
    return ids;
}

// Of each layer the means of its channels, images x channels.
std::vector<at::Tensor> unfusedMeans(const Snapshot& snapshot, const ImageStore& pictures) {
    const c10::InferenceMode inference;
    const at::Tensor flat = at::tensor(snapshot.weights);
    LoweredNetwork network =
        lower(*snapshot.blueprint, at::kCPU, {flat, flat, {}}, {}, NetworkKernels::Usual, Fusion::None);
    std::vector<at::Tensor> means;
    network.ops.forward(network.front->forward(pictures.contiguous(), pictures.size(), {}), {},
                        [&means](std::size_t, const at::Tensor& output) {
                            means.push_back(output.dim() == 4 ? output.mean(at::IntArrayRef{2, 3}) : output.clone());
                        });
    return means;
}

void expectFeaturesOfEveryLayer(const Snapshot& snapshot, const ImageShape& shape) {
    const auto pictures = test::syntheticStore(9, shape, kOfThese);
    const std::vector<at::Tensor> means = unfusedMeans(snapshot, *pictures);
    const Blueprint& blueprint = *snapshot.blueprint;
    ASSERT_EQ(means.size(), blueprint.layers.size());
    for (const MapLayer& layer : mapLayers(blueprint)) {
        LayerFeatures features = layerFeatures(snapshot, *pictures, firstIds(9), layer.layer);
        EXPECT_EQ(features.layer, layer.layer);
        EXPECT_EQ(features.width, layer.width);
        const at::Tensor wanted = means[layer.layer];
        ASSERT_EQ(std::ssize(features.values), wanted.numel()) << layer.id << " " << layer.name;
        const at::Tensor found = at::from_blob(features.values.data(), wanted.sizes(), at::kFloat);
        EXPECT_LT((found - wanted).abs().max().item<float>(), 1e-4 * (1 + wanted.abs().max().item<float>()))
            << blueprint.architecture.name << ", " << layer.id << " " << layer.name;
    }
}

TEST(LayerFeatures, AreTheMeansOfTheLayersChannels) {
    constexpr ImageShape kShape{1, 28, 28};
    int networks = 0;
    for (const ZooEntry& entry : zoo()) {
        const Snapshot snapshot = smallSnapshot(entry.build({.hiddenLayers = 1, .width = 9}), kShape);
        if (snapshot.blueprint->layers.size() > 20) // the time goes with its square
            continue;
        expectFeaturesOfEveryLayer(snapshot, kShape);
        ++networks;
    }
    EXPECT_GT(networks, 5);
}

// Inside a block of two branches too, whose other branch is computed after the layer.
TEST(LayerFeatures, AreThoseOfLayersInsideBranches) {
    constexpr ImageShape kShape{3, 12, 12};
    expectFeaturesOfEveryLayer(smallSnapshot(R"(conv 8 3x3 same linear
batchnorm relu as a
conv 8 3x3 same linear no-bias
batchnorm relu
conv 8 3x3 same linear no-bias
batchnorm linear
add a relu
dropout 0.5
global-avgpool
dense 12 tanh
dropout 0.5
dense classes linear)",
                                             kShape),
                               kShape);
}

TEST(LayerFeatures, AreOfThePicturesAskedFor) {
    constexpr ImageShape kShape{1, 8, 8};
    const Snapshot snapshot = smallSnapshot("conv 3 3x3\ndense 5\ndense classes linear", kShape);
    const auto pictures = test::syntheticStore(1300, kShape, kOfThese); // of several parts
    const LayerFeatures all = layerFeatures(snapshot, *pictures, firstIds(1300), 1);
    const LayerFeatures some = layerFeatures(snapshot, *pictures, {1299, 3}, 1);
    ASSERT_EQ(some.values.size(), 10u);
    for (std::size_t i = 0; i < 5; ++i) {
        EXPECT_NEAR(some.values[i], all.values[1299 * 5 + i], 1e-5);
        EXPECT_NEAR(some.values[5 + i], all.values[3 * 5 + i], 1e-5);
    }
}

TEST(LayerFeatures, OfNoPicturesAreNone) {
    constexpr ImageShape kShape{1, 8, 8};
    const Snapshot snapshot = smallSnapshot("dense 5\ndense classes linear", kShape);
    const LayerFeatures none = layerFeatures(snapshot, *test::syntheticStore(2, kShape, kOfThese), {}, 0);
    EXPECT_EQ(none.images, 0);
    EXPECT_TRUE(none.values.empty());
}

TEST(LayerFeatures, StopBetweenParts) {
    constexpr ImageShape kShape{1, 8, 8};
    const Snapshot snapshot = smallSnapshot("dense 5\ndense classes linear", kShape);
    std::stop_source stop;
    int parts = 0;
    const LayerFeatures stopped = layerFeatures(snapshot, *test::syntheticStore(2000, kShape, kOfThese), firstIds(2000),
                                                0, stop.get_token(), [&](double part) {
                                                    EXPECT_GT(part, 0);
                                                    EXPECT_LT(part, 1);
                                                    ++parts;
                                                    stop.request_stop();
                                                });
    EXPECT_TRUE(stopped.values.empty());
    EXPECT_EQ(parts, 1);
}

TEST(LayerFeatures, AreNotOfLayersThatAreNotThere) {
    constexpr ImageShape kShape{1, 8, 8};
    const Snapshot snapshot = smallSnapshot("dense 5\ndropout 0.5\ndense classes linear", kShape);
    const auto pictures = test::syntheticStore(2, kShape, kOfThese);
    for (const std::size_t layer : {1u, 3u}) // one that computes nothing, and none
        EXPECT_THROW(
            try { layerFeatures(snapshot, *pictures, {0}, layer); } catch (const Error& error) {
                EXPECT_EQ(error.category(), ErrorCategory::Usage);
                EXPECT_THAT(error.what(), HasSubstr("dense1, dense3"));
                throw;
            },
            Error);
}

TEST(MapLayers, AreThoseThatComputeSomething) {
    const Blueprint blueprint = makeBlueprint(
        architectureFromText("net", "pad 10\nconv 6 3x3\ndropout 0.2\ndense 7 tanh\ndropout 0.5\ndense classes linear"),
        {1, 8, 8}, kOfThese);
    std::vector<std::size_t> layers;
    for (const MapLayer& layer : mapLayers(blueprint))
        layers.push_back(layer.layer);
    EXPECT_THAT(layers, ElementsAre(1, 3, 5));
    const MapLayer first = mapLayers(blueprint).front();
    EXPECT_EQ(first.id, "conv2");
    EXPECT_EQ(first.name, "conv 6 3x3 relu");
    EXPECT_EQ(first.width, 6);
    EXPECT_EQ(usualMapLayer(blueprint), 3u) << "what the last layer gets, past the dropout";
}

TEST(MapLayers, OfASingleLayerHaveItAsUsual) {
    const auto usual = [](const std::string& text) {
        return usualMapLayer(makeBlueprint(architectureFromText("net", text), {1, 8, 8}, kOfThese));
    };
    EXPECT_EQ(usual("dense classes linear"), 0u);
    EXPECT_EQ(usual("dropout 0.5\ndense classes linear"), 1u);
}

} // namespace
} // namespace belfry
