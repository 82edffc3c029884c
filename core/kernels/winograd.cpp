// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/winograd.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/winograd.h"

#include "core/kernels/channels_inl.h"
#include "core/kernels/chunks.h"

#include <algorithm>
#include <vector>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {
namespace {

template <class V>
struct Four {
    V a, b, c, d;
};

// One dimension of each transform; names as in the paper. Data: 4 -> 4.
struct DataLine {
    template <class V>
    static HWY_INLINE Four<V> of(V a, V b, V c, V d) {
        return {hn::Sub(a, c), hn::Add(b, c), hn::Sub(c, b), hn::Sub(b, d)};
    }
};
struct DataLineTransposed {
    template <class V>
    static HWY_INLINE Four<V> of(V a, V b, V c, V d) {
        return {a, hn::Add(hn::Sub(b, c), d), hn::Sub(hn::Add(b, c), a), hn::Neg(d)};
    }
};

// Both dimensions of 4x4 numbers, in place.
template <class Line, class V>
HWY_INLINE void transform(V (&tile)[16]) {
    BELFRY_UNROLL for (int i = 0; i < 4; ++i) {
        const Four<V> line = Line::of(tile[i], tile[4 + i], tile[8 + i], tile[12 + i]);
        tile[i] = line.a, tile[4 + i] = line.b, tile[8 + i] = line.c, tile[12 + i] = line.d;
    }
    BELFRY_UNROLL for (int i = 0; i < 16; i += 4) {
        const Four<V> line = Line::of(tile[i], tile[i + 1], tile[i + 2], tile[i + 3]);
        tile[i] = line.a, tile[i + 1] = line.b, tile[i + 2] = line.c, tile[i + 3] = line.d;
    }
}

// Where the pixels of a tile are; those outside the picture share a place of `channels` numbers.
template <typename Pointer, int kSide>
struct TilePixels {
    Pointer at[kSide * kSide];
    TilePixels(Pointer picture, int top, int left, int height, int width, int channels, Pointer outside) {
        for (int i = 0; i < kSide * kSide; ++i) {
            const int y = top + i / kSide, x = left + i % kSide;
            const bool inside = y >= 0 && y < height && x >= 0 && x < width;
            at[i] = inside ? picture + (std::int64_t{y} * width + x) * channels : outside;
        }
    }
};

// Calls body(image, row, column, tile) for all tiles of images [first, last).
template <typename Body>
HWY_INLINE void overTiles(const WinogradWork& work, std::int64_t first, std::int64_t last, const Body& body) {
    const int rows = (work.outHeight + 1) / 2, columns = (work.outWidth + 1) / 2;
    std::int64_t tile = first * work.tilesOfImage();
    for (std::int64_t image = first; image < last; ++image)
        for (int row = 0; row < rows; ++row)
            for (int column = 0; column < columns; ++column)
                body(image, row, column, tile++);
}

} // namespace

void WinogradInputRange(const WinogradWork& work, const float* in, float* tiles, std::int64_t first,
                        std::int64_t last) {
    const int channels = work.inChannels;
    const std::int64_t size = std::int64_t{work.inHeight} * work.inWidth * channels, plane = work.tiles() * channels;
    const std::vector<float> zeros(std::size_t(channels), 0.0F);
    overTiles(work, first, last, [&](std::int64_t image, int row, int column, std::int64_t number) HWY_ATTR {
        const TilePixels<const float*, 4> from(in + image * size, 2 * row - work.above, 2 * column - work.left,
                                               work.inHeight, work.inWidth, channels, zeros.data());
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            hn::Vec<decltype(d)> tile[16];
            BELFRY_UNROLL for (int i = 0; i < 16; ++i) tile[i] = hn::LoadU(d, from.at[i] + c);
            transform<DataLine>(tile);
            BELFRY_UNROLL for (int i = 0; i < 16; ++i)
                hn::StoreU(tile[i], d, tiles + i * plane + number * channels + c);
        });
    });
}

