// Loops over flat vectors and over independent rows on the CPU, and the choice of their bodies. Internal to the
// engine.
#pragma once

#include "core/kernels/thread_team.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

// Loops are compiled for three instruction sets and chosen when the program loads. Sanitizers run before the choice
// can be made, so they get one plain version.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__x86_64__)
#define BELFRY_CLONES
#else
#define BELFRY_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif

namespace belfry {

// Below this many floats a loop is not worth waking the helpers.
constexpr std::int64_t kParallelFrom = 1 << 15;
constexpr std::int64_t kChunk = 1 << 13;

inline std::int64_t chunksOf(std::int64_t count) { return (count + kChunk - 1) / kChunk; }

// Calls body(i) for 0 <= i < count, on all threads when all their `numbers` are worth it. Each takes the next one when
// it is free: where another program uses a core, the others do more.
template <typename Body>
void forEach(std::int64_t count, std::int64_t numbers, const Body& body) {
    if (numbers >= kParallelFrom)
        return parallelFor(
            count, [](const void* of, std::int64_t i) { (*static_cast<const Body*>(of))(i); }, &body);
    for (std::int64_t i = 0; i < count; ++i)
        body(i);
}
template <typename Body>
void forEach(std::int64_t count, const Body& body) {
    forEach(count, kParallelFrom, body);
}

// Calls body(first, last) for chunks of [begin, end), in parallel when it pays.
template <typename Body>
void forChunks(std::int64_t begin, std::int64_t end, const Body& body) {
    if (end - begin < kParallelFrom)
        body(begin, end);
    else
        forEach(
            chunksOf(end - begin),
            [&](std::int64_t chunk) {
                const std::int64_t first = begin + chunk * kChunk;
                body(first, std::min(first + kChunk, end));
            });
}

// Calls body(first, last) for ranges that cover [0, rows), in parallel when their `numbers` are worth it.
template <typename Body>
void forRowRanges(std::int64_t rows, std::int64_t numbers, const Body& body) {
    const std::int64_t ranges = std::min<std::int64_t>(rows, 64);
    if (numbers < kParallelFrom)
        body(std::int64_t{0}, rows);
    else
        forEach(ranges, [&](std::int64_t range) { body(rows * range / ranges, rows * (range + 1) / ranges); });
}

// The kernel for T of an instruction set's pair, the first of which is for floats and the second for Bf16. Highway's
// table of instruction sets takes no templates, but it takes functions that return such a pair.
template <typename T, typename Floats, typename Halves>
auto kernelFor(const std::pair<Floats, Halves>& kernels) {
    if constexpr (std::is_same_v<T, float>)
        return kernels.first;
    else
        return kernels.second;
}

} // namespace belfry
