// The random bits of dropout, shared by the CPU and the CUDA kernel: one cheap integer hash per unit, because drawing a
// Philox block per four units costs more than the dense layer it follows.
#pragma once

#include "core/kernels/host_device.h"

#include <cstdint>

namespace belfry {

// Finaliser of splitmix64: mixes a 64-bit key well.
BELFRY_HD inline std::uint64_t mix64(std::uint64_t x) {
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9ULL;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

// One key per (seed, layer, epoch, image).
BELFRY_HD inline std::uint64_t dropoutImageKey(std::uint64_t seed, std::uint32_t layer, std::uint32_t epoch,
                                               std::uint64_t image) {
    const std::uint64_t run = mix64(seed + 0x9e3779b97f4a7c15ULL * (layer + 1));
    return mix64(run ^ mix64(image + (std::uint64_t{epoch} << 40)));
}

inline constexpr std::uint32_t kDropoutFactor = 0x7feb352dU, kSecondDropoutFactor = 0x846ca68bU;

// 32 bits for a unit, which kernels/dense.cpp has in vectors: lowbias32 (Ellis 2018, "Prospecting for hash functions")
// over the unit's number, keyed twice.
BELFRY_HD inline std::uint32_t dropoutBits(std::uint64_t imageKey, std::uint32_t unit) {
    std::uint32_t x = unit + static_cast<std::uint32_t>(imageKey);
    x ^= x >> 16;
    x *= kDropoutFactor;
    x ^= (x >> 15) ^ static_cast<std::uint32_t>(imageKey >> 32);
    x *= kSecondDropoutFactor;
    return x ^ (x >> 16);
}

// Dropped when the bits are below this; fraction in [0, 1).
BELFRY_HD inline std::uint32_t dropoutThreshold(float fraction) {
    return static_cast<std::uint32_t>(static_cast<double>(fraction) * 4294967296.0);
}

} // namespace belfry
