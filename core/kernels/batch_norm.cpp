// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/batch_norm.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/batch_norm.h"

#include "core/kernels/channels_inl.h"
#include "core/kernels/chunks.h"

#include <algorithm>
#include <utility>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {
namespace {

constexpr std::int64_t kRowsInFloat = 16; // are summed before they are added to the sums in double

void addTo(double* sums, std::vector<float>& part) {
    for (std::size_t c = 0; c < part.size(); ++c)
        sums[c] += part[c];
    std::fill(part.begin(), part.end(), 0.0f);
}

// sum and product of each channel += what add(d, at, c, sum, product) adds up over the rows [first, last). `at`: of the
// row's first number. A few rows at a time: of one, sums would be read and written more often than numbers are read; of
// many, memory would be read in too many places at once.
template <class Add>
HWY_INLINE void addRows(const BatchNormWork& work, std::int64_t first, std::int64_t last, double* sum, double* product,
                        const Add& add) {
    constexpr std::int64_t kAtOnce = 4;
    static_assert(kRowsInFloat % kAtOnce == 0);
    const auto channels = static_cast<std::size_t>(work.channels);
    std::vector<float> sums(channels), products(channels);
    for (std::int64_t row = first; row < last; row += kAtOnce) {
        const std::int64_t end = std::min(row + kAtOnce, last);
        overChannels(work.channels, [&](auto d, int c) HWY_ATTR {
            auto ofSum = hn::LoadU(d, sums.data() + c), ofProduct = hn::LoadU(d, products.data() + c);
            for (std::int64_t i = row; i < end; ++i)
                add(d, i * work.channels, c, ofSum, ofProduct);
            hn::StoreU(ofSum, d, sums.data() + c);
            hn::StoreU(ofProduct, d, products.data() + c);
        });
        if ((end - first) % kRowsInFloat == 0 || end == last) {
            addTo(sum, sums);
            addTo(product, products);
        }
    }
}

// Of x - origin and its square: no digits are lost where the mean is far from 0.
template <typename T>
void sumRows(const BatchNormWork& work, const T* in, const float* origin, std::int64_t first, std::int64_t last,
             double* sum, double* squares) {
    addRows(
        work, first, last, sum, squares,
        [&](auto d, std::int64_t at, int c, auto& ofSum, auto& ofSquare) HWY_ATTR {
            const auto value = hn::Sub(load(d, in + at + c), hn::LoadU(d, origin + c));
            ofSum = hn::Add(ofSum, value);
            ofSquare = hn::MulAdd(value, value, ofSquare);
        });
}

// Before the ReLU.
template <class D>
HWY_INLINE hn::Vec<D> normalised(D d, hn::Vec<D> value, const float* factor, const float* shift) {
    return hn::MulAdd(value, hn::LoadU(d, factor), hn::LoadU(d, shift));
}

template <typename T>
void normalise(const BatchNormWork& work, const T* in, const float* factor, const float* shift, T* out,
               std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) {
        const T* x = in + row * work.channels;
        T* y = out + row * work.channels;
        overChannels(work.channels, [&](auto d, int c) HWY_ATTR {
            auto value = normalised(d, load(d, x + c), factor + c, shift + c);
            if (work.relu) // keeps a NaN
                value = hn::IfThenZeroElse(hn::Lt(value, hn::Zero(d)), value);
            if (work.ceiling > 0)
                value = hn::IfThenElse(hn::Gt(value, hn::Set(d, work.ceiling)), hn::Set(d, work.ceiling), value);
            store(d, value, y + c);
        });
    }
}

// Where the ReLU let pass what became of x, in channel c.
template <class D>
HWY_INLINE hn::Vec<D> passed(D d, const BatchNormWork& work, const BatchNormChannels& by, int c, hn::Vec<D> x,
                             hn::Vec<D> gradient) {
    if (!work.relu)
        return gradient;
    const auto y = normalised(d, x, by.factor + c, by.shift + c);
    const auto dy = hn::IfThenElseZero(hn::Gt(y, hn::Zero(d)), gradient);
    return work.ceiling > 0 ? hn::IfThenElseZero(hn::Lt(y, hn::Set(d, work.ceiling)), dy) : dy;
}

template <typename T>
void sumGradients(const BatchNormWork& work, const BatchNormChannels& by, const T* in, const T* outGradient,
                  std::int64_t first, std::int64_t last, double* sum, double* product) {
    addRows(
        work, first, last, sum, product,
        [&](auto d, std::int64_t at, int c, auto& ofSum, auto& ofProduct) HWY_ATTR {
            const auto x = load(d, in + at + c);
            const auto dy = passed(d, work, by, c, x, load(d, outGradient + at + c));
            ofSum = hn::Add(ofSum, dy);
            ofProduct = hn::MulAdd(dy, hn::Sub(x, hn::LoadU(d, by.mean + c)), ofProduct);
        });
}

// inGradient = factor dy + b in + e by channel, into which all else is gathered.
template <typename T>
void gradientRows(const BatchNormWork& work, const BatchNormChannels& by, const float* b, const float* e, const T* in,
                  const T* outGradient, T* inGradient, std::int64_t first, std::int64_t last) {
    for (std::int64_t row = first; row < last; ++row) {
        const std::int64_t at = row * work.channels;
        overChannels(work.channels, [&](auto d, int c) HWY_ATTR {
            const auto x = load(d, in + at + c);
            const auto dy = passed(d, work, by, c, x, load(d, outGradient + at + c));
            const auto rest = hn::MulAdd(x, hn::LoadU(d, b + c), hn::LoadU(d, e + c));
            store(d, hn::MulAdd(dy, hn::LoadU(d, by.factor + c), rest), inGradient + at + c);
        });
    }
}

} // namespace

