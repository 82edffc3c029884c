// An optimizer's step as one fused pass over a flat vector. Conventions as in kernels.h.
#pragma once

#include "core/kernels/kernels.h"
#include "core/kernels/optimizer_rules.h"

namespace belfry {

// Applies the rule, whose factors are at `numbers` on the device, to the weights [begin, end). state holds Rule::kState
// vectors as long as the weights (may be null when there are none). The same bits for any threads and any ranges.
template <typename Rule>
void applyRule(ExecutionContext context, const float* numbers, float* weights, const float* gradient,
               float* const* state, std::int64_t begin, std::int64_t end);

namespace cuda {
template <typename Rule>
void applyRule(void* stream, const std::int32_t* halted, const float* numbers, float* weights, const float* gradient,
               float* first, float* second, std::int64_t begin, std::int64_t end);
} // namespace cuda

} // namespace belfry