void WinogradInputGradientRange(const WinogradWork& work, const float* tiles, float* in, std::int64_t first,
                                std::int64_t last) {
    const int channels = work.inChannels;
    const std::int64_t size = std::int64_t{work.inHeight} * work.inWidth * channels, plane = work.tiles() * channels;
    std::vector<float> unread(std::size_t(channels), 0.0F);
    std::fill(in + first * size, in + last * size, 0.0F);
    overTiles(work, first, last, [&](std::int64_t image, int row, int column, std::int64_t number) HWY_ATTR {
        const TilePixels<float*, 4> to(in + image * size, 2 * row - work.above, 2 * column - work.left, work.inHeight,
                                       work.inWidth, channels, unread.data());
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            hn::Vec<decltype(d)> tile[16];
            BELFRY_UNROLL for (int i = 0; i < 16; ++i) tile[i] =
                hn::LoadU(d, tiles + i * plane + number * channels + c);
            transform<DataLineTransposed>(tile);
            BELFRY_UNROLL for (int i = 0; i < 16; ++i)
                hn::StoreU(hn::Add(hn::LoadU(d, to.at[i] + c), tile[i]), d, to.at[i] + c);
        });
    });
}

void WinogradOutputRange(const WinogradWork& work, const float* products, const float* bias, float* out,
                         std::int64_t first, std::int64_t last) {
    const int channels = work.outChannels;
    const std::int64_t size = std::int64_t{work.outHeight} * work.outWidth * channels, plane = work.tiles() * channels;
    std::vector<float> unread(std::size_t(channels), 0.0F);
    overTiles(work, first, last, [&](std::int64_t image, int row, int column, std::int64_t number) HWY_ATTR {
        const TilePixels<float*, 2> to(out + image * size, 2 * row, 2 * column, work.outHeight, work.outWidth, channels,
                                       unread.data());
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            hn::Vec<decltype(d)> upper[4], lower[4];
            BELFRY_UNROLL for (int i = 0; i < 4; ++i) {
                const float* from = products + i * plane + number * channels + c;
                const auto second = hn::LoadU(d, from + 4 * plane), third = hn::LoadU(d, from + 8 * plane);
                upper[i] = hn::Add(hn::Add(hn::LoadU(d, from), second), third);
                lower[i] = hn::Sub(hn::Sub(second, third), hn::LoadU(d, from + 12 * plane));
            }
            const auto start = hn::LoadU(d, bias + c);
            const auto put = [&](const auto(&line)[4], float* left, float* right) HWY_ATTR {
                hn::StoreU(hn::Add(hn::Add(hn::Add(line[0], line[1]), line[2]), start), d, left + c);
                hn::StoreU(hn::Add(hn::Sub(hn::Sub(line[1], line[2]), line[3]), start), d, right + c);
            };
            put(upper, to.at[0], to.at[1]);
            put(lower, to.at[2], to.at[3]);
        });
    });
}

void WinogradOutputGradientRange(const WinogradWork& work, const float* out, float* products, std::int64_t first,
                                 std::int64_t last) {
    const int channels = work.outChannels;
    const std::int64_t size = std::int64_t{work.outHeight} * work.outWidth * channels, plane = work.tiles() * channels;
    const std::vector<float> zeros(std::size_t(channels), 0.0F);
    overTiles(work, first, last, [&](std::int64_t image, int row, int column, std::int64_t number) HWY_ATTR {
        const TilePixels<const float*, 2> from(out + image * size, 2 * row, 2 * column, work.outHeight, work.outWidth,
                                               channels, zeros.data());
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            const auto put = [&](int line, auto left, auto right) HWY_ATTR { // of the transformed tile
                float* to = products + 4 * line * plane + number * channels + c;
                hn::StoreU(left, d, to);
                hn::StoreU(hn::Add(left, right), d, to + plane);
                hn::StoreU(hn::Sub(left, right), d, to + 2 * plane);
                hn::StoreU(hn::Neg(right), d, to + 3 * plane);
            };
            const auto upperLeft = hn::LoadU(d, from.at[0] + c), upperRight = hn::LoadU(d, from.at[1] + c);
            const auto lowerLeft = hn::LoadU(d, from.at[2] + c), lowerRight = hn::LoadU(d, from.at[3] + c);
            put(0, upperLeft, upperRight);
            put(1, hn::Add(upperLeft, lowerLeft), hn::Add(upperRight, lowerRight));
            put(2, hn::Sub(upperLeft, lowerLeft), hn::Sub(upperRight, lowerRight));
            put(3, hn::Neg(lowerLeft), hn::Neg(lowerRight));
        });
    });
}

