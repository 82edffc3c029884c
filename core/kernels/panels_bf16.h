// Products of bf16 panels (panels.h) with the instruction that AVX-512 has for them. Internal to the kernels.
#pragma once

#include "core/kernels/bf16.h"

#include <cstdint>

namespace belfry {

bool haveBf16Products(); // of this processor
void multiplyPanelNatively(std::int64_t rows, std::int64_t depth, int columns, const Bf16* left, const Bf16* right,
                           float* out);
void addTransposedPanelNatively(std::int64_t depth, int rows, int columns, const Bf16* left, const Bf16* right,
                                float* out);

} // namespace belfry
