// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/winograd.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/channels_inl.h"
#include "core/kernels/chunks.h"
#include "core/kernels/winograd_lines_inl.h"
#include "core/kernels/winograd_transforms.h"

#include <algorithm>
#include <type_traits>
#include <utility>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {
namespace {

// Where the pixels of a tile are; those outside the picture share a place of `channels` numbers.
template <typename Pointer, int kSide>
struct TilePixels {
    Pointer at[kSide * kSide];
    TilePixels(Pointer picture, int top, int left, int height, int width, int channels, Pointer outside) {
        std::int64_t places[kSide];
        bool inside[kSide];
        BELFRY_UNROLL for (int i = 0; i < kSide; ++i) {
            places[i] = std::int64_t{left + i} * channels;
            inside[i] = left + i >= 0 && left + i < width;
        }
        BELFRY_UNROLL for (int row = 0; row < kSide; ++row) {
            const int y = top + row;
            const bool lineInside = y >= 0 && y < height;
            const Pointer line = picture + (lineInside ? std::int64_t{y} * width * channels : 0);
            BELFRY_UNROLL for (int i = 0; i < kSide; ++i) at[row * kSide + i] =
                lineInside && inside[i] ? line + places[i] : outside;
        }
    }
};

// Calls body(image, row, column, tile) for all tiles of the lines [first, last) of tiles, those of all images.
template <typename Body>
HWY_INLINE void overTiles(const WinogradWork& work, std::int64_t first, std::int64_t last, const Body& body) {
    const std::int64_t lines = work.tileLines(), columns = work.tileColumns();
    for (std::int64_t line = first; line < last; ++line)
        for (std::int64_t column = 0; column < columns; ++column)
            body(line / lines, static_cast<int>(line % lines), static_cast<int>(column), line * columns + column);
}

// Where a tile's channel is among the numbers of its first product.
template <typename Number>
HWY_INLINE Number* placeOf(const TilesOf<Number>& tiles, std::int64_t tile, int channel) {
    return tiles.numbers + (channel / kPanel * tiles.rows + tile - tiles.first) * kPanel + channel % kPanel;
}

template <typename T, int kTile, int kTaps>
void inputTiles(const WinogradWork& work, const T* in, const TilesOf<float>& tiles, std::int64_t first,
                std::int64_t last) {
    constexpr int kSide = kTile + kTaps - 1, kNumbers = kSide * kSide;
    const int channels = work.inChannels;
    const std::int64_t size = work.inNumbersOfImage();
    const std::int64_t plane = tiles.plane;
    const std::vector<T> zeros(std::size_t(channels), T{});
    overTiles(work, first, last, [&](std::int64_t image, int row, int column, std::int64_t number) HWY_ATTR {
        const TilePixels<const T*, kSide> from(in + image * size, kTile * row - work.above, kTile * column - work.left,
                                               work.inHeight, work.inWidth, channels, zeros.data());
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            hn::Vec<decltype(d)> pixels[kNumbers], tile[kNumbers];
            BELFRY_UNROLL for (int i = 0; i < kNumbers; ++i) pixels[i] = load(d, from.at[i] + c);
            inBothDimensions<kSide, kSide>(
                pixels, tile, [d](const auto& x, auto& y) HWY_ATTR { WinogradLine<kTile, kTaps>::data(d, x, y); });
            float* to = placeOf(tiles, number, c);
            BELFRY_UNROLL for (int i = 0; i < kNumbers; ++i) hn::StoreU(tile[i], d, to + i * plane);
        });
    });
}

