// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/dense_pairs.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/channels_inl.h"
#include "core/kernels/dense_blocks.h"

#include <algorithm>
#include <memory>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {
namespace {

// Rounded to bf16, in the upper half.
template <class D>
HWY_INLINE hn::Vec<hn::RebindToUnsigned<D>> roundedUpper(D, hn::Vec<D> value) {
    const hn::RebindToUnsigned<D> whole;
    const auto bits = hn::BitCast(whole, value), upper = hn::Set(whole, 0xFFFF0000U);
    const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(whole, 1));
    const auto even = hn::Add(bits, hn::Add(odd, hn::Set(whole, 0x7FFF)));
    const auto quiet = hn::Or(bits, hn::Set(whole, 0x400000)); // rounding would make a number of some NaNs
    return hn::And(upper, hn::IfThenElse(hn::RebindMask(whole, hn::IsNaN(value)), quiet, even));
}

// Pairs of rows, `stride` apart -> [pair][32]; the last one of an odd number of rows is paired with zeros.
template <typename T>
void pairRows(const T* rows, std::int64_t stride, std::int64_t count, int columns, std::uint32_t* pairs) {
    for (std::int64_t row = 0; row < count; row += 2)
        overChannels(
            columns,
            [&](auto d, int c) HWY_ATTR {
                const hn::RebindToUnsigned<decltype(d)> whole;
                const auto lower = hn::ShiftRight<16>(roundedUpper(d, load(d, rows + row * stride + c)));
                const auto upper =
                    row + 1 < count ? roundedUpper(d, load(d, rows + (row + 1) * stride + c)) : hn::Zero(whole);
                hn::StoreU(hn::Or(lower, upper), whole, pairs + row / 2 * kPanel + c);
            });
}

} // namespace

auto DensePairRows() { return std::pair(&pairRows<float>, &pairRows<Bf16>); }
void DenseHalves(const float* from, std::int64_t count, Bf16* to) {
    overChannels(
        int(count), [&](auto d, int i) HWY_ATTR { store(d, hn::LoadU(d, from + i), to + i); });
}

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry {
namespace {

HWY_EXPORT(DensePairRows);
HWY_EXPORT(DenseHalves);

using Words = std::unique_ptr<std::uint32_t[]>;
Words wordsFor(std::int64_t count) {
    return std::make_unique_for_overwrite<std::uint32_t[]>(static_cast<std::size_t>(count));
}
Bf16* asHalves(std::uint32_t* words) { return reinterpret_cast<Bf16*>(words); }

template <typename T>
void pairRows(const T* rows, std::int64_t stride, std::int64_t count, int columns, std::uint32_t* pairs) {
    kernelFor<T>(HWY_DYNAMIC_DISPATCH(DensePairRows)())(rows, stride, count, columns, pairs);
}

// The gradients before ReLU and dropout as operands of both products: of a panel of images, [unit][16 pairs of images]
// and [pair of units][32 images].
struct GradientPairs {
    std::int64_t units;
    Words ofImages, ofUnits;

    GradientPairs(std::int64_t panels, std::int64_t of)
        : units(of), ofImages(wordsFor(panels * units * kPairsOfPanel)),
          ofUnits(wordsFor(panels * pairsOf(units) * kPanel)) {}

    // From columns [units][32 images] of a panel of units.
    void take(std::int64_t unitPanel, std::int64_t panel, const float* columns) {
        const int count = columnsOf(units, unitPanel);
        HWY_DYNAMIC_DISPATCH(DenseHalves)
        (columns, count * kPanel, asHalves(ofImages.get() + (panel * units + unitPanel * kPanel) * kPairsOfPanel));
        pairRows(columns, kPanel, count, kPanel,
                 ofUnits.get() + (panel * pairsOf(units) + unitPanel * kPairsOfPanel) * kPanel);
    }
};

void weightGradient(const DenseWork& work, const Bf16* in, const GradientPairs& pairs, std::int64_t panel,
                    float* gradient) {
    const int count = columnsOf(work.inputs, panel);
    const Words right = wordsFor(pairsOf(work.images) * kPanel);
    pairRows(in + panel * kPanel, work.inputs, work.images, count, right.get());
    const LeftPairs left{pairs.ofImages.get(), kPairsOfPanel, 1, work.units * kPairsOfPanel};
    float* to = gradient + panel * kPanel;
    if (count == kPanel)
        return multiplyPairs(work.units, pairsOf(work.images), left, right.get(), to, work.inputs);
    const auto sums = std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(work.units * kPanel));
    multiplyPairs(work.units, pairsOf(work.images), left, right.get(), sums.get());
    copyFromPanel(sums.get(), work.units, count, to, work.inputs);
}

void inputGradient(const DenseWork& work, const float* weights, const GradientPairs& pairs, const DenseShares& shares,
                   std::int64_t share, Bf16* gradient) {
    const std::int64_t inputPanel = shares.unitPanel(share), depth = pairsOf(work.units);
    const int inputs = columnsOf(work.inputs, inputPanel);
    const Words left = wordsFor(depth * kPanel);
    pairRows(weights + inputPanel * kPanel, work.inputs, work.units, inputs, left.get());
    shares.overImages(share, [&](std::int64_t panel) {
        DenseBlock sums;
        multiplyPairs(inputs, depth, {left.get(), 1, kPanel, kPairsOfPanel * kPanel},
                      pairs.ofUnits.get() + panel * depth * kPanel, sums.data());
        denseKernels<Bf16>().toRows(sums.data(), columnsOf(work.images, panel), inputs,
                                    gradient + panel * kPanel * work.inputs + inputPanel * kPanel, work.inputs);
    });
}

} // namespace

