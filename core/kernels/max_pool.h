// Max pooling of channels-last pictures, with a ReLU folded in where one stands before it: relu(max(x)) = max(relu(x)),
// so the large tensor is read once. The same functions for the CPU and for CUDA, as in kernels.h.
#pragma once

#include "core/kernels/kernels.h"

#include <cstdint>

namespace belfry {

struct MaxPoolWork {
    std::int64_t images = 0;
    int channels = 0;
    int inHeight = 0, inWidth = 0, outHeight = 0, outWidth = 0;
    int kernel = 2, stride = 2; // kernel <= 255
    int above = 0, left = 0;    // lines outside the picture that the first window covers; they never win
    bool relu = false;
};

// T: float or Bf16. in: images x inHeight x inWidth x channels; out, winner: images x outHeight x outWidth x channels.
// winner (may be null) is the place in the window, row by row, or kNoWinner where the ReLU let nothing through. A NaN
// wins.
inline constexpr std::uint16_t kNoWinner = 0xFFFF;
template <typename T>
void maxPoolForward(ExecutionContext context, const MaxPoolWork& work, const T* in, T* out, std::uint16_t* winner);

// inGradient is overwritten: every output's gradient goes to its winner. Sums are made in float.
template <typename T>
void maxPoolBackward(ExecutionContext context, const MaxPoolWork& work, const T* outGradient,
                     const std::uint16_t* winner, T* inGradient);

} // namespace belfry
