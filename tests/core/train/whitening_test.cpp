// A whitening layer gets its filters from the training pictures.
#include "core/kernels/input_stage.h"
#include "core/model/initial_weights.h"
#include "core/train/whitening.h"
#include "tests/support/synthetic.h"

#include <ATen/ATen.h>

#include <gtest/gtest.h>

#include <numeric>

namespace belfry::test {
namespace {

constexpr ImageShape kPhoto{3, 12, 10};

// Outputs of the layer, without an activation, by filter: pixels of all pictures.
at::Tensor outputsBy(const ImageStore& store, const InputStage& stage) {
    const auto blueprint = std::make_shared<const Blueprint>(
        makeBlueprint(architectureFromText("n", "whiten 2x2 linear\ndense classes linear"), kPhoto, 3, stage));
    std::vector<float> weights = initialWeights(*blueprint, 1);
    EXPECT_TRUE(whitenFirstLayer(*blueprint, store, weights));
    const std::int64_t filters = blueprint->layers[0].out.channels;
    const Slice& filter = blueprint->slices[static_cast<std::size_t>(blueprint->layers[0].weightSlice)];
    const Slice& bias = blueprint->slices[static_cast<std::size_t>(blueprint->layers[0].biasSlice)];
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(store.size() * kPhoto.bytes()));
    std::vector<std::int64_t> ids(static_cast<std::size_t>(store.size()));
    std::iota(ids.begin(), ids.end(), 0);
    store.read(ids, bytes.data());
    at::Tensor pictures = at::empty({store.size(), kPhoto.height, kPhoto.width, kPhoto.channels});
    runInputStage({}, stage, sizeOf(kPhoto), {.images = bytes.data(), .count = store.size()},
                  pictures.data_ptr<float>());
    const auto view = [&](const Slice& slice, const std::vector<std::int64_t>& shape) {
        return at::from_blob(weights.data() + slice.offset, {slice.count}).view(shape).to(at::kDouble);
    };
    const at::Tensor out =
        at::conv2d(pictures.to(at::kDouble).permute({0, 3, 1, 2}),
                   view(filter, {filters, 2, 2, kPhoto.channels}).permute({0, 3, 1, 2}), view(bias, {filters}));
    return out.permute({1, 0, 2, 3}).reshape({filters, -1});
}

TEST(Whitening, LeavesNeighboursUncorrelated) {
    const auto store = syntheticStore(200, kPhoto, 3);
    for (const Normalisation normalisation : {Normalisation::Unit, Normalisation::Centred}) {
        const at::Tensor outputs = outputsBy(*store, {.normalisation = normalisation});
        const at::Tensor half = outputs.narrow(0, 0, 12);
        EXPECT_LT(half.mean(1).abs().max().item<double>(), 1e-3);
        const at::Tensor covariance = at::mm(half, half.t()) / half.size(1);
        EXPECT_LT((covariance - at::eye(12, at::kDouble)).abs().max().item<double>(), 0.01);
        EXPECT_LT((outputs.narrow(0, 12, 12) + half).abs().max().item<double>(), 1e-4);
    }
}

// The largest of a filter is positive whatever the library returns, and every start gives the same.
TEST(Whitening, HasOneAnswer) {
    const auto store = syntheticStore(50, kPhoto, 3);
    const Blueprint blueprint =
        makeBlueprint(architectureFromText("n", "whiten 2x2 gelu\ndense classes linear"), kPhoto, 3);
    std::vector<float> first = initialWeights(blueprint, 1), second = initialWeights(blueprint, 2);
    whitenFirstLayer(blueprint, *store, first);
    whitenFirstLayer(blueprint, *store, second);
    const Slice& filters = blueprint.slices[static_cast<std::size_t>(blueprint.layers[0].weightSlice)];
    const auto of = [&](const std::vector<float>& weights) {
        return std::vector(weights.begin() + filters.offset, weights.begin() + filters.offset + filters.count);
    };
    EXPECT_EQ(of(first), of(second));
    const at::Tensor half = at::tensor(of(first)).view({24, -1}).narrow(0, 0, 12);
    EXPECT_TRUE(half.amax(1).equal(half.abs().amax(1)));
}

TEST(Whitening, TakesPicturesOfOneColour) {
    const auto store = memoryStore(std::vector<std::uint8_t>(5 * 360, 200), std::vector<std::uint8_t>(5), 360);
    const Blueprint blueprint =
        makeBlueprint(architectureFromText("n", "whiten 2x2 gelu\ndense classes linear"), kPhoto, 3);
    std::vector<float> weights = initialWeights(blueprint, 1);
    EXPECT_TRUE(whitenFirstLayer(blueprint, *store, weights));
    EXPECT_TRUE(at::tensor(weights).isfinite().all().item<bool>());
}

TEST(Whitening, LeavesOtherNetworksAlone) {
    const Blueprint blueprint = makeBlueprint(architectureFromText("n", "dense classes linear"), kPhoto, 3);
    std::vector<float> weights = initialWeights(blueprint, 1);
    const std::vector<float> before = weights;
    EXPECT_FALSE(whitenFirstLayer(blueprint, *syntheticStore(5, kPhoto, 3), weights));
    EXPECT_EQ(weights, before);
}

} // namespace
} // namespace belfry::test
