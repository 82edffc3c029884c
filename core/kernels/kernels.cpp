#include "core/kernels/kernels.h"

#include "core/kernels/chunks.h"
#include "core/kernels/cuda_kernels.h"
#include "core/kernels/dropout_hash.h"

#include <cmath>
#include <limits>

namespace belfry {
namespace {

template <typename T>
BELFRY_CLONES void normaliseRange(const std::uint8_t* in, T* out, std::int64_t first, std::int64_t last, float scale,
                                  float shift) {
    for (std::int64_t i = first; i < last; ++i)
        store(static_cast<float>(in[i]) * scale + shift, out[i]);
}

BELFRY_CLONES void roundRange(const float* in, Bf16* out, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
        store(in[i], out[i]);
}

BELFRY_CLONES void roundRange(const float* in, float* out, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i) {
        Bf16 rounded;
        store(in[i], rounded);
        out[i] = toFloat(rounded);
    }
}

template <typename T>
BELFRY_CLONES void dropoutRow(T* row, std::int64_t units, std::uint64_t key, std::uint32_t threshold, float keepScale) {
    for (std::int64_t unit = 0; unit < units; ++unit)
        store(dropoutBits(key, static_cast<std::uint32_t>(unit)) < threshold ? 0.0f : toFloat(row[unit]) * keepScale,
              row[unit]);
}

BELFRY_CLONES void scaleRange(float* out, const float* in, float scale, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
        out[i] = scale * in[i];
}

BELFRY_CLONES void addScaledRange(float* out, const float* in, float scale, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
        out[i] += scale * in[i];
}

// What a row of logits is compared with: two labels by their shares, whose sum is 1. Equal ones: a single label.
struct RowTruth {
    int label = 0, other = 0;
    double share = 1;                  // of `label`
    float weight = 0, otherWeight = 0; // of their gradients
    int larger() const { return share >= 0.5 ? label : other; }
};

// A label without a share is left out: its loss may be infinite.
RowTruth truthOf(const std::uint8_t* labels, std::int64_t row, const float* ownShares, const float* classWeights,
                 float rowWeight) {
    RowTruth truth{labels[row], labels[row]};
    const auto weigh = [&](int label) { return classWeights ? rowWeight * classWeights[label] : rowWeight; };
    if (ownShares && ownShares[row] < 1) {
        truth.share = static_cast<double>(ownShares[row]);
        truth.other = labels[row + 1];
        if (truth.share == 0)
            truth.label = truth.other;
    }
    const bool single = truth.label == truth.other;
    truth.weight = single ? weigh(truth.label) : static_cast<float>(truth.share) * weigh(truth.label);
    truth.otherWeight = single ? 0.0f : static_cast<float>(1 - truth.share) * weigh(truth.other);
    return truth;
}

// One row of softmax cross-entropy; returns the loss, sets answer to the arg-max. NaN logits give a NaN loss.
double softmaxRow(const float* logits, int classes, const RowTruth& truth, float* gradient, double smoothing,
                  int& answer) {
    const double others = smoothing / classes, own = 1.0 - smoothing + others;
    answer = 0;
    for (int c = 1; c < classes; ++c)
        if (logits[c] > logits[answer])
            answer = c;
    const double top = logits[answer];
    double sum = 0;
    for (int c = 0; c < classes; ++c)
        sum += std::exp(logits[c] - top);
    if (gradient)
        for (int c = 0; c < classes; ++c) {
            const double part = std::exp(logits[c] - top) / sum;
            gradient[c] = truth.weight * static_cast<float>(part - (c == truth.label ? own : others)) +
                          truth.otherWeight * static_cast<float>(part - (c == truth.other ? own : others));
        }
    double height = logits[truth.label] - top; // in this order: nothing cancels for huge logits
    if (truth.other != truth.label)
        height = truth.share * height + (1 - truth.share) * (logits[truth.other] - top);
    const double loss = std::log(sum) - height;
    if (gradient && !std::isfinite(loss))
        gradient[truth.label] = std::numeric_limits<float>::quiet_NaN();
    return loss;
}

} // namespace

