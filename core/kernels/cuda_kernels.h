// The CUDA half of kernels.h, lrn.h and max_pool.h, whose CPU half dispatches to it. Kept apart so that no other file
// needs nvcc.
#pragma once

#include "core/kernels/input_stage.h"
#include "core/kernels/kernels.h"
#include "core/kernels/lrn.h"
#include "core/kernels/max_pool.h"

namespace belfry::cuda {

void normaliseImages(void* stream, const std::uint8_t* images, std::int64_t count, std::int64_t bytesPerImage,
                     float scale, float shift, float* out);
void runInputStage(void* stream, const InputStage& stage, PictureSize in, const StageBatch& batch, float* out);
void softmaxLoss(void* stream, const float* logits, const std::uint8_t* labels, std::int64_t rows, int classes,
                 float* gradient, double* metrics, std::int64_t* confusion, float smoothing);
void dropout(void* stream, float* values, const std::int64_t* imageIds, std::int64_t rows, std::int64_t units,
             float fraction, DropoutKey key);
void weightedSum(void* stream, float* out, const float* const* in, const float* scales, int terms, std::int64_t begin,
                 std::int64_t end);

void lrnForward(void* stream, const LrnWork& work, const float* in, float* out, float* divisor);
void lrnBackward(void* stream, const LrnWork& work, const float* in, const float* divisor, const float* outGradient,
                 float* inGradient);
void maxPoolForward(void* stream, const MaxPoolWork& work, const float* in, float* out, std::uint16_t* winner);
void maxPoolBackward(void* stream, const MaxPoolWork& work, const float* outGradient, const std::uint16_t* winner,
                     float* inGradient);

} // namespace belfry::cuda