// Pairs of inputs are read as words.
bool multipliesPairs(const DenseWork& work) { return work.inputs % 2 == 0 && cpuMultipliesPairs(); }

void densePairsForward(const DenseWork& work, const Bf16* in, const float* weights, const float* bias,
                       const std::int64_t* imageIds, DropoutKey key, float* columns, Bf16* out) {
    const std::int64_t depth = work.inputs / 2;
    // A word is moved as a float of the same bits.
    const auto* words = reinterpret_cast<const float*>(in);
    const auto toColumns = denseKernels<float>().toColumns;
    forBlocks(depth, work.images, work.images * depth, [&](std::int64_t pairPanel, std::int64_t panel) {
        toColumns(words + panel * kPanel * depth + pairPanel * kPanel, depth, columnsOf(work.images, panel),
                  columnsOf(depth, pairPanel), columns + (panel * depth + pairPanel * kPanel) * kPanel);
    });
    const Words halves = wordsFor(work.units * depth);
    forBlocks(
        work.units, 1, work.units * depth,
        [&](std::int64_t unitPanel, std::int64_t) {
            const std::int64_t first = unitPanel * kPanel, count = columnsOf(work.units, unitPanel);
            HWY_DYNAMIC_DISPATCH(DenseHalves)
            (weights + first * work.inputs, count * work.inputs, asHalves(halves.get() + first * depth));
        });
    forwardBlocks(work, bias, imageIds, key, out,
                  [&](std::int64_t unitPanel, std::int64_t panel, int units, int, float* sums) {
                      multiplyPairs(units, depth, {halves.get() + unitPanel * kPanel * depth, depth, 1, kPairsOfPanel},
                                    reinterpret_cast<const std::uint32_t*>(columns) + panel * depth * kPanel, sums);
                  });
}

void densePairsBackward(const DenseWork& work, const Bf16* in, const Bf16* out, const Bf16* outGradient,
                        const float* weights, float* columns, const DenseGradients<Bf16>& gradients) {
    GradientPairs pairs(panelsOf(work.images), work.units);
    gradientColumns(
        work, out, outGradient, columns,
        [&](std::int64_t unitPanel, std::int64_t panel) {
            pairs.take(unitPanel, panel, columns + (panel * work.units + unitPanel * kPanel) * kPanel);
        });
    gradientsOf(
        work, columns, gradients,
        [&](std::int64_t panel) { weightGradient(work, in, pairs, panel, gradients.weights); },
        [&](const DenseShares& shares, std::int64_t share) {
            inputGradient(work, weights, pairs, shares, share, gradients.in);
        });
}

} // namespace belfry
#endif
