// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/winograd_filters.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/channels_inl.h"
#include "core/kernels/chunks.h"
#include "core/kernels/winograd.h"
#include "core/kernels/winograd_lines_inl.h"

#include <algorithm>
#include <memory>
#include <type_traits>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {
namespace {

// Of up to 32 x 32 filters and channels: [product][filter][channel].
template <int kTile>
struct FilterBlock {
    float at[(kTile + 2) * (kTile + 2)][kPanel][kPanel];
};

template <int kTile>
HWY_INLINE void transformFilters(const WinogradWork& work, const float* filters, std::int64_t outPanel,
                                 std::int64_t inPanel, FilterBlock<kTile>& block) {
    constexpr int kSide = kTile + 2;
    const int channels = std::min<int>(kPanel, work.inChannels - int(inPanel) * kPanel);
    const int count = std::min<int>(kPanel, work.outChannels - int(outPanel) * kPanel);
    for (int filter = 0; filter < count; ++filter)
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            const float* from = filters + (outPanel * kPanel + filter) * 9 * work.inChannels + inPanel * kPanel + c;
            hn::Vec<decltype(d)> taps[9], tile[kSide * kSide];
            BELFRY_UNROLL for (int i = 0; i < 9; ++i) taps[i] = hn::LoadU(d, from + i * work.inChannels);
            inBothDimensions<3, kSide>(taps, tile,
                                       [d](const auto& g, auto& u) HWY_ATTR { WinogradLine<kTile>::filter(d, g, u); });
            BELFRY_UNROLL for (int i = 0; i < kSide * kSide; ++i) hn::StoreU(tile[i], d, &block.at[i][filter][c]);
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

template <typename T, int kTile>
void filterTiles(const WinogradWork& work, const float* filters, T* forOutput, T* forInput, std::int64_t first,
                 std::int64_t last) {
    constexpr std::int64_t kBlock = kPanel * kPanel;
    const std::int64_t inPanels = work.inPanels(), outPanels = work.outPanels(), plane = inPanels * outPanels * kBlock;
    const auto block = std::make_unique<FilterBlock<kTile>>(); // zeros where there is no filter or channel
    for (std::int64_t number = first; number < last; ++number) {
        const std::int64_t outPanel = number / inPanels, inPanel = number % inPanels;
        if (inPanel == inPanels - 1 || outPanel == outPanels - 1)
            *block = {};
        transformFilters(work, filters, outPanel, inPanel, *block);
        for (int i = 0; i < work.products(); ++i) {
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

template <typename T>
void filterRange(const WinogradWork& work, const float* filters, T* forOutput, T* forInput, std::int64_t first,
                 std::int64_t last) {
    (work.tile == 4 ? filterTiles<T, kLargeTile<T>> : filterTiles<T, 2>)(work, filters, forOutput, forInput, first,
                                                                         last);
}

template <int kTile>
void filterGradientTiles(const WinogradWork& work, const float* sums, float* filters, std::int64_t first,
                         std::int64_t last) {
    constexpr int kSide = kTile + 2;
    const int channels = work.inChannels;
    const std::int64_t rows = work.outPanels() * kPanel, plane = work.inPanels() * rows * kPanel;
    for (std::int64_t filter = first; filter < last; ++filter)
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            const float* from = sums + (c / kPanel * rows + filter) * kPanel + c % kPanel;
            hn::Vec<decltype(d)> tile[kSide * kSide], taps[9];
            BELFRY_UNROLL for (int i = 0; i < kSide * kSide; ++i) tile[i] = hn::LoadU(d, from + i * plane);
            inBothDimensions<kSide, 3>(
                tile, taps, [d](const auto& u, auto& g) HWY_ATTR { WinogradLine<kTile>::filterTransposed(d, u, g); });
            float* to = filters + filter * 9 * channels + c;
            BELFRY_UNROLL for (int i = 0; i < 9; ++i) hn::StoreU(taps[i], d, to + i * channels);
        });
}

} // namespace

void WinogradFilterGradientRange(const WinogradWork& work, const float* sums, float* filters, std::int64_t first,
                                 std::int64_t last) {
    (work.tile == 4 ? filterGradientTiles<4> : filterGradientTiles<2>)(work, sums, filters, first, last);
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
