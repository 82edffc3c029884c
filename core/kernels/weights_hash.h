// A hash of a vector's bits: vectors that differ in one bit of one number differ in it. It is a sum over the numbers
// modulo 2^64, each mixed with its place, so that its order is of no account: the same number on every processor and
// device. Conventions as in kernels.h.
#pragma once

#include "core/kernels/kernels.h"

namespace belfry {

// One number's part. The product with an odd number and the exclusive or with its own half can be undone: at one place
// other bits give another part.
BELFRY_HD inline std::uint64_t hashPart(std::uint64_t place, std::uint32_t bits) {
    const std::uint64_t mixed = (place * 0x9E3779B97F4A7C15ULL ^ bits) * 0xD6E8FEB86659FD93ULL;
    return mixed ^ mixed >> 32;
}

// On the calling thread alone. No state; any thread.
std::uint64_t weightsHash(const std::uint32_t* bits, std::int64_t count);

// Numbers on the device that the next one needs.
constexpr std::int64_t kHashScratch = 257;
// scratch[0] becomes the hash.
void weightsHash(ExecutionContext context, const std::uint32_t* bits, std::int64_t count, std::uint64_t* scratch);

namespace cuda {
void weightsHash(void* stream, const std::uint32_t* bits, std::int64_t count, std::uint64_t* scratch);
} // namespace cuda

} // namespace belfry
