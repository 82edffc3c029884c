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
#include <type_traits>
#include <utility>
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

// Calls body(image, row, column, tile) for all tiles of the lines [first, last) of tiles, those of all images.
template <typename Body>
HWY_INLINE void overTiles(const WinogradWork& work, std::int64_t first, std::int64_t last, const Body& body) {
    const std::int64_t lines = work.tileLines(), columns = work.tileColumns();
    for (std::int64_t line = first; line < last; ++line)
        for (std::int64_t column = 0; column < columns; ++column)
            body(line / lines, static_cast<int>(line % lines), static_cast<int>(column), line * columns + column);
}

// Where a channel of a row is in panels of `rows` rows.
HWY_INLINE std::int64_t placeOf(std::int64_t rows, std::int64_t row, int channel) {
    return (channel / kPanel * rows + row) * kPanel + channel % kPanel;
}

// The zeros of [16][panel][rows][32] after its channels, in the lines [first, last) of tiles, and after its tiles.
template <typename T>
void fillUp(const WinogradWork& work, int channels, T* numbers, std::int64_t first, std::int64_t last) {
    const std::int64_t rows = work.rows(), panels = panelsOf(channels);
    const std::int64_t from = first * work.tileColumns(), to = last * work.tileColumns();
    for (std::int64_t panel = 0; panel < kWinogradProducts * panels; ++panel) {
        T* of = numbers + panel * rows * kPanel;
        if (panel % panels == panels - 1 && channels % kPanel != 0)
            for (std::int64_t row = from; row < to; ++row)
                std::fill(of + row * kPanel + channels % kPanel, of + (row + 1) * kPanel, T{});
        if (to == work.tiles())
            std::fill(of + to * kPanel, of + rows * kPanel, T{});
    }
}

template <typename T>
void inputRange(const WinogradWork& work, const T* in, T* tiles, std::int64_t first, std::int64_t last) {
    const int channels = work.inChannels;
    const std::int64_t size = std::int64_t{work.inHeight} * work.inWidth * channels;
    const std::int64_t rows = work.rows(), plane = work.inPanels() * rows * kPanel;
    const std::vector<T> zeros(std::size_t(channels), T{});
    overTiles(work, first, last, [&](std::int64_t image, int row, int column, std::int64_t number) HWY_ATTR {
        const TilePixels<const T*, 4> from(in + image * size, 2 * row - work.above, 2 * column - work.left,
                                           work.inHeight, work.inWidth, channels, zeros.data());
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            hn::Vec<decltype(d)> tile[16];
            BELFRY_UNROLL for (int i = 0; i < 16; ++i) tile[i] = load(d, from.at[i] + c);
            transform<DataLine>(tile);
            T* to = tiles + placeOf(rows, number, c);
            BELFRY_UNROLL for (int i = 0; i < 16; ++i) store(d, tile[i], to + i * plane);
        });
    });
    fillUp(work, channels, tiles, first, last);
}

// Tiles overlap: they add to a picture of floats, which is rounded when all are in.
template <typename T>
void inputGradientRange(const WinogradWork& work, const float* products, T* in, std::int64_t first, std::int64_t last) {
    const int channels = work.inChannels;
    const std::int64_t size = std::int64_t{work.inHeight} * work.inWidth * channels;
    const std::int64_t rows = work.rows(), plane = work.inPanels() * rows * kPanel;
    std::vector<float> unread(std::size_t(channels), 0.0F);
    std::vector<float> sums(std::is_same_v<T, float> ? 0 : std::size_t(size));
    for (std::int64_t image = first; image < last; ++image) {
        float* picture = sums.data();
        if constexpr (std::is_same_v<T, float>)
            picture = in + image * size;
        std::fill(picture, picture + size, 0.0F);
        overTiles(work, image * work.tileLines(), (image + 1) * work.tileLines(),
                  [&](std::int64_t, int row, int column, std::int64_t number) HWY_ATTR {
                      const TilePixels<float*, 4> to(picture, 2 * row - work.above, 2 * column - work.left,
                                                     work.inHeight, work.inWidth, channels, unread.data());
                      overChannels(channels, [&](auto d, int c) HWY_ATTR {
                          hn::Vec<decltype(d)> tile[16];
                          const float* from = products + placeOf(rows, number, c);
                          BELFRY_UNROLL for (int i = 0; i < 16; ++i) tile[i] = hn::LoadU(d, from + i * plane);
                          transform<DataLineTransposed>(tile);
                          BELFRY_UNROLL for (int i = 0; i < 16; ++i)
                              hn::StoreU(hn::Add(hn::LoadU(d, to.at[i] + c), tile[i]), d, to.at[i] + c);
                      });
                  });
        if constexpr (!std::is_same_v<T, float>)
            overChannels(int(size),
                         [&](auto d, int i) HWY_ATTR { store(d, hn::LoadU(d, picture + i), in + image * size + i); });
    }
}

