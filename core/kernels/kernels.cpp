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

// One row of softmax cross-entropy; returns the loss, sets answer to the arg-max. NaN logits give a NaN loss.
double softmaxRow(const float* logits, int classes, int label, float* gradient, float rowWeight, double smoothing,
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
        for (int c = 0; c < classes; ++c)
            gradient[c] = rowWeight * static_cast<float>(std::exp(logits[c] - top) / sum - (c == label ? own : others));
    const double loss = std::log(sum) - (logits[label] - top); // in this order: nothing cancels for huge logits
    if (gradient && !std::isfinite(loss))
        gradient[label] = std::numeric_limits<float>::quiet_NaN();
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
                 double* scratch, const float* classWeights) {
    if (context.cuda)
        return cuda::softmaxLoss(context.stream, logits, labels, rows, classes, gradient, metrics, confusion, smoothing,
                                 scratch, classWeights);
    const float rowWeight = rows > 0 ? 1.0f / static_cast<float>(rows) : 0.0f;
    metrics[0] = metrics[1] = 0;
    for (std::int64_t row = 0; row < rows; ++row) {
        int answer = 0;
        const float weight = classWeights ? rowWeight * classWeights[labels[row]] : rowWeight;
        metrics[0] += softmaxRow(logits + row * classes, classes, labels[row],
                                 gradient ? gradient + row * classes : nullptr, weight, smoothing, answer);
        metrics[1] += answer == labels[row] ? 1.0 : 0.0;
        if (confusion)
            ++confusion[std::int64_t{labels[row]} * classes + answer];
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
