// Splits independent rows over the calling thread's OpenMP team. Internal to core/kernels.
#pragma once

#include <algorithm>
#include <cstdint>

namespace belfry {

// Calls body(first, last) for ranges that cover [0, rows), in parallel when `floats` numbers are worth waking the team.
template <typename Body>
void forRowRanges(std::int64_t rows, std::int64_t floats, const Body& body) {
    constexpr std::int64_t kParallelFrom = 1 << 15;
    if (floats < kParallelFrom) {
        body(std::int64_t{0}, rows);
        return;
    }
    const std::int64_t ranges = std::min<std::int64_t>(rows, 64);
#pragma omp parallel for schedule(static)
    for (std::int64_t range = 0; range < ranges; ++range)
        body(rows * range / ranges, rows * (range + 1) / ranges);
}

} // namespace belfry
