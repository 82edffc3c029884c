// One dimension of each of Winograd's transforms, and both dimensions of any, for the instruction set being compiled
// (included once per set). Names as in Lavin & Gray 2016.
#if defined(BELFRY_KERNELS_WINOGRAD_LINES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef BELFRY_KERNELS_WINOGRAD_LINES_INL_H
#undef BELFRY_KERNELS_WINOGRAD_LINES_INL_H
#else
#define BELFRY_KERNELS_WINOGRAD_LINES_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {

// Numbers of a line: outputs of a tile, its pixels and products, taps of a filter. D: tag of the vectors V.
template <int kOutputs, int kTaps>
struct WinogradLine;

// F(2, 3).
template <>
struct WinogradLine<2, 3> {
    template <class D, class V>
    static HWY_INLINE void data(D, const V (&x)[4], V (&y)[4]) {
        y[0] = hn::Sub(x[0], x[2]), y[1] = hn::Add(x[1], x[2]);
        y[2] = hn::Sub(x[2], x[1]), y[3] = hn::Sub(x[1], x[3]);
    }
    template <class D, class V>
    static HWY_INLINE void dataTransposed(D, const V (&y)[4], V (&x)[4]) {
        x[0] = y[0], x[1] = hn::Add(hn::Sub(y[1], y[2]), y[3]);
        x[2] = hn::Sub(hn::Add(y[1], y[2]), y[0]), x[3] = hn::Neg(y[3]);
    }
    template <class D, class V>
    static HWY_INLINE void output(D, const V (&m)[4], V (&y)[2]) {
        y[0] = hn::Add(hn::Add(m[0], m[1]), m[2]);
        y[1] = hn::Sub(hn::Sub(m[1], m[2]), m[3]);
    }
    template <class D, class V>
    static HWY_INLINE void outputTransposed(D, const V (&y)[2], V (&m)[4]) {
        m[0] = y[0], m[1] = hn::Add(y[0], y[1]), m[2] = hn::Sub(y[0], y[1]), m[3] = hn::Neg(y[1]);
    }
    template <class D, class V>
    static HWY_INLINE void filter(D d, const V (&g)[3], V (&u)[4]) {
        const auto half = hn::Set(d, 0.5F);
        const V outer = hn::Mul(half, hn::Add(g[0], g[2])), inner = hn::Mul(half, g[1]);
        u[0] = g[0], u[1] = hn::Add(outer, inner), u[2] = hn::Sub(outer, inner), u[3] = g[2];
    }
    template <class D, class V>
    static HWY_INLINE void filterTransposed(D d, const V (&u)[4], V (&g)[3]) {
        const auto half = hn::Set(d, 0.5F);
        const V outer = hn::Mul(half, hn::Add(u[1], u[2]));
        g[0] = hn::Add(u[0], outer), g[1] = hn::Mul(half, hn::Sub(u[1], u[2])), g[2] = hn::Add(outer, u[3]);
    }
};

// Six products, at the points 0, ±a, ±b and infinity. The paper's 1 and 2 would round three times as much.
struct WinogradLineOfSix {
    static constexpr float kA = 0.70710678F, kB = 1.41421356F; // a^2 = 1/2, b^2 = 2, a b = 1
    template <class V>
    static HWY_INLINE void both(V x, V y, V& sum, V& difference) {
        sum = hn::Add(x, y), difference = hn::Sub(x, y);
    }
    // Of a line's numbers at ±a and at ±b.
    template <class V>
    struct Points {
        V sum, difference, farSum, farDifference;
    };
    template <class V>
    static HWY_INLINE Points<V> ofPoints(const V (&x)[6]) {
        Points<V> of;
        both(x[1], x[2], of.sum, of.difference), both(x[3], x[4], of.farSum, of.farDifference);
        return of;
    }
    // x ofX + y ofY
    template <class D, class V>
    static HWY_INLINE V combined(D d, V x, float ofX, V y, float ofY) {
        return hn::MulAdd(hn::Set(d, ofX), x, hn::Mul(hn::Set(d, ofY), y));
    }
    // sum + value factor
    template <class D, class V>
    static HWY_INLINE V plus(D d, V sum, float factor, V value) {
        return hn::MulAdd(hn::Set(d, factor), value, sum);
    }
    template <class D, class V>
    static HWY_INLINE void data(D d, const V (&x)[6], V (&y)[6]) {
        y[0] = plus(d, hn::Add(x[0], x[4]), -2.5F, x[2]);
        both(plus(d, x[4], -2.0F, x[2]), combined(d, x[3], kA, x[1], -kB), y[1], y[2]);
        both(plus(d, x[4], -0.5F, x[2]), combined(d, x[3], kB, x[1], -kA), y[3], y[4]);
        y[5] = plus(d, hn::Add(x[1], x[5]), -2.5F, x[3]);
    }
    template <class D, class V>
    static HWY_INLINE void dataTransposed(D d, const V (&y)[6], V (&x)[6]) {
        const auto [sum, difference, farSum, farDifference] = ofPoints(y);
        x[0] = y[0];
        x[1] = hn::Sub(y[5], combined(d, difference, kB, farDifference, kA));
        x[2] = plus(d, combined(d, sum, -2.0F, farSum, -0.5F), -2.5F, y[0]);
        x[3] = plus(d, combined(d, difference, kA, farDifference, kB), -2.5F, y[5]);
        x[4] = hn::Add(hn::Add(y[0], sum), farSum);
        x[5] = y[5];
    }
};

