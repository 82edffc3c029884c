// Two labels for an image: the loss and its gradient against autograd, and a tower's step against two steps with one
// label each.
#include "core/base/random.h"
#include "core/kernels/kernels.h"
#include "core/model/input.h"
#include "core/model/zoo.h"
#include "core/tower/tower.h"
#include "tests/support/rig.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <stdexcept>

namespace belfry {
namespace {

constexpr ImageShape kMixedPicture{3, 32, 32};

// Shares of 0 and 1 among them, and rows whose labels are equal.
TEST(MixedLabels, HaveAutogradsGradient) {
    constexpr std::int64_t kRows = 57;
    constexpr int kClasses = 11;
    at::Tensor logits = at::empty({kRows, kClasses}, at::kFloat);
    RandomStream random(3, Purpose::Sample);
    for (std::int64_t i = 0; i < logits.numel(); ++i)
        logits.data_ptr<float>()[i] = static_cast<float>(4 * random.normal());
    const at::Tensor labels = at::floor_divide(at::arange(kRows + 1) * 5, 2) % kClasses, bytes = labels.to(at::kByte);
    const at::Tensor shares = (at::arange(kRows) % 9).to(at::kFloat) / 8, share = shares.to(at::kDouble);
    const at::Tensor weights = at::arange(kClasses, at::kFloat) / 3;
    const at::Tensor own = labels.narrow(0, 0, kRows), other = labels.narrow(0, 1, kRows);
    const at::Tensor larger = at::where(shares >= 0.5, own, other);
    for (const double smoothing : {0.0, 0.1})
        for (const bool weighted : {false, true}) {
            const at::Tensor leaf = logits.to(at::kDouble).requires_grad_();
            const auto losses = [&](const at::Tensor& of, const at::Tensor& to) {
                const at::Tensor loss = at::cross_entropy_loss(leaf, to, {}, at::Reduction::None, -100, smoothing);
                return of * (weighted ? loss * weights.to(at::kDouble).index_select(0, to) : loss);
            };
            (losses(share, own) + losses(1 - share, other)).mean().backward();
            const at::Tensor found = at::empty_like(logits), confusion = at::zeros({kClasses, kClasses}, at::kLong);
            double metrics[2] = {0, 0};
            softmaxLoss({}, logits.const_data_ptr<float>(), bytes.const_data_ptr<std::uint8_t>(), kRows, kClasses,
                        found.data_ptr<float>(), metrics, confusion.data_ptr<std::int64_t>(),
                        static_cast<float>(smoothing), nullptr, weighted ? weights.const_data_ptr<float>() : nullptr,
                        shares.const_data_ptr<float>());
            EXPECT_LE((found - leaf.grad()).abs().max().item<double>(), 1e-8) << smoothing << weighted;
            const auto plain = [&](const at::Tensor& of, const at::Tensor& to) {
                const at::Tensor loss = at::cross_entropy_loss(logits.to(at::kDouble), to, {}, at::Reduction::None);
                return (of * loss).sum().item<double>();
            };
            EXPECT_NEAR(metrics[0], plain(share, own) + plain(1 - share, other), 1e-6);
            EXPECT_EQ(metrics[1], (logits.argmax(1) == larger).sum().item<double>());
            EXPECT_TRUE(at::equal(confusion.sum(1), at::bincount(larger, {}, kClasses)));
        }
}

TEST(MixedLabels, LeaveOutALabelWithoutAShare) {
    const float never = -std::numeric_limits<float>::infinity();
    const std::vector<float> logits{0, 1, never};
    const std::uint8_t impossible = 2, possible = 1;
    for (const auto& [first, second, share, finite] :
         {std::tuple{possible, impossible, 1.0f, true}, std::tuple{impossible, possible, 0.0f, true},
          std::tuple{impossible, possible, 0.25f, false}, std::tuple{possible, impossible, 0.75f, false}}) {
        const std::uint8_t labels[2] = {first, second};
        float gradient[3] = {0, 0, 0};
        double metrics[2] = {0, 0};
        softmaxLoss({}, logits.data(), &labels[0], 1, 3, &gradient[0], &metrics[0], nullptr, 0, nullptr, nullptr,
                    &share);
        EXPECT_EQ(std::isfinite(metrics[0]), finite) << share;
        EXPECT_EQ(std::isfinite(gradient[0] + gradient[1] + gradient[2]), finite) << share;
        EXPECT_EQ(metrics[1], first == impossible && share >= 0.5f ? 0 : 1) << share;
    }
}

struct OneStep {
    TowerStep numbers;
    at::Tensor gradient;
};

OneStep stepOf(const InputStage& stage, const Share& share) {
    const auto blueprint =
        std::make_shared<const Blueprint>(makeBlueprint(networkByName("lenet"), kMixedPicture, 10, stage));
    Tower tower(0, at::kCPU, blueprint, 5);
    tower.takeWeights(at::tensor(initialWeights(*blueprint, 3)));
    tower.setLabelSmoothing(0.1f);
    tower.compute(share, 1, [](int) {});
    const TowerStep numbers = tower.collect();
    return {numbers, tower.gradient().clone()};
}

Share shareOfTwo(std::uint8_t firstLabel, std::uint8_t secondLabel) {
    Share share;
    share.ids = {3, 8};
    share.labels = {firstLabel, secondLabel};
    const auto store = test::syntheticStore(10, kMixedPicture, 10);
    share.images.resize(static_cast<std::size_t>(2 * kMixedPicture.bytes()));
    store->read(share.ids, share.images.data());
    share.hasNext = true;
    return share;
}

// The mixed picture, made by the stage, is trained on without one: once with each of its labels.
TEST(MixedLabels, AreThoseOfATowersPictures) {
    for (const char* text : {"mixup 1", "flip, cutmix 1"}) {
        const InputStage stage = inputStageFromNames(text, "unit");
        const Share share = shareOfTwo(4, 9);
        const OneStep found = stepOf(stage, share);
        EXPECT_EQ(found.numbers.images, 1);
        const std::uint32_t epoch = 1;
        const StageBatch batch{.images = share.images.data(),
                               .rows = nullptr,
                               .count = 1,
                               .training = true,
                               .ids = share.ids.data(),
                               .seed = 5,
                               .epoch = &epoch};
        std::vector<float> values(static_cast<std::size_t>(kMixedPicture.bytes()));
        runInputStage({}, stage, sizeOf(kMixedPicture), batch, values.data());
        float own = 0;
        ownShares({}, stage, sizeOf(kMixedPicture), batch, &own);
        ASSERT_GT(own, 0.05f) << "of these ids the two are to be mixed";
        ASSERT_LT(own, 0.95f);
        const auto with = [&](std::uint8_t label) {
            Share mixed;
            mixed.ids = {3};
            mixed.labels = {label};
            mixed.images.resize(values.size());
            for (std::size_t i = 0; i < values.size(); ++i)
                mixed.images.data()[i] = static_cast<std::uint8_t>(std::lround(values[i] * 255));
            return stepOf({}, mixed);
        };
        const OneStep first = with(4), second = with(9);
        EXPECT_NEAR(found.numbers.lossSum, own * first.numbers.lossSum + (1 - own) * second.numbers.lossSum, 1e-5);
        const at::Tensor expected = own * first.gradient + (1 - own) * second.gradient;
        EXPECT_LE((found.gradient - expected).norm().item<double>(), 1e-5 * expected.norm().item<double>()) << text;
    }
}

TEST(MixedLabels, NeedASharesNextImage) {
    Share share = shareOfTwo(4, 9);
    EXPECT_THROW(stepOf(inputStageFromNames("flip", "unit"), share), std::logic_error);
    share.hasNext = false;
    EXPECT_THROW(stepOf(inputStageFromNames("mixup", "unit"), share), std::logic_error);
}

} // namespace
} // namespace belfry
