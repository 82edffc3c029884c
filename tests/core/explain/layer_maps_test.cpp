// What the layers of a network make of pictures, its first filters, and what its units do over many pictures.
#include "core/explain/explainer.h"
#include "core/model/zoo.h"
#include "tests/core/explain/explain_subject.h"
#include "tests/core/model/reference_network.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using test::blots;
using test::snapshotOf;
using testing::Each;
using testing::ElementsAre;

const Slice& sliceOf(const Snapshot& snapshot, int slice) {
    return snapshot.blueprint->slices.at(static_cast<std::size_t>(slice));
}
std::span<float> numbersOf(Snapshot& snapshot, int slice) {
    const Slice& of = sliceOf(snapshot, slice);
    return std::span(snapshot.weights).subspan(static_cast<std::size_t>(of.offset), static_cast<std::size_t>(of.count));
}
std::span<float> biasesOf(Snapshot& snapshot, std::size_t layer) {
    return numbersOf(snapshot, snapshot.blueprint->layers.at(layer).biasSlice);
}

// Channel after channel, of pictures that are no squares, of units and of tokens. Tokens were one column, which made
// stripes of what lay over the picture.
TEST(LayerMaps, AreTheLayersOutputs) {
    const ImageShape shape{3, 12, 8};
    const auto snapshot =
        snapshotOf("conv 6 3x3 tanh\ndropout 0.5\nmaxpool 2x2\nlrn 2\nclass-token\npositions\nconv 5 1x1 tanh\n"
                   "token-pool\ndense 7 tanh\ndense classes linear",
                   shape);
    std::vector<std::uint8_t> picture = blots(shape, 1);
    const at::Tensor weights = at::tensor(snapshot->weights).to(at::kDouble);
    const at::Tensor pixels = at::from_blob(picture.data(), {1, shape.height, shape.width, shape.channels}, at::kByte);
    const auto expected = test::referenceOutputs(
        *snapshot->blueprint, weights, test::referencePictures(weights, pixels), {.training = false, .imageIds = {}});
    const std::vector<LayerMaps> layers = Explainer(snapshot).layers(picture);
    std::vector<std::string> names;
    for (const LayerMaps& layer : layers) {
        names.push_back(layer.name);
        at::Tensor of = expected[layer.layer + 1];
        if (snapshot->blueprint->layers[layer.layer].out.height == 16) { // 5 x 3 places, and the class token
            of = of.reshape({layer.channels, 16}).narrow(1, 1, 15);
            EXPECT_THAT((std::vector<int>{layer.height, layer.width}), ElementsAre(5, 3)) << layer.name;
        }
        of = of.flatten();
        EXPECT_TRUE(at::allclose(at::tensor(layer.values).to(at::kDouble), of, 1e-4, 1e-5)) << layer.name;
        EXPECT_EQ(std::ssize(layer.values), std::int64_t{layer.channels} * layer.height * layer.width);
    }
    EXPECT_THAT(names,
                ElementsAre("conv 6 3x3 tanh", "maxpool 2x2 stride 2", "lrn 2 bias 1 alpha 1 beta 0.5", "class-token",
                            "positions", "conv 5 1x1 tanh", "token-pool", "dense 7 tanh", "dense classes linear"));
    EXPECT_EQ(layers[0].height, 10);
    EXPECT_EQ(layers[0].width, 6);
    EXPECT_EQ(layers[0].map(2)[4], layers[0].values[2 * 60 + 4]);
    EXPECT_EQ(layers[0].map(2).size(), 60U);
}