// F(4, 3).
template <>
struct WinogradLine<4, 3> : WinogradLineOfSix {
    template <class D, class V>
    static HWY_INLINE void output(D d, const V (&m)[6], V (&y)[4]) {
        const auto [sum, difference, farSum, farDifference] = ofPoints(m);
        y[0] = hn::Add(hn::Add(m[0], sum), farSum);
        y[1] = combined(d, difference, kA, farDifference, kB);
        y[2] = combined(d, sum, 0.5F, farSum, 2.0F);
        y[3] = hn::Add(combined(d, difference, 0.5F * kA, farDifference, 2.0F * kB), m[5]);
    }
    template <class D, class V>
    static HWY_INLINE void outputTransposed(D d, const V (&y)[4], V (&m)[6]) {
        m[0] = y[0];
        both(plus(d, y[0], 0.5F, y[2]), combined(d, y[1], kA, y[3], 0.5F * kA), m[1], m[2]);
        both(plus(d, y[0], 2.0F, y[2]), combined(d, y[1], kB, y[3], 2.0F * kB), m[3], m[4]);
        m[5] = y[3];
    }
    template <class D, class V>
    static HWY_INLINE void filter(D d, const V (&g)[3], V (&u)[6]) {
        u[0] = g[0];
        both(combined(d, g[0], -2.0F / 3, g[2], -1.0F / 3), hn::Mul(hn::Set(d, -2.0F / 3 * kA), g[1]), u[1], u[2]);
        both(combined(d, g[0], 1.0F / 6, g[2], 1.0F / 3), hn::Mul(hn::Set(d, kB / 6), g[1]), u[3], u[4]);
        u[5] = g[2];
    }
    template <class D, class V>
    static HWY_INLINE void filterTransposed(D d, const V (&u)[6], V (&g)[3]) {
        const auto [sum, difference, farSum, farDifference] = ofPoints(u);
        g[0] = hn::Add(u[0], combined(d, sum, -2.0F / 3, farSum, 1.0F / 6));
        g[1] = combined(d, difference, -2.0F / 3 * kA, farDifference, kB / 6);
        g[2] = hn::Add(u[5], combined(d, sum, -1.0F / 3, farSum, 1.0F / 3));
    }
};

// F(2, 5).
template <>
struct WinogradLine<2, 5> : WinogradLineOfSix {
    template <class D, class V>
    static HWY_INLINE void output(D d, const V (&m)[6], V (&y)[2]) {
        const auto [sum, difference, farSum, farDifference] = ofPoints(m);
        y[0] = hn::Add(hn::Add(m[0], sum), farSum);
        y[1] = hn::Add(combined(d, difference, kA, farDifference, kB), m[5]);
    }
    template <class D, class V>
    static HWY_INLINE void outputTransposed(D d, const V (&y)[2], V (&m)[6]) {
        m[0] = y[0];
        both(y[0], hn::Mul(hn::Set(d, kA), y[1]), m[1], m[2]);
        both(y[0], hn::Mul(hn::Set(d, kB), y[1]), m[3], m[4]);
        m[5] = y[1];
    }
    template <class D, class V>
    static HWY_INLINE void filter(D d, const V (&g)[5], V (&u)[6]) {
        u[0] = g[0];
        both(plus(d, combined(d, g[0], -2.0F / 3, g[2], -1.0F / 3), -1.0F / 6, g[4]),
             combined(d, g[1], -2.0F / 3 * kA, g[3], -1.0F / 3 * kA), u[1], u[2]);
        both(plus(d, combined(d, g[0], 1.0F / 6, g[2], 1.0F / 3), 2.0F / 3, g[4]),
             combined(d, g[1], kB / 6, g[3], kB / 3), u[3], u[4]);
        u[5] = g[4];
    }
    template <class D, class V>
    static HWY_INLINE void filterTransposed(D d, const V (&u)[6], V (&g)[5]) {
        const auto [sum, difference, farSum, farDifference] = ofPoints(u);
        g[0] = hn::Add(u[0], combined(d, sum, -2.0F / 3, farSum, 1.0F / 6));
        g[1] = combined(d, difference, -2.0F / 3 * kA, farDifference, kB / 6);
        g[2] = combined(d, sum, -1.0F / 3, farSum, 1.0F / 3);
        g[3] = combined(d, difference, -1.0F / 3 * kA, farDifference, kB / 3);
        g[4] = hn::Add(u[5], combined(d, sum, -1.0F / 6, farSum, 2.0F / 3));
    }
};

// to = line x from x line, transposed: kFrom x kFrom numbers become kTo x kTo.
template <int kFrom, int kTo, class V, class Line>
HWY_INLINE void inBothDimensions(const V (&from)[kFrom * kFrom], V (&to)[kTo * kTo], const Line& line) {
    V half[kTo * kFrom];
    BELFRY_UNROLL for (int column = 0; column < kFrom; ++column) {
        V in[kFrom], out[kTo];
        BELFRY_UNROLL for (int i = 0; i < kFrom; ++i) in[i] = from[i * kFrom + column];
        line(in, out);
        BELFRY_UNROLL for (int i = 0; i < kTo; ++i) half[i * kFrom + column] = out[i];
    }
    BELFRY_UNROLL for (int row = 0; row < kTo; ++row) {
        V in[kFrom], out[kTo];
        BELFRY_UNROLL for (int i = 0; i < kFrom; ++i) in[i] = half[row * kFrom + i];
        line(in, out);
        BELFRY_UNROLL for (int i = 0; i < kTo; ++i) to[row * kTo + i] = out[i];
    }
}

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
