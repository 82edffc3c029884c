// One vector of at most 16 images, for the instruction set being compiled (included once per set).
#if defined(BELFRY_LANES_VECTOR_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef BELFRY_LANES_VECTOR_INL_H
#undef BELFRY_LANES_VECTOR_INL_H
#else
#define BELFRY_LANES_VECTOR_INL_H
#endif

#include "core/kernels/lanes/lane_convolution.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace belfry::lanes::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using Floats = hn::CappedTag<float, kLanes>;
using Integers = hn::RebindToSigned<Floats>;
using Bytes = hn::Rebind<std::uint8_t, Floats>;
using Vector = hn::Vec<Floats>;

// Narrower sets walk over the 16 lanes in steps of this width, one whole pass each: registers serve one step at a time.
inline constexpr int kWidth = int(hn::MaxLanes(Floats()));

HWY_INLINE Vector load(const float* from) { return hn::LoadU(Floats(), from); }
HWY_INLINE void store(Vector value, float* to) { hn::StoreU(value, Floats(), to); }
HWY_INLINE void add(Vector value, float* to) { store(hn::Add(load(to), value), to); }
// Makes the compiler load again what it could carry over from the round before: the registers are for sums, which it
// would move to memory instead.
HWY_INLINE void reloadFrom(const float*& pointer) {
#if HWY_COMPILER_GCC || HWY_COMPILER_CLANG
    asm("" : "+r"(pointer));
#endif
}
HWY_INLINE Vector broadcast(const float* from) { return hn::Set(Floats(), *from); }

} // namespace belfry::lanes::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