void WinogradFilterRange(const WinogradWork& work, const float* filters, float* transformed, std::int64_t first,
                         std::int64_t last) {
    const int channels = work.inChannels;
    const std::int64_t plane = std::int64_t{work.outChannels} * channels;
    for (std::int64_t filter = first; filter < last; ++filter)
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            const auto half = hn::Set(d, 0.5F);
            const float* from = filters + filter * 9 * channels + c;
            hn::Vec<decltype(d)> lines[4][3];
            BELFRY_UNROLL for (int i = 0; i < 3; ++i) {
                const auto top = hn::LoadU(d, from + i * channels), bottom = hn::LoadU(d, from + (6 + i) * channels);
                const auto outer = hn::Mul(half, hn::Add(top, bottom));
                const auto inner = hn::Mul(half, hn::LoadU(d, from + (3 + i) * channels));
                lines[0][i] = top;
                lines[1][i] = hn::Add(outer, inner);
                lines[2][i] = hn::Sub(outer, inner);
                lines[3][i] = bottom;
            }
            float* to = transformed + filter * channels + c;
            BELFRY_UNROLL for (int i = 0; i < 4; ++i) {
                const auto outer = hn::Mul(half, hn::Add(lines[i][0], lines[i][2]));
                const auto inner = hn::Mul(half, lines[i][1]);
                hn::StoreU(lines[i][0], d, to + (4 * i) * plane);
                hn::StoreU(hn::Add(outer, inner), d, to + (4 * i + 1) * plane);
                hn::StoreU(hn::Sub(outer, inner), d, to + (4 * i + 2) * plane);
                hn::StoreU(lines[i][2], d, to + (4 * i + 3) * plane);
            }
        });
}

void WinogradFilterGradientRange(const WinogradWork& work, const float* transformed, float* filters, std::int64_t first,
                                 std::int64_t last) {
    const int channels = work.inChannels;
    const std::int64_t plane = std::int64_t{work.outChannels} * channels;
    for (std::int64_t filter = first; filter < last; ++filter)
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            const auto half = hn::Set(d, 0.5F);
            const float* from = transformed + filter * channels + c;
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

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry {

HWY_EXPORT(WinogradFilterRange);
HWY_EXPORT(WinogradFilterGradientRange);
HWY_EXPORT(WinogradInputRange);
HWY_EXPORT(WinogradInputGradientRange);
HWY_EXPORT(WinogradOutputRange);
HWY_EXPORT(WinogradOutputGradientRange);

namespace {

std::int64_t filterNumbers(const WinogradWork& work) {
    return std::int64_t{kWinogradProducts} * work.inChannels * work.outChannels;
}
std::int64_t tileNumbers(const WinogradWork& work, int channels) {
    return kWinogradProducts * work.tiles() * channels;
}

} // namespace

void winogradFilters(const WinogradWork& work, const float* filters, float* transformed) {
    forRowRanges(work.outChannels, filterNumbers(work), [&](std::int64_t first, std::int64_t last) {
        HWY_DYNAMIC_DISPATCH(WinogradFilterRange)(work, filters, transformed, first, last);
    });
}

void winogradFilterGradient(const WinogradWork& work, const float* transformed, float* filters) {
    forRowRanges(work.outChannels, filterNumbers(work), [&](std::int64_t first, std::int64_t last) {
        HWY_DYNAMIC_DISPATCH(WinogradFilterGradientRange)(work, transformed, filters, first, last);
    });
}

void winogradInput(const WinogradWork& work, const float* in, float* tiles) {
    forRowRanges(work.images, tileNumbers(work, work.inChannels), [&](std::int64_t first, std::int64_t last) {
        HWY_DYNAMIC_DISPATCH(WinogradInputRange)(work, in, tiles, first, last);
    });
}

void winogradInputGradient(const WinogradWork& work, const float* tiles, float* in) {
    forRowRanges(work.images, tileNumbers(work, work.inChannels), [&](std::int64_t first, std::int64_t last) {
        HWY_DYNAMIC_DISPATCH(WinogradInputGradientRange)(work, tiles, in, first, last);
    });
}

void winogradOutput(const WinogradWork& work, const float* products, const float* bias, float* out) {
    forRowRanges(work.images, tileNumbers(work, work.outChannels), [&](std::int64_t first, std::int64_t last) {
        HWY_DYNAMIC_DISPATCH(WinogradOutputRange)(work, products, bias, out, first, last);
    });
}

void winogradOutputGradient(const WinogradWork& work, const float* out, float* products) {
    forRowRanges(work.images, tileNumbers(work, work.outChannels), [&](std::int64_t first, std::int64_t last) {
        HWY_DYNAMIC_DISPATCH(WinogradOutputGradientRange)(work, out, products, first, last);
    });
}

} // namespace belfry
#endif
