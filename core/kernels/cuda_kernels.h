// The CUDA half of kernels.h, lrn.h and max_pool.h, whose CPU half dispatches to it. Kept apart so that no other file
// needs nvcc.
#pragma once

#include "core/kernels/input_stage.h"
#include "core/kernels/kernels.h"
#include "core/kernels/lrn.h"
#include "core/kernels/max_pool.h"

namespace belfry::cuda {

// The most numbers of a tensor whose positions are kept in 32 bits. An argument of the kernels that choose, so that
// tests see both ways with few numbers. 2^31 less what the last block and a window at a border go beyond.
constexpr std::int64_t kNarrowLimit = (std::int64_t{1} << 31) - (1 << 16);

template <typename T>
void normaliseImages(void* stream, const std::uint8_t* images, const std::int64_t* rows, std::int64_t count,
                     std::int64_t bytesPerImage, float scale, float shift, T* out,
                     std::int64_t narrowLimit = kNarrowLimit);
template <typename T>
void roundToBf16(void* stream, const float* in, T* out, std::int64_t count);
void runInputStage(void* stream, const InputStage& stage, PictureSize in, const StageBatch& batch, float* out);
void ownShares(void* stream, const InputStage& stage, PictureSize in, const StageBatch& batch, float* shares);
void softmaxLoss(void* stream, const float* logits, const std::uint8_t* labels, std::int64_t rows, int classes,
                 float* gradient, double* metrics, std::int64_t* confusion, float smoothing, double* scratch,
                 const float* classWeights = nullptr, const float* ownShares = nullptr);
template <typename T>
void dropout(void* stream, T* values, const std::int64_t* imageIds, std::int64_t rows, std::int64_t units,
             float fraction, DropoutKey key, std::int64_t narrowLimit = kNarrowLimit);
void weightedSum(void* stream, const std::int32_t* halted, float* out, const float* const* in, const float* scales,
                 int terms, std::int64_t begin, std::int64_t end);

template <typename T>
void lrnForward(void* stream, const LrnWork& work, const T* in, T* out, float* divisor);
template <typename T>
void lrnBackward(void* stream, const LrnWork& work, const T* in, const float* divisor, const T* outGradient,
                 T* inGradient);
template <typename T>
void maxPoolForward(void* stream, const MaxPoolWork& work, const T* in, T* out, std::uint16_t* winner,
                    std::int64_t narrowLimit = kNarrowLimit);
template <typename T>
void maxPoolBackward(void* stream, const MaxPoolWork& work, const T* outGradient, const std::uint16_t* winner,
                     T* inGradient, std::int64_t narrowLimit = kNarrowLimit);

} // namespace belfry::cuda
