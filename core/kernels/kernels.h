// Own kernels on plain pointers: the same functions for the CPU and for CUDA. Free of torch.
// CPU versions run on the calling thread and its helpers and return when done; CUDA versions enqueue on
// context.stream and return at once (pointers are device pointers). Sizes are trusted: callers check.
#pragma once

#include "core/kernels/bf16.h"
#include "core/kernels/host_device.h"

#include <cstdint>

namespace belfry {

// Where a kernel runs.
struct ExecutionContext {
    bool cuda = false;
    void* stream = nullptr; // cudaStream_t
    // On the device; where it is not 0 the kernels that change what a run keeps (weightedSum, applyRule, moveAverage)
    // do nothing. Null: they do. So an update may be queued before the host knows whether it is to be made.
    const std::int32_t* halted = nullptr;
};
// Asked on the device.
BELFRY_HD inline bool isHalted(const std::int32_t* halted) { return halted != nullptr && *halted != 0; }

// T below: float or Bf16.

// uint8 images (height x width x channels each, one after another; the `count` given by `rows`, or the first ones if it
// is null) -> numbers of the same layout, value * scale + shift. The same code for training, validation, test and
// drawing.
template <typename T>
void normaliseImages(ExecutionContext context, const std::uint8_t* images, const std::int64_t* rows, std::int64_t count,
                     std::int64_t bytesPerImage, float scale, float shift, T* out);

// in -> out with the 8 significant bits of Bf16, also where T is float.
template <typename T>
void roundToBf16(ExecutionContext context, const float* in, T* out, std::int64_t count);

// Softmax cross-entropy of `rows` x `classes` logits against labels. gradient (may be null) gets (softmax - truth) /
// rows with truth = onehot (1 - smoothing) + smoothing / classes, as PyTorch's cross_entropy(label_smoothing) has it;
// classWeights (may be null: all 1; on the device, one for each class) multiply it by that of the row's label.
// metrics[0] = sum of losses, metrics[1] = correct answers (doubles, on the device). The losses are those of the true
// labels alone, smoothed or weighted or not, so that training and validation compare.
//
// So the gradient is that of sum(weight[label] * loss) / rows. PyTorch divides by the batch's sum of weights instead:
// then what an image counts depends on which others are in its batch, and the mean over uneven towers, ranks and short
// batches is not that of one tower. Weights whose mean over the images is 1 (train/class_weights.h) leave the gradient
// as long as it is in the mean of PyTorch's.
// ownShares (may be null: all 1; on the device, one for each row): the rest of a row's 1 is of the next row's label,
// and labels has one more than rows. Loss and gradient are the sums of both labels' by their shares, each with its own
// weight; the answer is compared with the label of the larger share, the row's own of equal ones.
// A loss that is not finite puts a NaN into the gradient: so every update refuses it, on whichever device it is made.
// confusion (may be null): classes x classes counts (int64, on the device), row = label. A label >= classes is
// undefined. scratch: on CUDA kLossScratch doubles on the device, through which sums get one order; unused on the CPU.
inline constexpr int kLossScratch = 512;
void softmaxLoss(ExecutionContext context, const float* logits, const std::uint8_t* labels, std::int64_t rows,
                 int classes, float* gradient, double* metrics, std::int64_t* confusion, float smoothing = 0,
                 double* scratch = nullptr, const float* classWeights = nullptr, const float* ownShares = nullptr);

// Inverted dropout keyed by (seed, layer, epoch, id, unit), where ids are the draws of an epoch (feed/feed.h): the mask
// does not depend on towers, feed or order.
// In place: values[row * units + unit] is zeroed when dropped, else multiplied by 1 / (1 - fraction). The same call on
// the gradient applies the same mask.
struct DropoutKey {
    std::uint64_t seed = 0;
    std::uint32_t layer = 0;
    const std::uint32_t* epoch = nullptr; // on the device: a captured step finds that of its own there
};
template <typename T>
void dropout(ExecutionContext context, T* values, const std::int64_t* imageIds, std::int64_t rows, std::int64_t units,
             float fraction, DropoutKey key);

// out = sum over i of scales[i] * in[i], for floats [begin, end). out may be in[0]. scales is host memory on both
// places. Order of summation is 0, 1, 2, ...: the same bits every time.
void weightedSum(ExecutionContext context, float* out, const float* const* in, const float* scales, int terms,
                 std::int64_t begin, std::int64_t end);

} // namespace belfry