// Tiles overlap: they add to a picture of floats, `sums` for halves, which is rounded when all are in.
template <typename T, int kTile, int kTaps>
void inputGradientTiles(const WinogradWork& work, const TilesOf<const float>& products, T* in, float* sums,
                        std::int64_t first, std::int64_t last) {
    constexpr int kSide = kTile + kTaps - 1, kNumbers = kSide * kSide;
    const int channels = work.inChannels;
    const std::int64_t size = work.inNumbersOfImage();
    const std::int64_t lines = work.tileLines(), plane = products.plane;
    std::vector<float> unread(std::size_t(channels), 0.0F);
    for (std::int64_t line = first; line < last; ++line) {
        T* const rounded = in + line / lines * size;
        float* picture = sums;
        if constexpr (std::is_same_v<T, float>)
            picture = rounded;
        if (line % lines == 0)
            std::fill(picture, picture + size, 0.0F);
        const auto addTile = [&](std::int64_t, int row, int column, std::int64_t number) HWY_ATTR {
            const TilePixels<float*, kSide> to(picture, kTile * row - work.above, kTile * column - work.left,
                                               work.inHeight, work.inWidth, channels, unread.data());
            overChannels(channels, [&](auto d, int c) HWY_ATTR {
                hn::Vec<decltype(d)> tile[kNumbers], pixels[kNumbers];
                const float* from = placeOf(products, number, c);
                BELFRY_UNROLL for (int i = 0; i < kNumbers; ++i) tile[i] = hn::LoadU(d, from + i * plane);
                inBothDimensions<kSide, kSide>(tile, pixels, [d](const auto& y, auto& x) HWY_ATTR {
                    WinogradLine<kTile, kTaps>::dataTransposed(d, y, x);
                });
                BELFRY_UNROLL for (int i = 0; i < kNumbers; ++i)
                    hn::StoreU(hn::Add(hn::LoadU(d, to.at[i] + c), pixels[i]), d, to.at[i] + c);
            });
        };
        overTiles(work, line, line + 1, addTile);
        if constexpr (!std::is_same_v<T, float>)
            if (line % lines == lines - 1)
                overChannels(int(size),
                             [&](auto d, int i) HWY_ATTR { store(d, hn::LoadU(d, picture + i), rounded + i); });
    }
}

template <typename T, int kTile, int kTaps>
void outputTiles(const WinogradWork& work, const TilesOf<const float>& products, const float* bias, bool relu, T* out,
                 std::int64_t first, std::int64_t last) {
    constexpr int kSide = kTile + kTaps - 1;
    const int channels = work.outChannels;
    const std::int64_t size = std::int64_t{work.outHeight} * work.outWidth * channels;
    const std::int64_t plane = products.plane;
    std::vector<T> unread(std::size_t(channels), T{});
    overTiles(work, first, last, [&](std::int64_t image, int row, int column, std::int64_t number) HWY_ATTR {
        const TilePixels<T*, kTile> to(out + image * size, kTile * row, kTile * column, work.outHeight, work.outWidth,
                                       channels, unread.data());
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            hn::Vec<decltype(d)> tile[kSide * kSide], outputs[kTile * kTile];
            const float* from = placeOf(products, number, c);
            BELFRY_UNROLL for (int i = 0; i < kSide * kSide; ++i) tile[i] = hn::LoadU(d, from + i * plane);
            inBothDimensions<kSide, kTile>(
                tile, outputs, [d](const auto& m, auto& y) HWY_ATTR { WinogradLine<kTile, kTaps>::output(d, m, y); });
            const auto zero = hn::Zero(d), start = bias ? hn::LoadU(d, bias + c) : zero;
            BELFRY_UNROLL for (int i = 0; i < kTile * kTile; ++i) {
                const auto sum = hn::Add(outputs[i], start);
                store(d, relu ? hn::IfThenZeroElse(hn::Lt(sum, zero), sum) : sum, to.at[i] + c); // a NaN stays one
            }
        });
    });
}

