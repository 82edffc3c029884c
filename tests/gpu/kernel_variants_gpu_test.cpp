// CUDA's kernels have variants: for usual windows and any, for packs of channels and single ones, for positions of 32
// and 64 bits, for few and many classes. Each gives what the CPU's kernel gives. Compiled twice, as
// kernels_gpu_test.cpp.
#include "core/kernels/cuda_kernels.h"
#include "tests/gpu/kernels_context.h"

#include <cmath>
#include <vector>

namespace belfry {
namespace {

using CudaKernelVariants = test::CudaKernels;
using test::kernelsContext;
using test::kernelsDevice;
using test::normals;

constexpr std::int64_t kWide = 0; // a limit above which everything lies: positions of 64 bits

template <typename T>
at::Tensor numbersOf(const at::Tensor& values, at::Device device, std::int64_t shift = 0) {
    // `shift` numbers behind an aligned address.
    const auto type = std::is_same_v<T, float> ? at::kFloat : at::kBFloat16;
    const at::Tensor room = at::empty({values.numel() + shift}, at::TensorOptions(device).dtype(type));
    return room.narrow(0, shift, values.numel()).copy_(values.flatten());
}
template <typename T>
T* data(const at::Tensor& tensor) {
    return static_cast<T*>(tensor.data_ptr());
}
std::uint16_t* places(const at::Tensor& tensor) { return reinterpret_cast<std::uint16_t*>(tensor.data_ptr()); }

struct Pooled {
    at::Tensor out, winner, inGradient;
};

// kLimit as the last argument of CUDA's kernels; nothing for the CPU's.
template <typename T, typename... Limit>
Pooled pool(const MaxPoolWork& work, at::Device device, std::int64_t shift, const at::Tensor& in, const at::Tensor& dy,
            Limit... limit) {
    const at::Tensor x = numbersOf<T>(in, device, shift), gradient = numbersOf<T>(dy, device, shift);
    const Pooled found{at::empty_like(gradient), at::empty_like(gradient, at::kShort), at::full_like(x, 7)};
    if constexpr (sizeof...(Limit) == 0) {
        maxPoolForward({}, work, data<const T>(x), data<T>(found.out), places(found.winner));
        maxPoolBackward({}, work, data<const T>(gradient), places(found.winner), data<T>(found.inGradient));
    } else {
        void* stream = kernelsContext().stream;
        cuda::maxPoolForward(stream, work, data<const T>(x), data<T>(found.out), places(found.winner), limit...);
        const at::Tensor alone = at::empty_like(found.out); // as where nothing is trained
        cuda::maxPoolForward(stream, work, data<const T>(x), data<T>(alone), nullptr, limit...);
        EXPECT_TRUE(at::equal(alone, found.out));
        cuda::maxPoolBackward(stream, work, data<const T>(gradient), places(found.winner), data<T>(found.inGradient),
                              limit...);
    }
    return {found.out.cpu(), found.winner.cpu(), found.inGradient.cpu()};
}

template <typename T>
void expectSamePools(const MaxPoolWork& work) {
    const at::Tensor in = normals({work.images, work.inHeight, work.inWidth, work.channels}, 1);
    const at::Tensor dy = normals({work.images, work.outHeight, work.outWidth, work.channels}, 2);
    const Pooled expected = pool<T>(work, at::kCPU, 0, in, dy);
    for (const std::int64_t limit : {cuda::kNarrowLimit, kWide})
        for (const std::int64_t shift : {0, 1}) {
            const Pooled found = pool<T>(work, kernelsDevice(), shift, in, dy, limit);
            const bool same = at::equal(found.out, expected.out) && at::equal(found.winner, expected.winner) &&
                              at::equal(found.inGradient, expected.inGradient);
            EXPECT_TRUE(same) << work.channels << " channels, " << work.kernel << "/" << work.stride << ", "
                              << work.inHeight << " x " << work.inWidth << ", limit " << limit << ", shift " << shift
                              << ", " << sizeof(T) << " bytes";
        }
}

TEST_F(CudaKernelVariants, Pools) {
    struct Size {
        int kernel, stride;
    };
    for (const int channels : {1, 3, 5, 7, 8, 12, 32})
        for (const auto& [kernel, stride] : {Size{2, 2}, Size{3, 2}, Size{3, 1}, Size{2, 1}, Size{2, 3}, Size{5, 3}})
            for (const bool same : {false, true}) {
                MaxPoolWork work{3, channels, 9, 6, 0, 0, kernel, stride, 0, 0, same};
                const auto out = [&, k = kernel, s = stride](int in) {
                    return same ? (in + s - 1) / s : (in - k) / s + 1;
                };
                work.outHeight = out(work.inHeight);
                work.outWidth = out(work.inWidth);
                work.above = same ? std::max(0, (work.outHeight - 1) * stride + kernel - work.inHeight) / 2 : 0;
                work.left = same ? std::max(0, (work.outWidth - 1) * stride + kernel - work.inWidth) / 2 : 0;
                expectSamePools<float>(work);
                expectSamePools<Bf16>(work);
            }
}

template <typename T>
std::vector<at::Tensor> normalised(const LrnWork& work, ExecutionContext context, at::Device device,
                                   std::int64_t shift) {
    const at::Tensor x = numbersOf<T>(normals({work.rows, work.channels}, 1), device, shift);
    const at::Tensor dy = numbersOf<T>(normals({work.rows, work.channels}, 2), device, shift);
    const at::Tensor out = at::full_like(x, 7), dx = at::full_like(x, 7), divisor = at::full_like(x, 7, at::kFloat);
    lrnForward(context, work, data<const T>(x), data<T>(out), data<float>(divisor));
    lrnBackward(context, work, data<const T>(x), data<const float>(divisor), data<const T>(dy), data<T>(dx));
    const at::Tensor alone = at::full_like(x, 7);
    lrnForward(context, work, data<const T>(x), data<T>(alone), nullptr);
    return {out.to(at::kFloat).cpu(), divisor.cpu(), dx.to(at::kFloat).cpu(), alone.to(at::kFloat).cpu()};
}

template <typename T>
void expectSameLrn(const LrnWork& work) {
    const auto expected = normalised<T>(work, {}, at::kCPU, 0);
    const double relative = std::is_same_v<T, float> ? 5e-6 : 1.0 / 128; // Bf16: a neighbour
    for (const std::int64_t shift : {0, 1}) {
        const auto found = normalised<T>(work, kernelsContext(), kernelsDevice(), shift);
        for (std::size_t i = 0; i < expected.size(); ++i)
            EXPECT_TRUE(at::allclose(found[i], expected[i], relative, 5e-6))
                << i << ": " << work.channels << " channels, radius " << work.radius << ", power " << work.beta
                << ", shift " << shift << ", " << sizeof(T) << " bytes";
    }
}

TEST_F(CudaKernelVariants, ResponseNormalisations) {
    for (const int channels : {1, 3, 5, 7, 8, 12, 64, 96, 1000, 1030, 2056, 2500})
        for (const int radius : {0, 1, 4, 1000})
            for (const float beta : {0.75F, 0.5F, 0.6F}) {
                if (radius == 1000 && (beta != 0.75F || channels > 2056))
                    continue; // long, and no other way
                const LrnWork work{
                    channels > 500 ? 3 : 261, channels, radius, 1, 0.25F / (2 * static_cast<float>(radius) + 1), beta,
                    channels % 2 == 0};
                expectSameLrn<float>(work);
                expectSameLrn<Bf16>(work);
            }
}

TEST_F(CudaKernelVariants, Dropout) {
    constexpr std::int64_t kRows = 37;
    const at::Tensor ids = (at::arange(kRows, at::kLong) * 7919) % 60'000, epoch = at::full({1}, 17, at::kInt);
    const at::Tensor idsThere = ids.to(kernelsDevice()), epochThere = epoch.to(kernelsDevice());
    const auto test = [&]<typename T>(std::int64_t units, T) {
        const at::Tensor in = normals({kRows, units}, 2);
        in[1].fill_(INFINITY); // what is dropped becomes 0, whatever it was
        const at::Tensor expected = numbersOf<T>(in, at::kCPU);
        const DropoutKey key{5, 3, static_cast<const std::uint32_t*>(epoch.const_data_ptr())};
        dropout({}, data<T>(expected), data<const std::int64_t>(ids), kRows, units, 0.3F, key);
        for (const std::int64_t limit : {cuda::kNarrowLimit, kWide})
            for (const std::int64_t shift : {0, 1}) {
                const at::Tensor found = numbersOf<T>(in, kernelsDevice(), shift);
                const DropoutKey there{5, 3, static_cast<const std::uint32_t*>(epochThere.const_data_ptr())};
                cuda::dropout(kernelsContext().stream, data<T>(found), data<const std::int64_t>(idsThere), kRows, units,
                              0.3F, there, limit);
                EXPECT_TRUE(at::equal(found.cpu(), expected)) << units << " " << limit << " " << shift;
            }
    };
    for (const std::int64_t units : {1, 3, 8, 12, 331, 1024}) {
        test(units, float{});
        test(units, Bf16{});
    }
    cuda::dropout<float>(kernelsContext().stream, nullptr, nullptr, 0, 0, 0.3F, {}); // nothing
}

TEST_F(CudaKernelVariants, ImagesOfBytes) {
    constexpr std::int64_t kImages = 50;
    const at::Tensor rows = at::arange(49, -1, -7, at::kLong), rowsThere = rows.to(kernelsDevice());
    for (const std::int64_t size : {1, 3, 784, 3072, 27})
        for (const std::int64_t limit : {cuda::kNarrowLimit, kWide})
            for (const std::int64_t shift : {0, 1})
                for (const bool all : {false, true}) {
                    const at::Tensor bytes =
                        at::arange(kImages * size + shift, at::kInt).mul(31).remainder(256).to(at::kByte);
                    const at::Tensor there = bytes.to(kernelsDevice());
                    const std::int64_t count = all ? kImages : rows.numel();
                    const at::Tensor expected = at::empty({count * size}),
                                     found = at::empty_like(expected).to(kernelsDevice());
                    normaliseImages({}, data<const std::uint8_t>(bytes) + shift,
                                    all ? nullptr : data<const std::int64_t>(rows), count, size, 2, -0.5F,
                                    data<float>(expected)); // exact, fused or not
                    cuda::normaliseImages(kernelsContext().stream, data<const std::uint8_t>(there) + shift,
                                          all ? nullptr : data<const std::int64_t>(rowsThere), count, size, 2, -0.5F,
                                          data<float>(found), limit);
                    EXPECT_TRUE(at::equal(found.cpu(), expected)) << size << " " << limit << " " << shift << " " << all;
                }
}

struct Loss {
    at::Tensor gradient, metrics, confusion;
};

Loss loss(ExecutionContext context, at::Device device, const at::Tensor& logits, const at::Tensor& labels,
          float smoothing, bool trains) {
    const std::int64_t rows = logits.size(0);
    const int classes = static_cast<int>(logits.size(1));
    const at::Tensor in = logits.to(device), truth = labels.to(device), gradient = at::zeros_like(in);
    const at::Tensor metrics = at::full({2}, 3, in.options().dtype(at::kDouble)); // overwritten
    const at::Tensor confusion = at::zeros({classes, classes}, in.options().dtype(at::kLong));
    softmaxLoss(context, in.const_data_ptr<float>(), truth.const_data_ptr<std::uint8_t>(), rows, classes,
                trains ? gradient.data_ptr<float>() : nullptr, metrics.data_ptr<double>(),
                trains ? nullptr : confusion.data_ptr<std::int64_t>(), smoothing,
                test::lossScratch(in).data_ptr<double>());
    return {gradient.cpu(), metrics.cpu(), confusion.cpu()};
}

TEST_F(CudaKernelVariants, LossesOfFewAndManyClasses) {
    for (const std::int64_t classes : {1, 2, 10, 31, 32, 33, 100, 1000})
        for (const std::int64_t rows : {std::int64_t{1}, std::int64_t{33}, classes == 10 ? 2501 : std::int64_t{7}})
            for (const bool trains : {false, true}) {
                const float smoothing = trains && classes % 2 == 0 ? 0.1F : 0.0F;
                const at::Tensor logits = 5 * normals({rows, classes}, 1);
                const at::Tensor labels = at::arange(rows, at::kLong).mul(31).remainder(classes).to(at::kByte);
                if (classes > 4)
                    logits.select(1, 4).copy_(logits.select(1, 2)); // the first of equals is the answer,
                if (classes > 39)
                    logits[0][7] = logits[0][39] = 30; // and where one lane has both
                const Loss expected = loss({}, at::kCPU, logits, labels, smoothing, trains);
                const Loss found = loss(kernelsContext(), kernelsDevice(), logits, labels, smoothing, trains);
                const auto most = [](const at::Tensor& a, const at::Tensor& b) {
                    return (a - b).abs().max().item<double>();
                };
                const auto number = static_cast<double>(rows);
                EXPECT_LE(most(found.gradient, expected.gradient), 4e-7 / number) << classes << " " << rows;
                EXPECT_LE(most(found.metrics[0], expected.metrics[0]), 3e-7 * number) << classes << " " << rows;
                EXPECT_TRUE(at::equal(found.metrics[1], expected.metrics[1])) << classes << " " << rows;
                EXPECT_TRUE(at::equal(found.confusion, expected.confusion)) << classes << " " << rows;
            }
}

// Sums over rows have one order: the same bits every time.
TEST_F(CudaKernelVariants, LossesAreTheSameBitsEveryTime) {
    const at::Tensor logits = 5 * normals({2501, 10}, 1);
    const at::Tensor labels = at::arange(2501, at::kLong).remainder(10).to(at::kByte);
    const Loss first = loss(kernelsContext(), kernelsDevice(), logits, labels, 0, true);
    for (int time = 0; time < 2; ++time)
        EXPECT_TRUE(at::equal(loss(kernelsContext(), kernelsDevice(), logits, labels, 0, true).metrics, first.metrics));
}

// Where a network is sure, 1 - p is not what is left of p in fp32.
TEST_F(CudaKernelVariants, SmallLossesKeepTheirDigits) {
    const at::Tensor logits = at::tensor({0.0F, 30.0F, 1.0F, 2.0F}).reshape({1, 4}), labels = at::ones({1}, at::kByte);
    const Loss found = loss(kernelsContext(), kernelsDevice(), logits, labels, 0, true);
    const double rest = std::exp(-30.0) + std::exp(-29.0) + std::exp(-28.0);
    EXPECT_NEAR(found.metrics[0].item<double>() / std::log1p(rest), 1, 1e-6);
    EXPECT_NEAR(found.gradient[0][1].item<double>() / -(rest / (1 + rest)), 1, 1e-6);
    EXPECT_NEAR(found.gradient[0][3].item<double>() / (std::exp(-28.0) / (1 + rest)), 1, 1e-6);
}

} // namespace
} // namespace belfry
