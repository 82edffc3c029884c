// One large batch over all towers gives what one tower gives, whatever the sizes.
#include "core/model/initial_weights.h"
#include "core/model/layer_kind.h"
#include "core/model/zoo.h"
#include "core/tower/predict_batch.h"
#include "core/tower/prediction_part.h"
#include "tests/support/rig.h"

#include <gtest/gtest.h>

#include <atomic>

namespace belfry {
namespace {

constexpr ImageShape kShape{1, 28, 28};
constexpr std::int64_t kMaxImages = 1300; // more than two parts of one tower

class PredictBatch : public testing::TestWithParam<std::string> {
protected:
    static std::unique_ptr<TowerTeam> team(int towers) {
        const auto blueprint = std::make_shared<const Blueprint>(makeBlueprint(networkByName(GetParam()), kShape, 10));
        const std::vector<at::Device> devices(static_cast<std::size_t>(towers), at::kCPU);
        auto team = std::make_unique<TowerTeam>(devices, 1, blueprint, 1);
        team->setWeights(initialWeights(*blueprint, 3));
        return team;
    }
    static std::span<const std::uint8_t> images(std::int64_t count) {
        static const auto store = test::syntheticStore(kMaxImages, kShape, 10);
        return {store->contiguous(), static_cast<std::size_t>(count * kShape.bytes())};
    }
};

TEST_P(PredictBatch, MatchesOneTower) {
    const std::vector<float> whole = predictBatch(*team(1), images(100));
    ASSERT_EQ(whole.size(), 1000U);
    for (int towers = 1; towers <= 5; ++towers) {
        const auto some = team(towers);
        for (const std::int64_t count : {1, 2, 3, 7, 100}) {
            const std::vector<float> found = predictBatch(*some, images(count));
            ASSERT_EQ(found.size(), static_cast<std::size_t>(count * 10));
            for (std::size_t i = 0; i < found.size(); ++i)
                ASSERT_NEAR(found[i], whole[i], 2e-6) << towers << " towers, " << count << " images, logit " << i;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Networks, PredictBatch, testing::Values("lenet", "mlp", "keras-mnist"));

// What a run validates, what its file gives and what a drawing is answered with, to the bit: a tower has a gradient and
// the others have none.
TEST(Prediction, IsThatOfANetworkWithoutAGradient) {
    const auto store = test::syntheticStore(20, kShape, 10);
    const std::span<const std::uint8_t> images{store->contiguous(), std::size_t{20} * kShape.bytes()};
    for (const char* text : {"conv 16 7x7 same tanh\nconv 16 3x3 same linear\nbatchnorm relu\ndense classes linear",
                             "conv 4 5x5\nmaxpool 2x2\ndropout 0.2\ndense classes linear"}) {
        const auto blueprint =
            std::make_shared<const Blueprint>(makeBlueprint(architectureFromText("network", text), kShape, 10));
        std::vector<float> weights = initialWeights(*blueprint, 3);
        for (std::size_t i = 0; i < weights.size(); ++i)
            weights[i] += 0.01F * static_cast<float>(i % 7); // norms that change something
        Network network(blueprint, at::kCPU, at::tensor(weights), {});
        const at::Tensor expected = network.forward(images.data(), 20, {});
        for (const Precision precision : {Precision::Fp32, Precision::Bf16}) {
            const std::vector<at::Device> devices{at::kCPU};
            TowerTeam team(devices, 1, blueprint, 1, precision);
            team.setWeights(weights);
            const std::vector<float> found = predictBatch(team, images);
            EXPECT_TRUE(at::equal(at::tensor(found), expected.flatten())) << text;
        }
    }
}

TEST_P(PredictBatch, ReturnsNothingForNoImages) { EXPECT_TRUE(predictBatch(*team(3), images(0)).empty()); }

TEST_P(PredictBatch, ReadsEveryImageOnceInSmallParts) {
    for (const int towers : {1, 2, 3}) {
        std::vector<std::atomic<int>> reads(kMaxImages);
        const auto read = [&](std::int64_t first, std::int64_t last, std::uint8_t* out) {
            EXPECT_LE(last - first, 512);
            for (std::int64_t i = first; i < last; ++i)
                ++reads[static_cast<std::size_t>(i)];
            std::copy_n(images(kMaxImages).data() + first * kShape.bytes(), (last - first) * kShape.bytes(), out);
        };
        EXPECT_EQ(predictBatch(*team(towers), kMaxImages, read).size(), static_cast<std::size_t>(kMaxImages * 10));
        for (const auto& count : reads)
            EXPECT_EQ(count, 1);
    }
}

TEST_P(PredictBatch, ReturnsNothingAfterAStop) {
    for (const int towers : {1, 3}) {
        std::stop_source stop;
        std::atomic<int> parts = 0;
        const auto read = [&](std::int64_t first, std::int64_t last, std::uint8_t* out) {
            std::fill_n(out, (last - first) * kShape.bytes(), std::uint8_t{0});
            ++parts;
            stop.request_stop();
        };
        EXPECT_TRUE(predictBatch(*team(towers), 100'000, read, stop.get_token()).empty());
        EXPECT_LE(parts, towers);
    }
}

Blueprint own(const std::vector<std::string>& layers) {
    return makeBlueprint(architectureFromLines("own", layers), kShape, 10);
}

// 512 images at a time, whatever one of them took: after a training with small batches the evaluation asked for 32 GiB.
TEST(PredictionPart, IsSmallForLargeImages) {
    const auto bytes = [](const char* first) {
        const Blueprint blueprint = own({first, "maxpool 64x64 stride 64", "dense classes linear"});
        return std::pair(predictionPart(blueprint), predictionBytes(blueprint));
    };
    EXPECT_EQ(bytes("pad 256").first, 512);
    EXPECT_EQ(bytes("pad 4096").first, 4);
    EXPECT_GT(bytes("pad 4096").second, 4 * 4096 * 4096 * 4);
    EXPECT_LE(bytes("pad 4096").second, std::int64_t{5} << 26);
    // Scores of attention: 784 x 784 for each image and head, of which the estimate knew nothing.
    const Blueprint attention = own({"conv 12 1x1 linear", "attention 4", "global-avgpool", "dense classes linear"});
    EXPECT_EQ(predictionPart(attention), (5 << 26) / (784 + 4 * (2 * 4 * 784 * 784 + 784 * (12 + 4))));
    // One image that takes more than that is answered for alone.
    const Blueprint wide = own({"pad 4096", "conv 50 1x1", "maxpool 64x64 stride 64", "dense classes linear"});
    EXPECT_EQ(predictionPart(wide), 1);
    EXPECT_GT(predictionBytes(wide), std::int64_t{3} << 30);
}

// Other parts would round otherwise: the figures of runs that were made would not be met again.
TEST(PredictionPart, IsFixedForTheZoo) {
    for (const std::string& name : networkNames())
        for (const ImageShape& shape : {kShape, ImageShape{3, 32, 32}})
            EXPECT_EQ(predictionPart(makeBlueprint(networkByName(name), shape, 10)), name != "keras-cnn" ? 512
                                                                                     : shape == kShape   ? 284
                                                                                                         : 208)
                << name;
}

TEST(PredictionPart, IsTheSizeThatATowerGets) {
    const auto blueprint =
        std::make_shared<const Blueprint>(own({"pad 2048", "maxpool 64x64 stride 64", "dense classes linear"}));
    TowerTeam team(std::vector<at::Device>{at::kCPU}, 1, blueprint, 1);
    std::int64_t most = 0;
    predictBatch(team, 70, [&](std::int64_t first, std::int64_t last, std::uint8_t* out) {
        most = std::max(most, last - first);
        std::fill_n(out, (last - first) * kShape.bytes(), std::uint8_t{0});
    });
    EXPECT_EQ(most, predictionPart(*blueprint));
    EXPECT_LT(most, 70);
}

} // namespace
} // namespace belfry
