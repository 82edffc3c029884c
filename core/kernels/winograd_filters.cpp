// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/winograd_filters.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/channels_inl.h"
#include "core/kernels/chunks.h"
#include "core/kernels/transpose_inl.h"
#include "core/kernels/winograd.h"
#include "core/kernels/winograd_lines_inl.h"

#include <algorithm>
#include <memory>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {
namespace {

// Of up to 32 x 32 filters and channels: [product][filter][channel].
template <int kTile, int kTaps>
struct FilterBlock {
    float at[(kTile + kTaps - 1) * (kTile + kTaps - 1)][kPanel][kPanel];
};

template <int kTile, int kTaps>
HWY_INLINE void transformFilters(const WinogradWork& work, const float* filters, std::int64_t outPanel,
                                 std::int64_t inPanel, FilterBlock<kTile, kTaps>& block) {
    constexpr int kSide = kTile + kTaps - 1, kAll = kTaps * kTaps;
    const int channels = columnsOf(work.inChannels, inPanel), count = columnsOf(work.outChannels, outPanel);
    for (int filter = 0; filter < count; ++filter)
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            const float* from = filters + (outPanel * kPanel + filter) * kAll * work.inChannels + inPanel * kPanel + c;
            hn::Vec<decltype(d)> taps[kAll], tile[kSide * kSide];
            BELFRY_UNROLL for (int i = 0; i < kAll; ++i) taps[i] = hn::LoadU(d, from + i * work.inChannels);
            inBothDimensions<kTaps, kSide>(
                taps, tile, [d](const auto& g, auto& u) HWY_ATTR { WinogradLine<kTile, kTaps>::filter(d, g, u); });
            BELFRY_UNROLL for (int i = 0; i < kSide * kSide; ++i) hn::StoreU(tile[i], d, &block.at[i][filter][c]);
        });
}

template <int kTile, int kTaps>
void filterTiles(const WinogradWork& work, const float* filters, float* forOutput, float* forInput, std::int64_t first,
                 std::int64_t last) {
    constexpr std::int64_t kBlock = kPanel * kPanel;
    const std::int64_t inPanels = work.inPanels(), outPanels = work.outPanels(), plane = inPanels * outPanels * kBlock;
    const auto block = std::make_unique<FilterBlock<kTile, kTaps>>(); // zeros where there is no filter or channel
    for (std::int64_t number = first; number < last; ++number) {
        const std::int64_t outPanel = number / inPanels, inPanel = number % inPanels;
        if (inPanel == inPanels - 1 || outPanel == outPanels - 1)
            *block = {};
        transformFilters(work, filters, outPanel, inPanel, *block);
        for (int i = 0; i < work.products(); ++i) {
            const float* from = &block->at[i][0][0];
            float* to = forOutput + i * plane + (outPanel * inPanels + inPanel) * kBlock;
            transposePanel(from, to);
            if (forInput)
                std::copy_n(from, kBlock, forInput + i * plane + (inPanel * outPanels + outPanel) * kBlock);
        }
    }
}

template <int kTile, int kTaps>
void filterGradientTiles(const WinogradWork& work, const float* sums, float* filters, std::int64_t first,
                         std::int64_t last) {
    constexpr int kSide = kTile + kTaps - 1, kAll = kTaps * kTaps;
    const int channels = work.inChannels;
    const std::int64_t rows = work.outPanels() * kPanel, plane = work.inPanels() * rows * kPanel;
    for (std::int64_t filter = first; filter < last; ++filter)
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            const float* from = sums + (c / kPanel * rows + filter) * kPanel + c % kPanel;
            hn::Vec<decltype(d)> tile[kSide * kSide], taps[kAll];
            BELFRY_UNROLL for (int i = 0; i < kSide * kSide; ++i) tile[i] = hn::LoadU(d, from + i * plane);
            inBothDimensions<kSide, kTaps>(tile, taps, [d](const auto& u, auto& g) HWY_ATTR {
                WinogradLine<kTile, kTaps>::filterTransposed(d, u, g);
            });
            float* to = filters + filter * kAll * channels + c;
            BELFRY_UNROLL for (int i = 0; i < kAll; ++i) hn::StoreU(taps[i], d, to + i * channels);
        });
}

} // namespace

void WinogradFilterGradientRange(const WinogradWork& work, const float* sums, float* filters, std::int64_t first,
                                 std::int64_t last) {
    (work.taps == 5   ? filterGradientTiles<2, 5>
     : work.tile == 4 ? filterGradientTiles<4, 3>
                      : filterGradientTiles<2, 3>)(work, sums, filters, first, last);
}

void WinogradFilterRange(const WinogradWork& work, const float* filters, float* forOutput, float* forInput,
                         std::int64_t first, std::int64_t last) {
    (work.taps == 5   ? filterTiles<2, 5>
     : work.tile == 4 ? filterTiles<4, 3>
                      : filterTiles<2, 3>)(work, filters, forOutput, forInput, first, last);
}

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry {

HWY_EXPORT(WinogradFilterRange);
HWY_EXPORT(WinogradFilterGradientRange);

void winogradFilters(const WinogradWork& work, const float* filters, float* forOutput, float* forInput) {
    forRowRanges(
        work.inPanels() * work.outPanels(), work.filterNumbers(),
        [&](std::int64_t first, std::int64_t last) {
            HWY_DYNAMIC_DISPATCH(WinogradFilterRange)(work, filters, forOutput, forInput, first, last);
        });
}

void winogradFilterGradient(const WinogradWork& work, const float* sums, float* filters) {
    forRowRanges(
        work.outChannels, work.filterNumbers(),
        [&](std::int64_t first, std::int64_t last) {
            HWY_DYNAMIC_DISPATCH(WinogradFilterGradientRange)(work, sums, filters, first, last);
        });
}

} // namespace belfry
#endif
