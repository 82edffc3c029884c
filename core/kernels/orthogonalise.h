// The nearest matrix with orthogonal rows or columns, roughly: what Muon makes of an update (Jordan et al. 2024,
// https://kellerjordan.github.io/posts/muon/). CPU only: on CUDA its products are the library's
// (exchange/orthogonal_update.cpp). Free of torch.
#pragma once

#include <cstdint>

namespace belfry {

// X = M / (||M|| + epsilon), then five times X = a X + (b A + c A A) X with A = X X^T. They take singular values from
// about 0.002 on to between 0.7 and 1.2. A matrix that has more rows than columns is transposed meanwhile.
namespace newton_schulz {
inline constexpr int kSteps = 5;
inline constexpr float kA = 3.4445F, kB = -4.7750F, kC = 2.0315F;
inline constexpr double kEpsilon = 1e-7;
} // namespace newton_schulz

// Floats that orthogonalise() needs beside the matrix.
std::int64_t orthogonaliseScratch(std::int64_t rows, std::int64_t columns);

// In place, and the result times `scale`. On the calling thread and its helpers. A sum's order depends on the sizes
// alone, and nothing is fused: the same bits for any threads and on any processor.
void orthogonalise(float* matrix, std::int64_t rows, std::int64_t columns, float scale, float* scratch);

} // namespace belfry
