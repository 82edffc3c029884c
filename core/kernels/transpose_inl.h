// Matrices transposed, for the instruction set being compiled (included once per set). For HWY_SCALAR there are no
// vectors of four.
#if defined(BELFRY_KERNELS_TRANSPOSE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef BELFRY_KERNELS_TRANSPOSE_INL_H
#undef BELFRY_KERNELS_TRANSPOSE_INL_H
#else
#define BELFRY_KERNELS_TRANSPOSE_INL_H
#endif

#include "core/kernels/panels.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR
using Four = hwy::HWY_NAMESPACE::FixedTag<float, 4>;
using FourVector = hwy::HWY_NAMESPACE::Vec<Four>;

HWY_INLINE void transposeFour(FourVector& a, FourVector& b, FourVector& c, FourVector& d) {
    namespace hn = hwy::HWY_NAMESPACE;
    const Four four;
    const FourVector acLow = hn::InterleaveLower(four, a, c), acHigh = hn::InterleaveUpper(four, a, c);
    const FourVector bdLow = hn::InterleaveLower(four, b, d), bdHigh = hn::InterleaveUpper(four, b, d);
    a = hn::InterleaveLower(four, acLow, bdLow);
    b = hn::InterleaveUpper(four, acLow, bdLow);
    c = hn::InterleaveLower(four, acHigh, bdHigh);
    d = hn::InterleaveUpper(four, acHigh, bdHigh);
}
#endif

// kPanel rows of as many numbers.
HWY_INLINE void transposePanel(const float* from, float* to) {
#if HWY_TARGET == HWY_SCALAR
    for (int row = 0; row < kPanel; ++row)
        for (int column = 0; column < kPanel; ++column)
            to[column * kPanel + row] = from[row * kPanel + column];
#else
    namespace hn = hwy::HWY_NAMESPACE;
    for (int row = 0; row < kPanel; row += 4)
        for (int column = 0; column < kPanel; column += 4) {
            FourVector lines[4];
            for (int i = 0; i < 4; ++i)
                lines[i] = hn::LoadU(Four(), from + (row + i) * kPanel + column);
            transposeFour(lines[0], lines[1], lines[2], lines[3]);
            for (int i = 0; i < 4; ++i)
                hn::StoreU(lines[i], Four(), to + (column + i) * kPanel + row);
        }
#endif
}

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
