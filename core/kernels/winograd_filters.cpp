// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/winograd_filters.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/channels_inl.h"
#include "core/kernels/chunks.h"
#include "core/kernels/winograd.h"

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {
namespace {

// Of up to 32 x 32 filters and channels: [16][filter][channel].
struct FilterBlock {
    float at[kWinogradProducts][kPanel][kPanel];
};

HWY_INLINE void transformFilters(const WinogradWork& work, const float* filters, std::int64_t outPanel,
                                 std::int64_t inPanel, FilterBlock& block) {
    const int channels = std::min<int>(kPanel, work.inChannels - int(inPanel) * kPanel);
    const int count = std::min<int>(kPanel, work.outChannels - int(outPanel) * kPanel);
    for (int filter = 0; filter < count; ++filter)
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            const auto half = hn::Set(d, 0.5F);
            const float* from = filters + (outPanel * kPanel + filter) * 9 * work.inChannels + inPanel * kPanel + c;
            hn::Vec<decltype(d)> lines[4][3];
            BELFRY_UNROLL for (int i = 0; i < 3; ++i) {
                const auto top = hn::LoadU(d, from + i * work.inChannels);
                const auto bottom = hn::LoadU(d, from + (6 + i) * work.inChannels);
                const auto outer = hn::Mul(half, hn::Add(top, bottom));
                const auto inner = hn::Mul(half, hn::LoadU(d, from + (3 + i) * work.inChannels));
                lines[0][i] = top;
                lines[1][i] = hn::Add(outer, inner);
                lines[2][i] = hn::Sub(outer, inner);
                lines[3][i] = bottom;
            }
            BELFRY_UNROLL for (int i = 0; i < 4; ++i) {
                const auto outer = hn::Mul(half, hn::Add(lines[i][0], lines[i][2]));
                const auto inner = hn::Mul(half, lines[i][1]);
                hn::StoreU(lines[i][0], d, &block.at[4 * i][filter][c]);
                hn::StoreU(hn::Add(outer, inner), d, &block.at[4 * i + 1][filter][c]);
                hn::StoreU(hn::Sub(outer, inner), d, &block.at[4 * i + 2][filter][c]);
                hn::StoreU(lines[i][2], d, &block.at[4 * i + 3][filter][c]);
            }
        });
}

// A block as 32 rows of a right operand, interleaved in pairs where T is bf16.
template <typename T>
HWY_INLINE void putRow(const float* row, int number, T* rows) {
    if constexpr (std::is_same_v<T, float>)
        std::copy(row, row + kPanel, rows + number * kPanel);
    else
        for (int i = 0; i < kPanel; ++i)
            belfry::store(row[i], rows[(number / 2 * kPanel + i) * 2 + number % 2]);
}

template <typename T>
void filterRange(const WinogradWork& work, const float* filters, T* forOutput, T* forInput, std::int64_t first,
                 std::int64_t last) {
    constexpr std::int64_t kBlock = kPanel * kPanel;
    const std::int64_t inPanels = work.inPanels(), outPanels = work.outPanels(), plane = inPanels * outPanels * kBlock;
    const auto block = std::make_unique<FilterBlock>(); // zeros where there is no filter or channel
    for (std::int64_t number = first; number < last; ++number) {
        const std::int64_t outPanel = number / inPanels, inPanel = number % inPanels;
        if (inPanel == inPanels - 1 || outPanel == outPanels - 1)
            *block = {};
        transformFilters(work, filters, outPanel, inPanel, *block);
        for (int i = 0; i < kWinogradProducts; ++i) {
            T* to = forOutput + i * plane + (outPanel * inPanels + inPanel) * kBlock;
            for (int channel = 0; channel < kPanel; ++channel) {
                float column[kPanel];
                for (int filter = 0; filter < kPanel; ++filter)
                    column[filter] = block->at[i][filter][channel];
                putRow(column, channel, to);
            }
            for (int filter = 0; forInput && filter < kPanel; ++filter)
                putRow(block->at[i][filter], filter, forInput + i * plane + (inPanel * outPanels + outPanel) * kBlock);
        }
    }
}

} // namespace

void WinogradFilterGradientRange(const WinogradWork& work, const float* sums, float* filters, std::int64_t first,
                                 std::int64_t last) {
    const int channels = work.inChannels;
    const std::int64_t rows = work.outPanels() * kPanel, plane = work.inPanels() * rows * kPanel;
    for (std::int64_t filter = first; filter < last; ++filter)
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            const auto half = hn::Set(d, 0.5F);
            const float* from = sums + (c / kPanel * rows + filter) * kPanel + c % kPanel;
            hn::Vec<decltype(d)> lines[4][3];
            BELFRY_UNROLL for (int i = 0; i < 4; ++i) {
                const auto second = hn::LoadU(d, from + (4 * i + 1) * plane);
                const auto third = hn::LoadU(d, from + (4 * i + 2) * plane);
                const auto outer = hn::Mul(half, hn::Add(second, third));
                lines[i][0] = hn::Add(hn::LoadU(d, from + (4 * i) * plane), outer);
                lines[i][1] = hn::Mul(half, hn::Sub(second, third));
                lines[i][2] = hn::Add(outer, hn::LoadU(d, from + (4 * i + 3) * plane));
            }
            float* to = filters + filter * 9 * channels + c;
            BELFRY_UNROLL for (int i = 0; i < 3; ++i) {
                const auto outer = hn::Mul(half, hn::Add(lines[1][i], lines[2][i]));
                hn::StoreU(hn::Add(lines[0][i], outer), d, to + i * channels);
                hn::StoreU(hn::Mul(half, hn::Sub(lines[1][i], lines[2][i])), d, to + (3 + i) * channels);
                hn::StoreU(hn::Add(outer, lines[3][i]), d, to + (6 + i) * channels);
            }
        });
}

auto WinogradFilters() { return std::pair(&filterRange<float>, &filterRange<Bf16>); }

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry {

HWY_EXPORT(WinogradFilters);
HWY_EXPORT(WinogradFilterGradientRange);

template <typename T>
void winogradFilters(const WinogradWork& work, const float* filters, T* forOutput, T* forInput) {
    const auto filterRange = kernelFor<T>(HWY_DYNAMIC_DISPATCH(WinogradFilters)());
    forRowRanges(work.inPanels() * work.outPanels(), work.filterNumbers(), [&](std::int64_t first, std::int64_t last) {
        filterRange(work, filters, forOutput, forInput, first, last);
    });
}

void winogradFilterGradient(const WinogradWork& work, const float* sums, float* filters) {
    forRowRanges(
        work.outChannels, work.filterNumbers(),
        [&](std::int64_t first, std::int64_t last) {
            HWY_DYNAMIC_DISPATCH(WinogradFilterGradientRange)(work, sums, filters, first, last);
        });
}

template void winogradFilters(const WinogradWork&, const float*, float*, float*);
template void winogradFilters(const WinogradWork&, const float*, Bf16*, Bf16*);

} // namespace belfry
#endif
