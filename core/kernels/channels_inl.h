// Walks over the channels of one pixel in vectors, for the instruction set being compiled (included once per set).
#if defined(BELFRY_KERNELS_CHANNELS_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef BELFRY_KERNELS_CHANNELS_INL_H
#undef BELFRY_KERNELS_CHANNELS_INL_H
#else
#define BELFRY_KERNELS_CHANNELS_INL_H
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

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