TEST(FirstFilters, AreTheWeightsOfTheFirstConvolution) {
    const auto snapshot =
        snapshotOf("maxpool 2x2\nconv 4 3x3 tanh\nconv 5 2x2 tanh\ndense classes linear", {3, 12, 12});
    const auto filters = Explainer(snapshot).firstFilters();
    ASSERT_TRUE(filters);
    const Slice& slice = sliceOf(*snapshot, snapshot->blueprint->layers[1].weightSlice);
    EXPECT_THAT((std::vector<int>{filters->filters, filters->height, filters->width, filters->channels}),
                ElementsAre(4, 3, 3, 3));
    EXPECT_EQ(filters->layer, 1U);
    EXPECT_TRUE(std::equal(filters->values.begin(), filters->values.end(), snapshot->weights.begin() + slice.offset));
    EXPECT_EQ(filters->values.size(), 4U * 27);
    EXPECT_EQ(Explainer(snapshotOf("whiten 2x2 gelu\ndense classes linear", {1, 8, 8})).firstFilters()->filters, 8);
    EXPECT_FALSE(Explainer(snapshotOf("dense 5\ndense classes linear", {1, 8, 8})).firstFilters());
    EXPECT_FALSE(Explainer(snapshotOf("conv 5 3x3\ndense classes linear", {2, 8, 8})).firstFilters());
}

// A channel whose ReLU nothing passes, a unit without weights, and units at the bounds of their activations. More
// pictures than are computed at once.
TEST(LayerHealth, FindsDeadAndSaturatedUnits) {
    const ImageShape shape{1, 8, 8};
    const auto snapshot = snapshotOf("conv 4 3x3 relu\nmaxpool 2x2\ndense 6 tanh\ndropout 0.2\ndense 3 sigmoid\n"
                                     "dense 2 relu6\ndense classes linear",
                                     shape);
    biasesOf(*snapshot, 0)[2] = -100; // never passes
    const std::span<float> dense = numbersOf(*snapshot, snapshot->blueprint->layers[2].weightSlice);
    const std::size_t inputs = dense.size() / 6;
    std::ranges::fill(dense.subspan(4 * inputs, inputs), 0.0F); // always tanh(bias)
    biasesOf(*snapshot, 2)[1] = 50;                             // always at 1
    biasesOf(*snapshot, 4)[0] = -200;                           // always at 0
    biasesOf(*snapshot, 5)[1] = 100;                            // always at 6
    constexpr int kPictures = 300;
    const std::vector<LayerHealth> health = Explainer(snapshot).health(blots(shape, kPictures));
    ASSERT_EQ(health.size(), 6U); // without dropout
    EXPECT_THAT(health[0].dead, ElementsAre(false, false, true, false));
    EXPECT_THAT(health[1].dead, ElementsAre(false, false, true, false)); // the pool behind it
    EXPECT_THAT(health[2].dead, ElementsAre(false, true, false, false, true, false));
    EXPECT_THAT(health[3].dead, ElementsAre(true, false, false));
    EXPECT_TRUE(health[4].dead[1]);
    EXPECT_THAT(health[5].dead, Each(false));
    EXPECT_EQ(health[3].layer, 4U);
    EXPECT_EQ(health[0].saturated, 0);
    EXPECT_GE(health[2].saturated, 1.0 / 6);
    EXPECT_LT(health[2].saturated, 2.0 / 6);
    EXPECT_NEAR(health[3].saturated, 1.0 / 3, 1e-9);
    EXPECT_NEAR(health[4].saturated, 1.0 / 2, 1e-9);
    EXPECT_EQ(health[5].saturated, 0);
}

// One number is always the same one, which says nothing, unless it is the 0 of a ReLU.
TEST(LayerHealth, OfOnePicture) {
    const auto snapshot = snapshotOf("dense 2 relu\ndense classes linear", {1, 4, 4});
    biasesOf(*snapshot, 0)[0] = -100;
    biasesOf(*snapshot, 0)[1] = 100;
    const std::vector<LayerHealth> health = Explainer(snapshot).health(blots({1, 4, 4}, 1));
    EXPECT_THAT(health[0].dead, ElementsAre(true, false));
    EXPECT_THAT(health[1].dead, Each(false));
}

} // namespace
} // namespace belfry
