// Walks over the channels of one pixel in vectors, for the instruction set being compiled (included once per set).
#if defined(BELFRY_KERNELS_CHANNELS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef BELFRY_KERNELS_CHANNELS_INL_H
#undef BELFRY_KERNELS_CHANNELS_INL_H
#else
#define BELFRY_KERNELS_CHANNELS_INL_H
#endif

#include "core/kernels/bf16.h"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Numbers of either type as floats, and back with one rounding (bf16.h).
template <class D>
HWY_INLINE hn::Vec<D> load(D d, const float* from) {
    return hn::LoadU(d, from);
}
template <class D>
HWY_INLINE hn::Vec<D> load([[maybe_unused]] D d, const Bf16* from) {
    const hn::RebindToUnsigned<D> whole;
    const hn::Rebind<std::uint16_t, D> halves;
    const auto bits = hn::PromoteTo(whole, hn::LoadU(halves, reinterpret_cast<const std::uint16_t*>(from)));
    return hn::BitCast(d, hn::ShiftLeft<16>(bits));
}
template <class D>
HWY_INLINE void store([[maybe_unused]] D d, hn::Vec<D> value, float* to) {
    hn::StoreU(value, d, to);
}
template <class D>
HWY_INLINE void store([[maybe_unused]] D d, hn::Vec<D> value, Bf16* to) {
    const hn::RebindToUnsigned<D> whole;
    const hn::RebindToSigned<D> narrowed; // of which DemoteTo saturates nothing: 16 bits are left
    const hn::Rebind<std::uint16_t, D> halves;
    const auto bits = hn::BitCast(whole, value);
    const auto upper = hn::ShiftRight<16>(bits);
    const auto half = hn::Add(hn::And(upper, hn::Set(whole, 1)), hn::Set(whole, 0x7FFF));
    const auto isNan = hn::RebindMask(whole, hn::IsNaN(value));
    const auto rounded =
        hn::IfThenElse(isNan, hn::Or(upper, hn::Set(whole, 0x40)), hn::ShiftRight<16>(hn::Add(bits, half)));
    hn::StoreU(hn::DemoteTo(halves, hn::BitCast(narrowed, rounded)), halves, reinterpret_cast<std::uint16_t*>(to));
}

// Calls step(d, channel) for whole vectors, then for single channels: no load ever leaves the pixel.
template <class Step>
HWY_INLINE void overChannels(int channels, const Step& step) {
    const hn::ScalableTag<float> whole;
    const int width = int(hn::Lanes(whole));
    int channel = 0;
    for (; channel + width <= channels; channel += width)
        step(whole, channel);
    for (; channel < channels; ++channel)
        step(hn::CappedTag<float, 1>(), channel);
}

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
