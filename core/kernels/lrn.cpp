// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/lrn.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/lrn.h"

#include "core/kernels/channels_inl.h"
#include "core/kernels/chunks.h"
#include "core/kernels/cuda_kernels.h"

#include <cmath>
#include <utility>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {
namespace {

// value ^ -beta. The exponents that networks use need no pow, which would be most of the time.
template <class D>
HWY_INLINE hn::Vec<D> inversePower(D d, hn::Vec<D> value, float beta) {
    const auto inverseRoot = hn::Div(hn::Set(d, 1.0f), hn::Sqrt(value));
    if (beta == 0.75f)
        return hn::Mul(inverseRoot, hn::Sqrt(inverseRoot));
    if (beta == 0.5f)
        return inverseRoot;
    HWY_ALIGN float lanes[hn::MaxLanes(D())];
    hn::Store(value, d, lanes);
    for (std::size_t i = 0; i < hn::Lanes(d); ++i)
        lanes[i] = std::pow(lanes[i], -beta);
    return hn::Load(d, lanes);
}

// ReLU that keeps a NaN.
template <class D, typename T>
HWY_INLINE hn::Vec<D> input(D d, const LrnWork& work, const T* from) {
    const auto x = load(d, from);
    return work.relu ? hn::IfThenZeroElse(hn::Lt(x, hn::Zero(d)), x) : x;
}

// Sum of the 2 radius + 1 numbers from `padded` on.
template <class D>
HWY_INLINE hn::Vec<D> windowSum(D d, int radius, const float* padded) {
    auto sum = hn::LoadU(d, padded);
    for (int i = 1; i <= 2 * radius; ++i)
        sum = hn::Add(sum, hn::LoadU(d, padded + i));
    return sum;
}

template <typename T>
void forwardRows(const LrnWork& work, const T* in, T* out, float* divisor, std::int64_t first, std::int64_t last) {
    const int radius = work.radius;
    std::vector<float> squares(std::size_t(work.channels + 2 * radius)); // zeros on both sides
    for (std::int64_t row = first; row < last; ++row) {
        const T* x = in + row * work.channels;
        T* y = out + row * work.channels;
        float* kept = divisor ? divisor + row * work.channels : nullptr;
        overChannels(work.channels, [&](auto d, int c) HWY_ATTR {
            const auto value = input(d, work, x + c);
            hn::StoreU(hn::Mul(value, value), d, squares.data() + radius + c);
        });
        overChannels(work.channels, [&](auto d, int c) HWY_ATTR {
            const auto divided =
                hn::MulAdd(hn::Set(d, work.alpha), windowSum(d, radius, squares.data() + c), hn::Set(d, work.bias));
            store(d, hn::Mul(input(d, work, x + c), inversePower(d, divided, work.beta)), y + c);
            if (kept)
                hn::StoreU(divided, d, kept + c);
        });
    }
}

// dx = dy t^-b - 2 a b x W(dy x t^-b / t), t the divisor, W the window sum.
template <typename T>
void backwardRows(const LrnWork& work, const T* in, const float* divisor, const T* outGradient, T* inGradient,
                  std::int64_t first, std::int64_t last) {
    const int radius = work.radius;
    std::vector<float> products(std::size_t(work.channels + 2 * radius)); // zeros on both sides
    std::vector<float> direct(std::size_t(work.channels), 0.0f);
    for (std::int64_t row = first; row < last; ++row) {
        const T* x = in + row * work.channels;
        const float* t = divisor + row * work.channels;
        const T* dy = outGradient + row * work.channels;
        T* dx = inGradient + row * work.channels;
        overChannels(work.channels, [&](auto d, int c) HWY_ATTR {
            const auto divided = hn::LoadU(d, t + c);
            const auto through = hn::Mul(load(d, dy + c), inversePower(d, divided, work.beta));
            hn::StoreU(through, d, direct.data() + c);
            hn::StoreU(hn::Div(hn::Mul(through, input(d, work, x + c)), divided), d, products.data() + radius + c);
        });
        overChannels(work.channels, [&](auto d, int c) HWY_ATTR {
            const auto value = input(d, work, x + c);
            const auto factor = hn::Mul(hn::Set(d, -2.0f * work.alpha * work.beta), value);
            const auto gradient =
                hn::MulAdd(factor, windowSum(d, radius, products.data() + c), hn::LoadU(d, direct.data() + c));
            store(d, work.relu ? hn::IfThenElseZero(hn::Gt(value, hn::Zero(d)), gradient) : gradient, dx + c);
        });
    }
}

} // namespace

auto LrnForward() { return std::pair(&forwardRows<float>, &forwardRows<Bf16>); }
auto LrnBackward() { return std::pair(&backwardRows<float>, &backwardRows<Bf16>); }

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry {

HWY_EXPORT(LrnForward);
HWY_EXPORT(LrnBackward);

template <typename T>
void lrnForward(ExecutionContext context, const LrnWork& work, const T* in, T* out, float* divisor) {
    if (context.cuda)
        return cuda::lrnForward(context.stream, work, in, out, divisor);
    const auto forwardRows = kernelFor<T>(HWY_DYNAMIC_DISPATCH(LrnForward)());
    forRowRanges(work.rows, work.rows * work.channels,
                 [&](std::int64_t first, std::int64_t last) { forwardRows(work, in, out, divisor, first, last); });
}

template <typename T>
void lrnBackward(ExecutionContext context, const LrnWork& work, const T* in, const float* divisor, const T* outGradient,
                 T* inGradient) {
    if (context.cuda)
        return cuda::lrnBackward(context.stream, work, in, divisor, outGradient, inGradient);
    const auto backwardRows = kernelFor<T>(HWY_DYNAMIC_DISPATCH(LrnBackward)());
    forRowRanges(work.rows, work.rows * work.channels, [&](std::int64_t first, std::int64_t last) {
        backwardRows(work, in, divisor, outGradient, inGradient, first, last);
    });
}

#define BELFRY_INSTANTIATE(T)                                                                                          \
    template void lrnForward(ExecutionContext, const LrnWork&, const T*, T*, float*);                                  \
    template void lrnBackward(ExecutionContext, const LrnWork&, const T*, const float*, const T*, T*);
BELFRY_INSTANTIATE(float)
BELFRY_INSTANTIATE(Bf16)

} // namespace belfry
#endif