auto SumRows() { return std::pair(&sumRows<float>, &sumRows<Bf16>); }
auto Normalise() { return std::pair(&normalise<float>, &normalise<Bf16>); }
auto SumGradients() { return std::pair(&sumGradients<float>, &sumGradients<Bf16>); }
auto GradientRows() { return std::pair(&gradientRows<float>, &gradientRows<Bf16>); }

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry {

HWY_EXPORT(SumRows);
HWY_EXPORT(Normalise);
HWY_EXPORT(SumGradients);
HWY_EXPORT(GradientRows);

namespace {

constexpr std::int64_t kRanges = 64;

// body(first, last, sums, products) adds the rows' share to two numbers for each channel; then all shares in order.
template <typename Body>
void sumOverRows(const BatchNormWork& work, double* sum, double* product, const Body& body) {
    const auto channels = static_cast<std::size_t>(work.channels);
    const std::int64_t ranges = std::min(work.rows, kRanges);
    std::vector<double> shares(static_cast<std::size_t>(ranges) * 2 * channels);
    const auto addRange = [&](std::int64_t range) {
        double* own = shares.data() + static_cast<std::size_t>(range) * 2 * channels;
        body(work.rows * range / ranges, work.rows * (range + 1) / ranges, own, own + channels);
    };
    forEach(ranges, work.rows * work.channels, addRange);
    std::fill_n(sum, channels, 0.0);
    std::fill_n(product, channels, 0.0);
    for (std::size_t range = 0; range < static_cast<std::size_t>(ranges); ++range)
        for (std::size_t c = 0; c < channels; ++c) {
            sum[c] += shares[2 * range * channels + c];
            product[c] += shares[(2 * range + 1) * channels + c];
        }
}

} // namespace

template <typename T>
void batchStatistics(const BatchNormWork& work, const T* in, double* mean, double* variance) {
    const auto sums = kernelFor<T>(HWY_DYNAMIC_DISPATCH(SumRows)());
    const auto channels = static_cast<std::size_t>(work.channels);
    std::vector<float> origin(channels); // the first row
    std::transform(
        in, in + channels, origin.begin(), [](T value) { return toFloat(value); });
    sumOverRows(work, mean, variance, [&](std::int64_t first, std::int64_t last, double* sum, double* squares) {
        sums(work, in, origin.data(), first, last, sum, squares);
    });
    const auto rows = static_cast<double>(work.rows);
    for (std::size_t c = 0; c < channels; ++c) {
        const double from = mean[c] / rows; // of the origin
        variance[c] = std::max(variance[c] / rows - from * from, 0.0);
        mean[c] = origin[c] + from;
    }
}

template <typename T>
void normaliseRows(const BatchNormWork& work, const T* in, const float* factor, const float* shift, T* out) {
    const auto rows = kernelFor<T>(HWY_DYNAMIC_DISPATCH(Normalise)());
    forRowRanges(work.rows, work.rows * work.channels,
                 [&](std::int64_t first, std::int64_t last) { rows(work, in, factor, shift, out, first, last); });
}

template <typename T>
void batchNormSums(const BatchNormWork& work, const BatchNormChannels& by, const T* in, const T* outGradient,
                   double* sum, double* product) {
    const auto sums = kernelFor<T>(HWY_DYNAMIC_DISPATCH(SumGradients)());
    sumOverRows(work, sum, product, [&](std::int64_t first, std::int64_t last, double* own, double* products) {
        sums(work, by, in, outGradient, first, last, own, products);
    });
    for (int c = 0; c < work.channels; ++c)
        product[c] *= by.inverse[c];
}

template <typename T>
void batchNormGradient(const BatchNormWork& work, const BatchNormChannels& by, const T* in, const T* outGradient,
                       const float* sum, const float* product, T* inGradient) {
    const auto rows = kernelFor<T>(HWY_DYNAMIC_DISPATCH(GradientRows)());
    const auto channels = static_cast<std::size_t>(work.channels);
    std::vector<float> ofInput(channels), constant(channels);
    for (std::size_t c = 0; c < channels; ++c) {
        ofInput[c] = -by.factor[c] * product[c] * by.inverse[c];
        constant[c] = -by.factor[c] * sum[c] - ofInput[c] * by.mean[c];
    }
    forRowRanges(work.rows, work.rows * work.channels, [&](std::int64_t first, std::int64_t last) {
        rows(work, by, ofInput.data(), constant.data(), in, outGradient, inGradient, first, last);
    });
}

#define BELFRY_INSTANTIATE(T)                                                                                          \
    template void batchStatistics(const BatchNormWork&, const T*, double*, double*);                                   \
    template void normaliseRows(const BatchNormWork&, const T*, const float*, const float*, T*);                       \
    template void batchNormSums(const BatchNormWork&, const BatchNormChannels&, const T*, const T*, double*, double*); \
    template void batchNormGradient(const BatchNormWork&, const BatchNormChannels&, const T*, const T*, const float*,  \
                                    const float*, T*);
BELFRY_INSTANTIATE(float)
BELFRY_INSTANTIATE(Bf16)

} // namespace belfry
#endif
