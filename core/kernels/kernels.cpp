#include "core/kernels/kernels.h"

#include "core/kernels/cuda_kernels.h"
#include "core/kernels/dropout_hash.h"

#include <algorithm>
#include <cmath>

// Loops are compiled for three instruction sets and chosen when the program loads. Sanitizers run before the choice
// can be made, so they get one plain version.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__x86_64__)
#define BELFRY_CLONES
#else
#define BELFRY_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#endif

namespace belfry {
namespace {

// Below this many floats a loop is not worth waking the OpenMP team.
constexpr std::int64_t kParallelFrom = 1 << 15;
constexpr std::int64_t kChunk = 1 << 13;

// Calls body(first, last) for chunks of [begin, end), in parallel when it pays.
template <typename Body>
void forChunks(std::int64_t begin, std::int64_t end, const Body& body) {
    if (end - begin < kParallelFrom) {
        body(begin, end);
        return;
    }
#pragma omp parallel for schedule(static)
    for (std::int64_t first = begin; first < end; first += kChunk)
        body(first, std::min(first + kChunk, end));
}

BELFRY_CLONES void normaliseRange(const std::uint8_t* in, float* out, std::int64_t first, std::int64_t last,
                                  float scale, float shift) {
    for (std::int64_t i = first; i < last; ++i)
        out[i] = static_cast<float>(in[i]) * scale + shift;
}

BELFRY_CLONES void dropoutRow(float* row, std::int64_t units, std::uint64_t key, std::uint32_t threshold,
                              float keepScale) {
    for (std::int64_t unit = 0; unit < units; ++unit)
        row[unit] = dropoutBits(key, static_cast<std::uint32_t>(unit)) < threshold ? 0.0f : row[unit] * keepScale;
}

BELFRY_CLONES void scaleRange(float* out, const float* in, float scale, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
        out[i] = scale * in[i];
}

BELFRY_CLONES void addScaledRange(float* out, const float* in, float scale, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
        out[i] += scale * in[i];
}

BELFRY_CLONES void adamRange(float* w, const float* g, float* m, float* v, std::int64_t first, std::int64_t last,
                             AdamFactors f) {
    const float stepSize = static_cast<float>(f.rate / f.correction1);
    const float rootCorrection = static_cast<float>(1.0 / std::sqrt(f.correction2));
    for (std::int64_t i = first; i < last; ++i) {
        m[i] = f.beta1 * m[i] + f.rest1 * g[i];
        v[i] = f.beta2 * v[i] + f.rest2 * g[i] * g[i];
        w[i] -= stepSize * m[i] / (std::sqrt(v[i]) * rootCorrection + f.epsilon);
    }
}

BELFRY_CLONES void momentumRange(float* w, const float* g, float* a, std::int64_t first, std::int64_t last, float rate,
                                 float momentum, bool nesterov) {
    for (std::int64_t i = first; i < last; ++i) {
        a[i] = momentum * a[i] + g[i];
        w[i] -= rate * (nesterov ? g[i] + momentum * a[i] : a[i]);
    }
}

// One row of softmax cross-entropy; returns the loss, sets answer to the arg-max. NaN logits give a NaN loss.
double softmaxRow(const float* logits, int classes, int label, float* gradient, float rowWeight, int& answer) {
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
            gradient[c] = rowWeight * static_cast<float>(std::exp(logits[c] - top) / sum - (c == label ? 1.0 : 0.0));
    return std::log(sum) - (logits[label] - top); // in this order: nothing cancels for huge logits
}

} // namespace

void normaliseImages(Place place, const std::uint8_t* images, std::int64_t count, std::int64_t bytesPerImage,
                     float scale, float shift, float* out) {
    if (place.cuda)
        return cuda::normaliseImages(place.stream, images, count, bytesPerImage, scale, shift, out);
    forChunks(0, count * bytesPerImage,
              [&](std::int64_t first, std::int64_t last) { normaliseRange(images, out, first, last, scale, shift); });
}

void softmaxLoss(Place place, const float* logits, const std::uint8_t* labels, std::int64_t rows, int classes,
                 float* gradient, double* metrics, std::int64_t* confusion) {
    if (place.cuda)
        return cuda::softmaxLoss(place.stream, logits, labels, rows, classes, gradient, metrics, confusion);
    const float rowWeight = rows > 0 ? 1.0f / static_cast<float>(rows) : 0.0f;
    for (std::int64_t row = 0; row < rows; ++row) {
        int answer = 0;
        metrics[0] += softmaxRow(logits + row * classes, classes, labels[row],
                                 gradient ? gradient + row * classes : nullptr, rowWeight, answer);
        metrics[1] += answer == labels[row] ? 1.0 : 0.0;
        if (confusion)
            ++confusion[std::int64_t{labels[row]} * classes + answer];
    }
}

void dropout(Place place, float* values, const std::int64_t* imageIds, std::int64_t rows, std::int64_t units,
             float fraction, DropoutKey key) {
    if (place.cuda)
        return cuda::dropout(place.stream, values, imageIds, rows, units, fraction, key);
    const std::uint32_t threshold = dropoutThreshold(fraction);
    const float keepScale = 1.0f / (1.0f - fraction);
#pragma omp parallel for schedule(static) if (rows * units >= kParallelFrom)
    for (std::int64_t row = 0; row < rows; ++row)
        dropoutRow(values + row * units, units,
                   dropoutImageKey(key.seed, key.layer, key.epoch, static_cast<std::uint64_t>(imageIds[row])),
                   threshold, keepScale);
}

void weightedSum(Place place, float* out, const float* const* in, const float* scales, int terms, std::int64_t begin,
                 std::int64_t end) {
    if (place.cuda)
        return cuda::weightedSum(place.stream, out, in, scales, terms, begin, end);
    forChunks(begin, end, [&](std::int64_t first, std::int64_t last) {
        scaleRange(out, in[0], scales[0], first, last);
        for (int t = 1; t < terms; ++t)
            addScaledRange(out, in[t], scales[t], first, last);
    });
}

void adamUpdate(Place place, float* weights, const float* gradient, float* m, float* v, std::int64_t begin,
                std::int64_t end, AdamFactors factors) {
    if (place.cuda)
        return cuda::adamUpdate(place.stream, weights, gradient, m, v, begin, end, factors);
    forChunks(begin, end,
              [&](std::int64_t first, std::int64_t last) { adamRange(weights, gradient, m, v, first, last, factors); });
}

void momentumUpdate(Place place, float* weights, const float* gradient, float* accumulator, std::int64_t begin,
                    std::int64_t end, float rate, float momentum, bool nesterov) {
    if (place.cuda)
        return cuda::momentumUpdate(place.stream, weights, gradient, accumulator, begin, end, rate, momentum, nesterov);
    forChunks(begin, end, [&](std::int64_t first, std::int64_t last) {
        if (momentum == 0.0f)
            addScaledRange(weights, gradient, -rate, first, last);
        else
            momentumRange(weights, gradient, accumulator, first, last, rate, momentum, nesterov);
    });
}

} // namespace belfry
