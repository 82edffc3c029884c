// The labels of mixed pictures, the same on CUDA as on the CPU. Compiled twice, as kernels_gpu_test.cpp, which compares
// the pictures.
#include "core/kernels/input_stage.h"
#include "core/kernels/kernels.h"
#include "tests/core/kernels/augmented.h"
#include "tests/gpu/kernels_context.h"

#include <vector>

namespace belfry {
namespace {

using MixKernels = test::CudaKernels;
using test::kernelsContext;
using test::kernelsDevice;

double farthest(const at::Tensor& onGpu, const at::Tensor& onCpu) {
    return (onGpu.cpu() - onCpu).abs().max().item<double>();
}

TEST_F(MixKernels, SharesOfMixedLabels) {
    constexpr PictureSize kPhoto{32, 32, 3};
    const at::Tensor ids = at::arange(1001, at::kLong) * 31;
    for (const auto& numbers : {test::operations({{AugmentOperation::Mixup, {0.2f}}}),
                                test::operations({{AugmentOperation::Cutmix, {1}}, {AugmentOperation::Mixup, {50}}})}) {
        const auto run = [&](ExecutionContext context, at::Device device) {
            const at::Tensor keys = ids.to(device), shares = at::empty({1000}, at::device(device).dtype(at::kFloat));
            const at::Tensor epoch = at::full({1}, 2, at::device(device).dtype(at::kInt));
            ownShares(context, {Augmentation::Operations, {}, numbers}, kPhoto,
                      {.images = nullptr,
                       .rows = nullptr,
                       .count = 1000,
                       .training = true,
                       .ids = keys.const_data_ptr<std::int64_t>(),
                       .seed = 3,
                       .epoch = static_cast<const std::uint32_t*>(epoch.const_data_ptr())},
                      shares.data_ptr<float>());
            return shares.cpu();
        };
        EXPECT_LE(farthest(run(kernelsContext(), kernelsDevice()), run({}, at::kCPU)), 1e-6);
    }
}

// Rows of one label and of two, with shares of 0 and of 1 among them; classes that fit a warp's lanes and that do not.
TEST_F(MixKernels, SoftmaxLossOfMixedLabels) {
    constexpr std::int64_t kRows = 1003;
    for (const int classes : {13, 100})
        for (const float smoothing : {0.0f, 0.1f}) {
            const at::Tensor logits = 5 * test::normals({kRows, classes}, 1),
                             labels = (at::arange(kRows + 1) * 31 % classes).to(at::kByte),
                             weights = at::arange(classes, at::kFloat) / 4,
                             ownShares = (at::arange(kRows) % 9).to(at::kFloat) / 8;
            const auto run = [&](ExecutionContext context, at::Device device) {
                const at::Tensor in = logits.to(device), truth = labels.to(device), of = weights.to(device),
                                 shares = ownShares.to(device), gradient = at::empty_like(in),
                                 metrics = at::ones({2}, in.options().dtype(at::kDouble)),
                                 confusion = at::zeros({classes, classes}, in.options().dtype(at::kLong));
                softmaxLoss(context, in.data_ptr<float>(), truth.data_ptr<std::uint8_t>(), kRows, classes,
                            gradient.data_ptr<float>(), metrics.data_ptr<double>(), confusion.data_ptr<std::int64_t>(),
                            smoothing, test::lossScratch(in).data_ptr<double>(), of.data_ptr<float>(),
                            shares.data_ptr<float>());
                return std::vector<at::Tensor>{gradient.cpu(), metrics.cpu(), confusion.cpu()};
            };
            const auto expected = run({}, at::kCPU), found = run(kernelsContext(), kernelsDevice());
            EXPECT_LE(farthest(found[0], expected[0]), 3e-8) << classes; // of weights up to 25
            EXPECT_LE(farthest(found[1], expected[1]), 2e-7 * kRows) << classes;
            EXPECT_TRUE(at::equal(found[2], expected[2])) << classes;
        }
}

} // namespace
} // namespace belfry
