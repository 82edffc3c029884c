// What networks seldom show the own kernels: NaN, infinities, windows wider than the channels. The same numbers on CUDA
// as on the CPU, whose suites in tests/core/kernels say which they are. Compiled twice, as kernels_gpu_test.cpp.
#include "core/kernels/kernels.h"
#include "core/kernels/lrn.h"
#include "core/kernels/max_pool.h"
#include "tests/gpu/kernels_context.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <vector>

namespace belfry {
namespace {

using CudaKernelEdges = test::CudaKernels;
using test::kernelsContext;
using test::kernelsDevice;
using test::normals;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN(), kEndless = std::numeric_limits<float>::infinity();

// On both places, NaN and infinities at the same ones.
template <typename Run>
void expectTheSame(const Run& run, double tolerance) {
    const at::Tensor found = run(kernelsContext(), kernelsDevice()).cpu(),
                     expected = run(ExecutionContext{}, at::Device(at::kCPU));
    EXPECT_TRUE(at::allclose(found, expected, tolerance, tolerance, /*equal_nan=*/true))
        << found.flatten().narrow(0, 0, std::min<std::int64_t>(found.numel(), 12)) << "\n"
        << expected.flatten().narrow(0, 0, std::min<std::int64_t>(expected.numel(), 12));
}

TEST_F(CudaKernelEdges, SoftmaxLossOfHugeLogitsAndNan) {
    for (const std::vector<float>& logits : std::vector<std::vector<float>>{{3e38F, 3e38F, 0},
                                                                            {0, -1000, 0},
                                                                            {0, -kEndless, 0},
                                                                            {kNan, 0, 0},
                                                                            {0, 0, kNan},
                                                                            {kEndless, 0, 0},
                                                                            {0, kEndless, 0},
                                                                            {-kEndless, 0, 0}})
        expectTheSame(
            [&](ExecutionContext context, at::Device device) {
                const at::Tensor in = at::tensor(logits).to(device), gradient = at::empty_like(in);
                const at::Tensor labels = at::ones({1}, in.options().dtype(at::kByte));
                const at::Tensor metrics = at::zeros({2}, in.options().dtype(at::kDouble));
                softmaxLoss(context, in.const_data_ptr<float>(), labels.const_data_ptr<std::uint8_t>(), 1, 3,
                            gradient.data_ptr<float>(), metrics.data_ptr<double>(), nullptr, 0,
                            test::lossScratch(in).data_ptr<double>());
                return at::cat({gradient.cpu().to(at::kDouble), metrics.cpu()});
            },
            1e-6);
}

TEST_F(CudaKernelEdges, PoolsOfNanInfinitiesAndEquals) {
    const std::vector<float> pixels{kNan, 1,  1, kNan,      -1, kNan,     -kEndless, -kEndless, 3,
                                    3,    -2, 0, -kEndless, 5,  kEndless, -5,        -5,        0};
    for (const bool relu : {false, true})
        for (const int above : {0, 1}) // lines of the window that are outside
            expectTheSame(
                [&](ExecutionContext context, at::Device device) {
                    const auto pairs = static_cast<std::int64_t>(pixels.size()) / 2;
                    const MaxPoolWork work{pairs, 1, 1, 2, 1, 1, 2, 2, above, 0, relu};
                    const at::Tensor in = at::tensor(pixels).to(device), out = at::empty({pairs}, in.options());
                    const at::Tensor winner = at::empty({pairs}, in.options().dtype(at::kShort)),
                                     dx = at::empty_like(in);
                    auto* places = reinterpret_cast<std::uint16_t*>(winner.data_ptr<std::int16_t>());
                    maxPoolForward(context, work, in.const_data_ptr<float>(), out.data_ptr<float>(), places);
                    maxPoolBackward(context, work, at::ones_like(out).const_data_ptr<float>(), places,
                                    dx.data_ptr<float>());
                    return at::cat({out.cpu(), winner.cpu().to(at::kFloat), dx.cpu()});
                },
                0);
}

TEST_F(CudaKernelEdges, LrnOfEveryPowerAndWindow) {
    for (const LrnWork& work : {LrnWork{5, 37, 4, 1, 0.3F, 0.75F, true}, LrnWork{5, 37, 2, 2, 0.3F, 0.5F, false},
                                LrnWork{3, 3, 4, 1, 0.5F, 0.6F, true}, LrnWork{4, 64, 1, 1, 0.1F, 1.3F, false}})
        expectTheSame(
            [&](ExecutionContext context, at::Device device) {
                const at::Tensor in = normals({work.rows, work.channels}, 1).to(device),
                                 dy = normals(in.sizes(), 2).to(device);
                const at::Tensor out = at::empty_like(in), divisor = at::empty_like(in), dx = at::empty_like(in);
                lrnForward(context, work, in.const_data_ptr<float>(), out.data_ptr<float>(), divisor.data_ptr<float>());
                lrnBackward(context, work, in.const_data_ptr<float>(), divisor.const_data_ptr<float>(),
                            dy.const_data_ptr<float>(), dx.data_ptr<float>());
                return at::stack({out, divisor, dx}).cpu();
            },
            5e-6);
}

// Through a ReLU, too; the gradient of what is no number above 0 is stopped there.
TEST_F(CudaKernelEdges, LrnOfNan) {
    for (const int channels : {37, 64}) // any, and packs
        for (const bool relu : {false, true})
            expectTheSame(
                [&](ExecutionContext context, at::Device device) {
                    const LrnWork work{5, channels, 4, 1, 0.3F, 0.75F, relu};
                    at::Tensor given = normals({work.rows, work.channels}, 1);
                    given[2][17] = kNan;
                    const at::Tensor in = given.to(device), dy = normals(in.sizes(), 2).to(device);
                    const at::Tensor out = at::empty_like(in), divisor = at::empty_like(in), dx = at::empty_like(in);
                    lrnForward(context, work, in.const_data_ptr<float>(), out.data_ptr<float>(),
                               divisor.data_ptr<float>());
                    lrnBackward(context, work, in.const_data_ptr<float>(), divisor.const_data_ptr<float>(),
                                dy.const_data_ptr<float>(), dx.data_ptr<float>());
                    return at::stack({out, divisor, dx}).cpu();
                },
                5e-6);
}

TEST_F(CudaKernelEdges, BytesBecomeBf16) {
    expectTheSame(
        [&](ExecutionContext context, at::Device device) {
            const at::Tensor images = at::arange(50 * 784, at::kInt).mul(31).remainder(256).to(at::kByte).to(device);
            const at::Tensor rows = at::arange(49, -1, -7, at::kLong).to(device);
            const at::Tensor out = at::empty({rows.numel() * 784}, images.options().dtype(at::kBFloat16));
            normaliseImages(context, images.const_data_ptr<std::uint8_t>(), rows.const_data_ptr<std::int64_t>(),
                            rows.numel(), 784, 1.0F / 255, -0.5F, static_cast<Bf16*>(out.data_ptr()));
            return out.cpu().to(at::kFloat);
        },
        1.0 / 512); // a product and a sum that are rounded once or twice may lie in neighbours
}

// As parameter servers do it: the mean takes the place of the first gradient.
TEST_F(CudaKernelEdges, WeightedSumOverItsFirstTerm) {
    expectTheSame(
        [&](ExecutionContext context, at::Device device) {
            const at::Tensor first = normals({70'003}, 1).to(device), second = normals({70'003}, 2).to(device);
            const std::vector<const float*> terms{first.const_data_ptr<float>(), second.const_data_ptr<float>()};
            const std::vector<float> scales{0.7F, 0.3F};
            weightedSum(context, first.data_ptr<float>(), terms.data(), scales.data(), 2, 3, 70'000);
            return first.cpu();
        },
        1e-6);
}

// Their pointers and scales are the kernel's arguments, of which a device takes so many.
TEST_F(CudaKernelEdges, WeightedSumsHaveAtMost64Terms) {
    const at::Tensor term = at::ones({5}).to(kernelsDevice()), sum = at::zeros_like(term);
    const std::vector<const float*> terms(65, term.const_data_ptr<float>());
    const std::vector<float> scales(65, 1.0F);
    weightedSum(kernelsContext(), sum.data_ptr<float>(), terms.data(), scales.data(), 64, 0, 5);
    EXPECT_TRUE(sum.cpu().eq(64).all().item<bool>());
    EXPECT_THROW(weightedSum(kernelsContext(), sum.data_ptr<float>(), terms.data(), scales.data(), 65, 0, 5),
                 std::runtime_error);
}

} // namespace
} // namespace belfry
