// Brain floats: the upper half of a float, so the same range with 8 significant bits. Kernels load them, compute in
// float, and round once when they store: to the nearest, ties to even, NaN stays NaN. Bits are those of c10::BFloat16.
#pragma once

#include "core/kernels/host_device.h"

#include <cstdint>
#include <cstring>

namespace belfry {

struct Bf16 {
    std::uint16_t bits;
};

BELFRY_HD inline float toFloat(float value) { return value; }
BELFRY_HD inline float toFloat(Bf16 value) {
    const std::uint32_t bits = static_cast<std::uint32_t>(value.bits) << 16;
    float number;
    std::memcpy(&number, &bits, sizeof number);
    return number;
}

BELFRY_HD inline void store(float value, float& to) { to = value; }
BELFRY_HD inline void store(float value, Bf16& to) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800 // one instruction; of a NaN it keeps no more than that it is one
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(to.bits) : "f"(value));
#else
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    const std::uint32_t even = (bits + 0x7FFFu + ((bits >> 16) & 1u)) >> 16;
    const std::uint32_t quiet = (bits >> 16) | 0x40u; // rounding would make a number of some NaNs
    to.bits = static_cast<std::uint16_t>((bits & 0x7FFFFFFFu) > 0x7F800000u ? quiet : even);
#endif
}

} // namespace belfry