template <typename T, int kTile, int kTaps>
void outputGradientTiles(const WinogradWork& work, const T* outGradient, const T* out, const TilesOf<float>& products,
                         std::int64_t first, std::int64_t last) {
    constexpr int kSide = kTile + kTaps - 1;
    const int channels = work.outChannels;
    const std::int64_t size = std::int64_t{work.outHeight} * work.outWidth * channels;
    const std::int64_t plane = products.plane;
    const std::vector<T> zeros(std::size_t(channels), T{});
    const T* outputs = out ? out : outGradient; // unread without a ReLU
    overTiles(work, first, last, [&](std::int64_t image, int row, int column, std::int64_t number) HWY_ATTR {
        const auto pixels = [&](const T* pictures) HWY_ATTR {
            return TilePixels<const T*, kTile>(pictures + image * size, kTile * row, kTile * column, work.outHeight,
                                               work.outWidth, channels, zeros.data());
        };
        const auto from = pixels(outGradient), outAt = pixels(outputs);
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            hn::Vec<decltype(d)> gradients[kTile * kTile], tile[kSide * kSide];
            BELFRY_UNROLL for (int i = 0; i < kTile * kTile; ++i) {
                gradients[i] = load(d, from.at[i] + c);
                if (out)
                    gradients[i] =
                        hn::IfThenZeroElse(hn::Le(load(d, outAt.at[i] + c), hn::Zero(d)), gradients[i]); // NaN passes
            }
            inBothDimensions<kTile, kSide>(gradients, tile, [d](const auto& y, auto& m) HWY_ATTR {
                WinogradLine<kTile, kTaps>::outputTransposed(d, y, m);
            });
            float* to = placeOf(products, number, c);
            BELFRY_UNROLL for (int i = 0; i < kSide * kSide; ++i) hn::StoreU(tile[i], d, to + i * plane);
        });
    });
}

// For tiles of any size.
#define BELFRY_BY_TILE(function, work)                                                                                 \
    ((work).taps == 5 ? function<T, 2, 5> : (work).tile == 4 ? function<T, 4, 3> : function<T, 2, 3>)
template <typename T>
void inputLines(const WinogradWork& work, const T* in, const TilesOf<float>& tiles, std::int64_t first,
                std::int64_t last) {
    BELFRY_BY_TILE(inputTiles, work)(work, in, tiles, first, last);
}
template <typename T>
void inputGradientLines(const WinogradWork& work, const TilesOf<const float>& products, T* in, float* sums,
                        std::int64_t first, std::int64_t last) {
    BELFRY_BY_TILE(inputGradientTiles, work)(work, products, in, sums, first, last);
}
template <typename T>
void outputLines(const WinogradWork& work, const TilesOf<const float>& products, const float* bias, bool relu, T* out,
                 std::int64_t first, std::int64_t last) {
    BELFRY_BY_TILE(outputTiles, work)(work, products, bias, relu, out, first, last);
}
template <typename T>
void outputGradientLines(const WinogradWork& work, const T* outGradient, const T* out, const TilesOf<float>& products,
                         std::int64_t first, std::int64_t last) {
    BELFRY_BY_TILE(outputGradientTiles, work)(work, outGradient, out, products, first, last);
}
#undef BELFRY_BY_TILE

} // namespace

auto WinogradInput() { return std::pair(&inputLines<float>, &inputLines<Bf16>); }
auto WinogradInputGradient() { return std::pair(&inputGradientLines<float>, &inputGradientLines<Bf16>); }
auto WinogradOutput() { return std::pair(&outputLines<float>, &outputLines<Bf16>); }
auto WinogradOutputGradient() { return std::pair(&outputGradientLines<float>, &outputGradientLines<Bf16>); }

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry {

HWY_EXPORT(WinogradInput);
HWY_EXPORT(WinogradInputGradient);
HWY_EXPORT(WinogradOutput);
HWY_EXPORT(WinogradOutputGradient);

template <typename T>
WinogradTransforms<T> winogradTransforms() {
    return {kernelFor<T>(HWY_DYNAMIC_DISPATCH(WinogradInput)()),
            kernelFor<T>(HWY_DYNAMIC_DISPATCH(WinogradInputGradient)()),
            kernelFor<T>(HWY_DYNAMIC_DISPATCH(WinogradOutput)()),
            kernelFor<T>(HWY_DYNAMIC_DISPATCH(WinogradOutputGradient)())};
}
template WinogradTransforms<float> winogradTransforms();
template WinogradTransforms<Bf16> winogradTransforms();

} // namespace belfry
#endif
