// Class weights against PyTorch's own cross_entropy with autograd.
#include "core/base/random.h"
#include "core/kernels/kernels.h"

#include <ATen/ATen.h>

#include <gtest/gtest.h>

namespace belfry {
namespace {

// PyTorch's own mean divides by the batch's sum of weights; ours by the number of images.
TEST(ClassWeights, HavePyTorchsGradient) {
    constexpr std::int64_t kRows = 57;
    constexpr int kClasses = 11;
    at::Tensor logits = at::empty({kRows, kClasses}, at::kFloat);
    RandomStream random(3, Purpose::Sample);
    for (std::int64_t i = 0; i < logits.numel(); ++i)
        logits.data_ptr<float>()[i] = static_cast<float>(4 * random.normal());
    const at::Tensor labels = (at::arange(kRows) * 7) % kClasses, bytes = labels.to(at::kByte);
    const at::Tensor weights = at::arange(kClasses, at::kFloat) / 3; // the first class does not count
    for (const double smoothing : {0.0, 0.1}) {
        const at::Tensor leaf = logits.to(at::kDouble).requires_grad_();
        const at::Tensor losses = at::cross_entropy_loss(leaf, labels, {}, at::Reduction::None, -100, smoothing);
        (losses * weights.to(at::kDouble).index_select(0, labels)).mean().backward();
        const at::Tensor found = at::empty_like(logits);
        double metrics[2] = {0, 0};
        softmaxLoss({}, logits.const_data_ptr<float>(), bytes.const_data_ptr<std::uint8_t>(), kRows, kClasses,
                    found.data_ptr<float>(), metrics, nullptr, static_cast<float>(smoothing), nullptr,
                    weights.const_data_ptr<float>());
        EXPECT_LE((found - leaf.grad()).abs().max().item<double>(), 1e-8) << smoothing;
        // What is told is the plain loss.
        const double plain = at::cross_entropy_loss(logits.to(at::kDouble), labels).item<double>();
        EXPECT_NEAR(metrics[0] / kRows, plain, 1e-9);
    }
}

} // namespace
} // namespace belfry
