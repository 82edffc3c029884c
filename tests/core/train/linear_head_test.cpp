#include "core/train/cross_validated_heads.h"
#include "core/train/temperature.h"

#include <ATen/ATen.h>

#include <gtest/gtest.h>

namespace belfry {
namespace {

constexpr std::int64_t kWidth = 6;

// Clouds around a point for each class, of unequal scales, with a feature that says nothing.
LabelledFeatures clouds(std::int64_t images, int classes, std::uint64_t seed, double spread) {
    at::Generator generator = at::detail::createCPUGenerator(seed);
    const at::Tensor centres = at::randn({classes, kWidth}, at::detail::createCPUGenerator(7));
    const at::Tensor labels = at::randint(classes, {images}, generator, at::kLong);
    at::Tensor features = centres.index_select(0, labels) + spread * at::randn({images, kWidth}, generator);
    features *= at::tensor({1.0F, 100.0F, 0.01F, 1.0F, 1.0F, 0.0F});
    return {features + 5, labels};
}

// Fitted on copies, as features are changed in place.
LinearHead fitted(const LabelledFeatures& train, const LabelledFeatures& validation, int classes,
                  const ClassTerms& terms = {}) {
    return fitLinearHead({train.features.clone(), train.labels}, {validation.features.clone(), validation.labels},
                         classes, terms);
}

// What is minimised, at a head, as a function of its numbers for standardised features.
at::Tensor slopeAt(const LinearHead& head, const LabelledFeatures& train, const ClassTerms& terms) {
    const at::Tensor features = train.features.to(at::kDouble);
    const at::Tensor mean = features.mean(0), deviation = (features - mean).square().mean(0).sqrt().clamp_min(1e-6);
    at::Tensor weights = (head.weights.to(at::kDouble) * deviation).requires_grad_();
    at::Tensor biases = (head.biases.to(at::kDouble) + at::mv(head.weights.to(at::kDouble), mean)).requires_grad_();
    at::Tensor logits = at::addmm(biases, (features - mean) / deviation, weights.t());
    at::Tensor shares = at::ones_like(train.labels, at::kDouble);
    if (!terms.logitOffsets.empty())
        logits = logits + at::tensor(terms.logitOffsets).to(at::kDouble);
    if (!terms.weights.empty())
        shares = at::tensor(terms.weights).to(at::kDouble).index_select(0, train.labels);
    const at::Tensor own = at::log_softmax(logits, 1).gather(1, train.labels.unsqueeze(1)).squeeze(1);
    const at::Tensor loss = -(own * shares).mean() + head.decay / 2 * weights.square().sum();
    loss.backward();
    return at::cat({weights.grad().flatten(), biases.grad()});
}

TEST(LinearHead, IsWhereTheLossIsLeast) {
    const LabelledFeatures train = clouds(400, 3, 1, 1.0), validation = clouds(100, 3, 2, 1.0);
    const ClassTerms weighted{{2.0F, 0.5F, 0.5F}, {}}, shifted{{}, {0.0F, 1.0F, -1.0F}};
    for (const ClassTerms& terms : {ClassTerms(), weighted, shifted}) {
        const LinearHead head = fitted(train, validation, 3, terms);
        EXPECT_LT(slopeAt(head, train, terms).norm().item<double>(), 5e-3);
    }
}

TEST(LinearHead, SeparatesWhatCanBe) {
    const LabelledFeatures train = clouds(300, 4, 1, 0.2), validation = clouds(100, 4, 2, 0.2);
    const LinearHead head = fitted(train, validation, 4);
    const LabelledFeatures other = clouds(200, 4, 3, 0.2);
    const at::Tensor answers = at::addmm(head.biases, other.features, head.weights.t()).argmax(1);
    EXPECT_GT(answers.eq(other.labels).to(at::kDouble).mean().item<double>(), 0.97);
    EXPECT_GT(head.validationAccuracy, 0.97);
    EXPECT_TRUE(at::isfinite(head.weights).all().item<bool>()); // of the feature that is constant, too
}

// The less the features say, the stronger the decay that is best.
TEST(LinearHead, ChoosesTheDecayByTheValidationImages) {
    const double clear = fitted(clouds(300, 3, 1, 0.2), clouds(200, 3, 2, 0.2), 3).decay;
    const double noisy = fitted(clouds(20, 3, 1, 4.0), clouds(200, 3, 2, 4.0), 3).decay;
    EXPECT_LT(clear, noisy);
}

TEST(LinearHead, HasTheSameBits) {
    const LabelledFeatures train = clouds(200, 3, 1, 1.0), validation = clouds(50, 3, 2, 1.0);
    const LinearHead first = fitted(train, validation, 3), second = fitted(train, validation, 3);
    EXPECT_TRUE(at::equal(first.weights, second.weights));
    EXPECT_TRUE(at::equal(first.biases, second.biases));
}

// Labels that nothing tells: a head that knows its pictures by heart is sure of them, and none of those that it has not
// seen is answered better than by chance.
TEST(CrossValidatedHeads, AnswerWhatTheyHaveNotLearntFrom) {
    at::Generator generator = at::detail::createCPUGenerator(3);
    const LabelledFeatures pictures{at::randn({200, 120}, generator), at::randint(2, {200}, generator, at::kLong)};
    constexpr double kDecay = 0.001;
    const LinearHead head = fitLinearHeadAt(kDecay, {pictures.features.clone(), pictures.labels}, 2);
    const at::Tensor own = at::addmm(head.biases, pictures.features, head.weights.t());
    const std::stop_token none;
    const at::Tensor unseen =
        CrossValidatedHeads(pictures, 2, none, kDecay).logits(at::ones({200}, at::kBool)).contiguous();
    const auto right = [&](const at::Tensor& logits) {
        return logits.argmax(1).eq(pictures.labels).to(at::kDouble).mean().item<double>();
    };
    EXPECT_GT(right(own), 0.95);
    EXPECT_LT(right(unseen), 0.65);
    const auto* label = pictures.labels.const_data_ptr<std::int64_t>();
    const std::vector<std::uint8_t> labels(label, label + 200);
    const auto temperatureOf = [&](const at::Tensor& logits) {
        return fitTemperature({logits.const_data_ptr<float>(), 400}, labels);
    };
    EXPECT_LT(temperatureOf(own), 1);
    EXPECT_GT(temperatureOf(unseen), 3);
}

} // namespace
} // namespace belfry