template <typename T>
void outputRange(const WinogradWork& work, const float* products, const float* bias, bool relu, T* out,
                 std::int64_t first, std::int64_t last) {
    const int channels = work.outChannels;
    const std::int64_t size = std::int64_t{work.outHeight} * work.outWidth * channels;
    const std::int64_t rows = work.rows(), plane = work.outPanels() * rows * kPanel;
    std::vector<T> unread(std::size_t(channels), T{});
    overTiles(work, first, last, [&](std::int64_t image, int row, int column, std::int64_t number) HWY_ATTR {
        const TilePixels<T*, 2> to(out + image * size, 2 * row, 2 * column, work.outHeight, work.outWidth, channels,
                                   unread.data());
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            hn::Vec<decltype(d)> upper[4], lower[4];
            const float* from = products + placeOf(rows, number, c);
            BELFRY_UNROLL for (int i = 0; i < 4; ++i) {
                const auto second = hn::LoadU(d, from + (4 + i) * plane), third = hn::LoadU(d, from + (8 + i) * plane);
                upper[i] = hn::Add(hn::Add(hn::LoadU(d, from + i * plane), second), third);
                lower[i] = hn::Sub(hn::Sub(second, third), hn::LoadU(d, from + (12 + i) * plane));
            }
            const auto start = hn::LoadU(d, bias + c), zero = hn::Zero(d);
            const auto put = [&](const auto(&line)[4], T* left, T* right) HWY_ATTR {
                const auto even = hn::Add(hn::Add(hn::Add(line[0], line[1]), line[2]), start);
                const auto odd = hn::Add(hn::Sub(hn::Sub(line[1], line[2]), line[3]), start);
                store(d, relu ? hn::IfThenZeroElse(hn::Lt(even, zero), even) : even, left + c); // a NaN stays one
                store(d, relu ? hn::IfThenZeroElse(hn::Lt(odd, zero), odd) : odd, right + c);
            };
            put(upper, to.at[0], to.at[1]);
            put(lower, to.at[2], to.at[3]);
        });
    });
}

template <typename T>
void outputGradientRange(const WinogradWork& work, const T* outGradient, const T* out, T* products, std::int64_t first,
                         std::int64_t last) {
    const int channels = work.outChannels;
    const std::int64_t size = std::int64_t{work.outHeight} * work.outWidth * channels;
    const std::int64_t rows = work.rows(), plane = work.outPanels() * rows * kPanel;
    const std::vector<T> zeros(std::size_t(channels), T{});
    const T* outputs = out ? out : outGradient; // unread without a ReLU
    overTiles(work, first, last, [&](std::int64_t image, int row, int column, std::int64_t number) HWY_ATTR {
        const auto pixels = [&](const T* pictures) HWY_ATTR {
            return TilePixels<const T*, 2>(pictures + image * size, 2 * row, 2 * column, work.outHeight, work.outWidth,
                                           channels, zeros.data());
        };
        const auto from = pixels(outGradient), outAt = pixels(outputs);
        overChannels(channels, [&](auto d, int c) HWY_ATTR {
            const auto get = [&](int i) HWY_ATTR {
                const auto gradient = load(d, from.at[i] + c);
                return out ? hn::IfThenElseZero(hn::Gt(load(d, outAt.at[i] + c), hn::Zero(d)), gradient) : gradient;
            };
            const auto put = [&](int line, auto left, auto right) HWY_ATTR { // of the transformed tile
                T* to = products + 4 * line * plane + placeOf(rows, number, c);
                store(d, left, to);
                store(d, hn::Add(left, right), to + plane);
                store(d, hn::Sub(left, right), to + 2 * plane);
                store(d, hn::Neg(right), to + 3 * plane);
            };
            const auto upperLeft = get(0), upperRight = get(1), lowerLeft = get(2), lowerRight = get(3);
            put(0, upperLeft, upperRight);
            put(1, hn::Add(upperLeft, lowerLeft), hn::Add(upperRight, lowerRight));
            put(2, hn::Sub(upperLeft, lowerLeft), hn::Sub(upperRight, lowerRight));
            put(3, hn::Neg(lowerLeft), hn::Neg(lowerRight));
        });
    });
    fillUp(work, channels, products, first, last);
}

} // namespace

