// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/dense.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/channels_inl.h"
#include "core/kernels/chunks.h"
#include "core/kernels/dense_blocks.h"
#include "core/kernels/dropout_hash.h"
#include "core/kernels/transpose_inl.h"

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {
namespace {

using Floats = hn::CappedTag<float, kPanel>;
using Words = hn::RebindToUnsigned<Floats>;
constexpr int kWidth = int(hn::MaxLanes(Floats()));

// Calls take(d, image, unit) for vectors of units of some images, and writes what it returns to columns [units][32].
// Columns without an image are zeros.
template <typename Take>
HWY_INLINE void makeColumns(int images, int units, const Take& take, float* columns) {
    DenseBlock rows, turned;
    if (images < kPanel || units < kPanel)
        rows.fill(0);
    for (int image = 0; image < images; ++image)
        overChannels(units, [&](auto d, int unit)
                                HWY_ATTR { store(d, take(d, image, unit), rows.data() + image * kPanel + unit); });
    if (units == kPanel)
        return transposePanel(rows.data(), columns);
    transposePanel(rows.data(), turned.data());
    std::copy_n(turned.data(), units * kPanel, columns);
}

// Rows are [images][units] at `stride`.
template <typename T>
void toColumns(const T* rows, std::int64_t stride, int images, int units, float* columns) {
    makeColumns(
        images, units, [&](auto d, int image, int unit) HWY_ATTR { return load(d, rows + image * stride + unit); },
        columns);
}

// The same of gradients, which pass where `out` is above zero, multiplied by `scale`. A NaN there passes.
template <typename T>
void gradientToColumns(const T* rows, const T* out, float scale, std::int64_t stride, int images, int units,
                       float* columns) {
    makeColumns(
        images, units,
        [&](auto d, int image, int unit) HWY_ATTR {
            const std::int64_t at = image * stride + unit;
            const auto stopped = hn::Le(load(d, out + at), hn::Zero(d));
            return hn::IfThenZeroElse(stopped, hn::Mul(load(d, rows + at), hn::Set(d, scale)));
        },
        columns);
}

// dropoutBits() of one unit of kWidth images.
HWY_INLINE hn::Vec<Words> bitsOf(hn::Vec<Words> keys, hn::Vec<Words> upperKeys, std::uint32_t unit) {
    const Words d;
    auto x = hn::Add(hn::Set(d, unit), keys);
    x = hn::Xor(x, hn::ShiftRight<16>(x));
    x = hn::Mul(x, hn::Set(d, kDropoutFactor));
    x = hn::Xor(x, hn::Xor(hn::ShiftRight<15>(x), upperKeys));
    x = hn::Mul(x, hn::Set(d, kSecondDropoutFactor));
    return hn::Xor(x, hn::ShiftRight<16>(x));
}

void applyEpilogue(const DenseEpilogue& epilogue, int images, int units, float* columns) {
    const Floats d;
    const Words words;
    const auto zero = hn::Zero(d), keepScale = hn::Set(d, epilogue.keepScale);
    for (int unit = 0; unit < units; ++unit) {
        const auto bias = hn::Set(d, epilogue.bias ? epilogue.bias[unit] : 0.0F);
        for (int i = 0; i < images; i += kWidth) {
            float* at = columns + unit * kPanel + i;
            auto value = hn::Add(hn::LoadU(d, at), bias);
            if (epilogue.relu)
                value = hn::IfThenZeroElse(hn::Le(value, zero), value); // NaN stays
            if (epilogue.keys) {
                const auto bits = bitsOf(hn::LoadU(words, epilogue.keys + i), hn::LoadU(words, epilogue.upperKeys + i),
                                         epilogue.firstUnit + std::uint32_t(unit));
                const auto dropped = hn::Lt(bits, hn::Set(words, epilogue.threshold));
                value = hn::IfThenZeroElse(hn::RebindMask(d, dropped), hn::Mul(value, keepScale));
            }
            hn::StoreU(value, d, at);
        }
    }
}

// Columns [units][32] to rows [images][units] at `stride`.
template <typename T>
void toRows(const float* columns, int images, int units, T* rows, std::int64_t stride) {
    DenseBlock turned;
    transposePanel(columns, turned.data());
    for (int image = 0; image < images; ++image)
        overChannels(units, [&](auto d, int unit) HWY_ATTR {
            store(d, load(d, turned.data() + image * kPanel + unit), rows + image * stride + unit);
        });
}

template <typename T>
void panelOfRows(const T* rows, std::int64_t stride, std::int64_t images, int units, float* panel) {
    for (std::int64_t image = 0; image < images; ++image)
        overChannels(
            units, [&](auto d, int unit)
                       HWY_ATTR { store(d, load(d, rows + image * stride + unit), panel + image * kPanel + unit); });
}

} // namespace

std::pair<decltype(&toColumns<float>), decltype(&toColumns<Bf16>)> ToColumns() {
    return {&toColumns<float>, &toColumns<Bf16>};
}
std::pair<decltype(&gradientToColumns<float>), decltype(&gradientToColumns<Bf16>)> GradientToColumns() {
    return {&gradientToColumns<float>, &gradientToColumns<Bf16>};
}
std::pair<decltype(&toRows<float>), decltype(&toRows<Bf16>)> ToRows() { return {&toRows<float>, &toRows<Bf16>}; }
std::pair<decltype(&panelOfRows<float>), decltype(&panelOfRows<Bf16>)> PanelOfRows() {
    return {&panelOfRows<float>, &panelOfRows<Bf16>};
}
void ApplyEpilogue(const DenseEpilogue& epilogue, int images, int units, float* columns) {
    applyEpilogue(epilogue, images, units, columns);
}

// Sums over the images of each unit: columns [panels][units][32].
void SumColumns(std::int64_t panels, std::int64_t units, const float* columns, float* sums) {
    const Floats d;
    for (std::int64_t unit = 0; unit < units; ++unit) {
        auto sum = hn::Zero(d);
        for (std::int64_t panel = 0; panel < panels; ++panel)
            for (int i = 0; i < kPanel; i += kWidth)
                sum = hn::Add(sum, hn::LoadU(d, columns + (panel * units + unit) * kPanel + i));
        sums[unit] = hn::GetLane(hn::SumOfLanes(d, sum));
    }
}

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry {
namespace {

HWY_EXPORT(ToColumns);
HWY_EXPORT(GradientToColumns);
HWY_EXPORT(ToRows);
HWY_EXPORT(PanelOfRows);
HWY_EXPORT(ApplyEpilogue);
HWY_EXPORT(SumColumns);

} // namespace

template <typename T>
DenseKernels<T> denseKernels() {
    return {kernelFor<T>(HWY_DYNAMIC_DISPATCH(ToColumns)()),
            kernelFor<T>(HWY_DYNAMIC_DISPATCH(GradientToColumns)()),
            kernelFor<T>(HWY_DYNAMIC_DISPATCH(ToRows)()),
            kernelFor<T>(HWY_DYNAMIC_DISPATCH(PanelOfRows)()),
            HWY_DYNAMIC_DISPATCH(ApplyEpilogue),
            HWY_DYNAMIC_DISPATCH(SumColumns)};
}
template DenseKernels<float> denseKernels();
template DenseKernels<Bf16> denseKernels();

namespace {

using FloatArray = std::unique_ptr<float[]>;
FloatArray panelsFor(std::int64_t rows) {
    return std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(rows * kPanel));
}

// The gradient of the weights that belong to a panel of inputs.
template <typename T>
void weightGradient(const DenseWork& work, const T* in, const float* columns, std::int64_t panel, float* gradient) {
    const int count = columnsOf(work.inputs, panel);
    const FloatArray rows = panelsFor(work.images);
    denseKernels<T>().toPanel(in + panel * kPanel, work.inputs, work.images, count, rows.get());
    const LeftOperand left = leftInPanels(columns, work.units);
    float* to = gradient + panel * kPanel;
    if (count % kHalfPanel == 0)
        return multiplyPanel(work.units, work.images, count, left, rows.get(), to, work.inputs);
    const FloatArray sums = panelsFor(work.units);
    multiplyPanel(work.units, work.images, count, left, rows.get(), sums.get());
    copyFromPanel(sums.get(), work.units, count, to, work.inputs);
}

// The gradient of a share of the input. Its weights are brought together, as rows of a power of two apart would share a
// few lines of the cache.
template <typename T>
void inputGradient(const DenseWork& work, const float* weights, const float* columns, const DenseShares& shares,
                   std::int64_t share, T* gradient) {
    const std::int64_t inputPanel = shares.unitPanel(share);
    const int inputs = columnsOf(work.inputs, inputPanel);
    const FloatArray panelWeights = panelsFor(work.units);
    denseKernels<float>().toPanel(weights + inputPanel * kPanel, work.inputs, work.units, inputs, panelWeights.get());
    shares.overImages(share, [&](std::int64_t panel) {
        const int images = columnsOf(work.images, panel);
        DenseBlock sums;
        multiplyPanel(inputs, work.units, images, leftTransposed(panelWeights.get()),
                      columns + panel * work.units * kPanel, sums.data());
        denseKernels<T>().toRows(sums.data(), images, inputs,
                                 gradient + panel * kPanel * work.inputs + inputPanel * kPanel, work.inputs);
    });
}

} // namespace

template <typename T>
void denseForward(const DenseWork& work, const T* in, const float* weights, const float* bias,
                  const std::int64_t* imageIds, DropoutKey key, float* columns, T* out) {
    if constexpr (std::is_same_v<T, Bf16>)
        if (multipliesPairs(work))
            return densePairsForward(work, in, weights, bias, imageIds, key, columns, out);
    const auto toColumns = denseKernels<T>().toColumns;
    forBlocks(
        work.inputs, work.images, work.images * work.inputs,
        [&](std::int64_t inputPanel, std::int64_t panel) {
            toColumns(in + panel * kPanel * work.inputs + inputPanel * kPanel, work.inputs,
                      columnsOf(work.images, panel), columnsOf(work.inputs, inputPanel),
                      columns + (panel * work.inputs + inputPanel * kPanel) * kPanel);
        });
    forwardBlocks(work, bias, imageIds, key, out,
                  [&](std::int64_t unitPanel, std::int64_t panel, int units, int images, float* sums) {
                      multiplyPanel(units, work.inputs, images,
                                    {weights + unitPanel * kPanel * work.inputs, work.inputs, 1, kPanel},
                                    columns + panel * work.inputs * kPanel, sums);
                  });
}

template <typename T>
void denseBackward(const DenseWork& work, const T* in, const T* out, const T* outGradient, const float* weights,
                   float* columns, const DenseGradients<T>& gradients) {
    if constexpr (std::is_same_v<T, Bf16>)
        if (multipliesPairs(work))
            return densePairsBackward(work, in, out, outGradient, weights, columns, gradients);
    gradientColumns(
        work, out, outGradient, columns, [](std::int64_t, std::int64_t) {});
    gradientsOf(
        work, columns, gradients,
        [&](std::int64_t panel) { weightGradient(work, in, columns, panel, gradients.weights); },
        [&](const DenseShares& shares, std::int64_t share) {
            inputGradient(work, weights, columns, shares, share, gradients.in);
        });
}

#define BELFRY_INSTANTIATE(T)                                                                                          \
    template void denseForward(const DenseWork&, const T*, const float*, const float*, const std::int64_t*,            \
                               DropoutKey, float*, T*);                                                                \
    template void denseBackward(const DenseWork&, const T*, const T*, const T*, const float*, float*,                  \
                                const DenseGradients<T>&);
BELFRY_INSTANTIATE(float)
BELFRY_INSTANTIATE(Bf16)

} // namespace belfry
#endif
