// clang-format off
#include "core/kernels/lanes/targets.h"
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/kernels/pointwise.cpp"
#include <hwy/foreach_target.h> // this file once per instruction set; before any other of its headers
// clang-format on

#include "core/kernels/pointwise.h"

#include "core/kernels/channels_inl.h"
#include "core/kernels/chunks.h"
#include "core/kernels/dense_blocks.h"
#include "core/kernels/panels.h"

#include <algorithm>
#include <memory>

HWY_BEFORE_NAMESPACE();
namespace belfry::HWY_NAMESPACE {

void PointwiseBias(const float* bias, std::int64_t pixels, int channels, float* out) {
    for (std::int64_t pixel = 0; pixel < pixels; ++pixel)
        overChannels(
            channels,
            [&](auto d, int c) HWY_ATTR {
                float* at = out + pixel * channels + c;
                hn::StoreU(hn::Add(hn::LoadU(d, at), hn::LoadU(d, bias + c)), d, at);
            });
}

} // namespace belfry::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace belfry {
namespace {

HWY_EXPORT(PointwiseBias);

constexpr std::int64_t kMinTasks = 16;        // so that whoever is free finds one
constexpr std::int64_t kMaxPixels = 128;      // of a block: its rows stay in the core's cache
constexpr std::int64_t kMinPartPixels = 1024; // of sums of their own
constexpr std::int64_t kMaxParts = 16;
constexpr std::int64_t kRowsAtOnce = 8; // as products take them

using FloatArray = std::unique_ptr<float[]>;
FloatArray numbersFor(std::int64_t count) {
    return std::make_unique_for_overwrite<float[]>(static_cast<std::size_t>(count));
}

// out[rows][columns] = left[rows][depth] x right, the latter in panels. Calls done(first, last) after those rows.
template <typename Done>
void multiplyRows(std::int64_t rows, std::int64_t depth, std::int64_t columns, const float* left, const float* right,
                  float* out, const Done& done) {
    const std::int64_t wanted = (rows + kMinTasks - 1) / kMinTasks;
    const std::int64_t block =
        std::clamp((wanted + kRowsAtOnce - 1) / kRowsAtOnce * kRowsAtOnce, kRowsAtOnce, kMaxPixels);
    forEach((rows + block - 1) / block, rows * depth * columns, [&](std::int64_t i) {
        const std::int64_t first = i * block, count = std::min(block, rows - first);
        const LeftOperand operand{left + first * depth, depth, 1, kPanel};
        for (std::int64_t panel = 0; panel < panelsOf(columns); ++panel) {
            const int width = columnsOf(columns, panel);
            const float* const of = right + panel * depth * kPanel;
            float* const to = out + first * columns + panel * kPanel;
            if (width % kHalfPanel == 0) {
                multiplyPanel(count, depth, width, operand, of, to, columns);
                continue;
            }
            float sums[kMaxPixels * kPanel]; // what is written beyond the columns is not of this row
            multiplyPanel(count, depth, width, operand, of, sums);
            copyFromPanel(sums, count, width, to, columns);
        }
        done(first, first + count);
    });
}

// Parts of the pixels that have sums of their own: no more than are worth adding up.
std::int64_t partsOf(const PointwiseWork& work) {
    const std::int64_t tasks = (kMinTasks + panelsOf(work.inChannels) - 1) / panelsOf(work.inChannels);
    return std::clamp<std::int64_t>(std::min(tasks, work.pixels / kMinPartPixels), 1, kMaxParts);
}

} // namespace

void pointwise(const PointwiseWork& work, const float* in, const float* weights, const float* bias, float* out) {
    const std::int64_t panels = panelsOf(work.outChannels), numbers = work.inChannels * kPanel;
    const FloatArray right = numbersFor(panels * numbers);
    const auto toColumns = denseKernels<float>().toColumns;
    forEach(panels, panels * numbers, [&](std::int64_t panel) {
        for (std::int64_t of = 0; of < panelsOf(work.inChannels); ++of)
            toColumns(weights + panel * kPanel * work.inChannels + of * kPanel, work.inChannels,
                      columnsOf(work.outChannels, panel), columnsOf(work.inChannels, of),
                      right.get() + panel * numbers + of * kPanel * kPanel);
    });
    multiplyRows(work.pixels, work.inChannels, work.outChannels, in, right.get(), out,
                 [&](std::int64_t first, std::int64_t last) {
                     if (bias)
                         HWY_DYNAMIC_DISPATCH(PointwiseBias)
                     (bias, last - first, int(work.outChannels), out + first * work.outChannels);
                 });
}

void pointwiseInputGradient(const PointwiseWork& work, const float* outGradient, const float* weights,
                            float* inGradient) {
    const std::int64_t panels = panelsOf(work.inChannels), numbers = work.outChannels * kPanel;
    const FloatArray right = numbersFor(panels * numbers);
    forEach(panels, panels * numbers, [&](std::int64_t panel) {
        denseKernels<float>().toPanel(weights + panel * kPanel, work.inChannels, work.outChannels,
                                      columnsOf(work.inChannels, panel), right.get() + panel * numbers);
    });
    multiplyRows(work.pixels, work.outChannels, work.inChannels, outGradient, right.get(), inGradient,
                 [](std::int64_t, std::int64_t) {});
}

void pointwiseWeightGradient(const PointwiseWork& work, const float* in, const float* outGradient, float* gradient) {
    const std::int64_t panels = panelsOf(work.inChannels), parts = partsOf(work);
    const std::int64_t ofPanel = work.outChannels * kPanel, ofPart = panels * ofPanel;
    const FloatArray sums = numbersFor(parts * ofPart); // [part][in panel][out][32]
    const auto toPanel = denseKernels<float>().toPanel;
    forEach(
        parts * panels, work.pixels * work.inChannels * work.outChannels,
        [&](std::int64_t task) {
            const std::int64_t part = task / panels, panel = task % panels;
            const int columns = columnsOf(work.inChannels, panel);
            const std::int64_t last = work.pixels * (part + 1) / parts;
            float* const to = sums.get() + part * ofPart + panel * ofPanel;
            std::fill_n(to, ofPanel, 0.0F);
            float pixels[kMaxPixels * kPanel];
            for (std::int64_t first = work.pixels * part / parts; first < last; first += kMaxPixels) {
                const std::int64_t count = std::min(kMaxPixels, last - first);
                toPanel(in + first * work.inChannels + panel * kPanel, work.inChannels, count, columns, pixels);
                const std::int64_t stride = work.outChannels;
                addPanel(work.outChannels, count, columns, {outGradient + first * stride, 1, stride, kPanel * stride},
                         pixels, to);
            }
        });
    forEach(work.outChannels, parts * ofPart, [&](std::int64_t unit) {
        for (std::int64_t channel = 0; channel < work.inChannels; ++channel) {
            const float* of = sums.get() + channel / kPanel * ofPanel + unit * kPanel + channel % kPanel;
            float sum = 0;
            for (std::int64_t part = 0; part < parts; ++part)
                sum += of[part * ofPart];
            gradient[unit * work.inChannels + channel] = sum;
        }
    });
}

} // namespace belfry
#endif