auto WinogradInput() { return std::pair(&inputRange<float>, &inputRange<Bf16>); }
auto WinogradInputGradient() { return std::pair(&inputGradientRange<float>, &inputGradientRange<Bf16>); }
auto WinogradOutput() { return std::pair(&outputRange<float>, &outputRange<Bf16>); }
auto WinogradOutputGradient() { return std::pair(&outputGradientRange<float>, &outputGradientRange<Bf16>); }

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry {

HWY_EXPORT(WinogradInput);
HWY_EXPORT(WinogradInputGradient);
HWY_EXPORT(WinogradOutput);
HWY_EXPORT(WinogradOutputGradient);

template <typename T>
void winogradInput(const WinogradWork& work, const T* in, T* tiles) {
    const auto inputRange = kernelFor<T>(HWY_DYNAMIC_DISPATCH(WinogradInput)());
    forRowRanges(work.images * work.tileLines(), work.tileNumbers(),
                 [&](std::int64_t first, std::int64_t last) { inputRange(work, in, tiles, first, last); });
}

template <typename T>
void winogradInputGradient(const WinogradWork& work, const float* products, T* in) {
    const auto inputGradientRange = kernelFor<T>(HWY_DYNAMIC_DISPATCH(WinogradInputGradient)());
    forRowRanges(work.images, work.tileNumbers(),
                 [&](std::int64_t first, std::int64_t last) { inputGradientRange(work, products, in, first, last); });
}

template <typename T>
void winogradOutput(const WinogradWork& work, const float* products, const float* bias, bool relu, T* out) {
    const auto outputRange = kernelFor<T>(HWY_DYNAMIC_DISPATCH(WinogradOutput)());
    forRowRanges(work.images * work.tileLines(), work.productNumbers(), [&](std::int64_t first, std::int64_t last) {
        outputRange(work, products, bias, relu, out, first, last);
    });
}

template <typename T>
void winogradOutputGradient(const WinogradWork& work, const T* outGradient, const T* out, T* products) {
    const auto outputGradientRange = kernelFor<T>(HWY_DYNAMIC_DISPATCH(WinogradOutputGradient)());
    forRowRanges(work.images * work.tileLines(), work.productNumbers(), [&](std::int64_t first, std::int64_t last) {
        outputGradientRange(work, outGradient, out, products, first, last);
    });
}

template void winogradInput(const WinogradWork&, const float*, float*);
template void winogradInputGradient(const WinogradWork&, const float*, float*);
template void winogradOutput(const WinogradWork&, const float*, const float*, bool, float*);
template void winogradOutputGradient(const WinogradWork&, const float*, const float*, float*);
template void winogradInput(const WinogradWork&, const Bf16*, Bf16*);
template void winogradInputGradient(const WinogradWork&, const float*, Bf16*);
template void winogradOutput(const WinogradWork&, const float*, const float*, bool, Bf16*);
template void winogradOutputGradient(const WinogradWork&, const Bf16*, const Bf16*, Bf16*);

} // namespace belfry
#endif