template <typename T>
void normaliseImages(ExecutionContext context, const std::uint8_t* images, const std::int64_t* rows, std::int64_t count,
                     std::int64_t bytesPerImage, float scale, float shift, T* out) {
    if (context.cuda)
        return cuda::normaliseImages(context.stream, images, rows, count, bytesPerImage, scale, shift, out);
    if (!rows)
        return forChunks(
            0, count * bytesPerImage,
            [&](std::int64_t first, std::int64_t last) { normaliseRange(images, out, first, last, scale, shift); });
    forRowRanges(count, count * bytesPerImage, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t i = first; i < last; ++i)
            normaliseRange(images + rows[i] * bytesPerImage, out + i * bytesPerImage, 0, bytesPerImage, scale, shift);
    });
}

template <typename T>
void roundToBf16(ExecutionContext context, const float* in, T* out, std::int64_t count) {
    if (context.cuda)
        return cuda::roundToBf16(context.stream, in, out, count);
    forChunks(0, count, [&](std::int64_t first, std::int64_t last) { roundRange(in, out, first, last); });
}

void softmaxLoss(ExecutionContext context, const float* logits, const std::uint8_t* labels, std::int64_t rows,
                 int classes, float* gradient, double* metrics, std::int64_t* confusion, float smoothing,
                 double* scratch, const float* classWeights, const float* ownShares) {
    if (context.cuda)
        return cuda::softmaxLoss(context.stream, logits, labels, rows, classes, gradient, metrics, confusion, smoothing,
                                 scratch, classWeights, ownShares);
    const float rowWeight = rows > 0 ? 1.0f / static_cast<float>(rows) : 0.0f;
    metrics[0] = metrics[1] = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        int answer = 0;
        const RowTruth truth = truthOf(labels, row, ownShares, classWeights, rowWeight);
        metrics[0] += softmaxRow(logits + row * classes, classes, truth, gradient ? gradient + row * classes : nullptr,
                                 smoothing, answer);
        metrics[1] += answer == truth.larger() ? 1.0 : 0.0;
        if (confusion)
            ++confusion[std::int64_t{truth.larger()} * classes + answer];
    }
}

template <typename T>
void dropout(ExecutionContext context, T* values, const std::int64_t* imageIds, std::int64_t rows, std::int64_t units,
             float fraction, DropoutKey key) {
    if (context.cuda)
        return cuda::dropout(context.stream, values, imageIds, rows, units, fraction, key);
    const std::uint32_t threshold = dropoutThreshold(fraction);
    const float keepScale = 1.0f / (1.0f - fraction);
    forRowRanges(rows, rows * units, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t row = first; row < last; ++row)
            dropoutRow(values + row * units, units,
                       dropoutImageKey(key.seed, key.layer, *key.epoch, static_cast<std::uint64_t>(imageIds[row])),
                       threshold, keepScale);
    });
}

void weightedSum(ExecutionContext context, float* out, const float* const* in, const float* scales, int terms,
                 std::int64_t begin, std::int64_t end) {
    if (context.cuda)
        return cuda::weightedSum(context.stream, context.halted, out, in, scales, terms, begin, end);
    if (isHalted(context.halted))
        return;
    forChunks(begin, end, [&](std::int64_t first, std::int64_t last) {
        scaleRange(out, in[0], scales[0], first, last);
        for (int t = 1; t < terms; ++t)
            addScaledRange(out, in[t], scales[t], first, last);
    });
}

#define BELFRY_INSTANTIATE(T)                                                                                          \
    template void normaliseImages(ExecutionContext, const std::uint8_t*, const std::int64_t*, std::int64_t,            \
                                  std::int64_t, float, float, T*);                                                     \
    template void roundToBf16(ExecutionContext, const float*, T*, std::int64_t);                                       \
    template void dropout(ExecutionContext, T*, const std::int64_t*, std::int64_t, std::int64_t, float, DropoutKey);
BELFRY_INSTANTIATE(float)
BELFRY_INSTANTIATE(Bf16)

} // namespace belfry
