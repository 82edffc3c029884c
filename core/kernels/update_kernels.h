// What stands around an optimizer's rule: clipping before it, the moving average after it. Conventions as in kernels.h.
#pragma once

#include "core/kernels/kernels.h"

namespace belfry {

// Doubles on the place that clipToNorm() needs for `count` values.
std::int64_t clipScratch(std::int64_t count);

// Multiplies the values by most / norm when their Euclidean norm is longer than `most`. scratch[0] becomes the norm
// before. Squares are summed in double in fixed chunks: the same bits for any threads, and nothing waits for a device.
void clipToNorm(Place place, float* values, std::int64_t count, double most, double* scratch);

// average += rest (values - average), rest = 1 - decay
void moveAverage(Place place, float* average, const float* values, std::int64_t count, float rest);

namespace cuda {
void clipToNorm(void* stream, float* values, std::int64_t count, double most, double* scratch);
void moveAverage(void* stream, float* average, const float* values, std::int64_t count, float rest);
} // namespace cuda

} // namespace belfry
