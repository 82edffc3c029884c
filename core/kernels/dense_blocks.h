// What dense layers consist of, in either way of multiplying: blocks of 32 images by 32 units; 1x1 convolutions take
// some of it. Internal to the kernels.
#pragma once

#include "core/kernels/bf16.h"
#include "core/kernels/chunks.h"
#include "core/kernels/dense.h"
#include "core/kernels/dropout_hash.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace belfry {

// A panel's images, or a panel of units of theirs.
using DenseBlock = std::array<float, std::size_t{kPanel} * kPanel>;

// What is done to the sums of a panel of images, unit after unit.
struct DenseEpilogue {
    const float* bias = nullptr; // of the units; null: without
    bool relu = false;
    // Of the panel's images; null: nothing is dropped.
    const std::uint32_t *keys = nullptr, *upperKeys = nullptr;
    std::uint32_t firstUnit = 0, threshold = 0;
    float keepScale = 1;
};

// By one thread. Rows are [images][units] at `stride`, columns [units][32 images].
template <typename T>
struct DenseKernels {
    void (*toColumns)(const T* rows, std::int64_t stride, int images, int units, float* columns);
    // Of gradients, which pass where `out` is above zero, multiplied by `scale`. A NaN there passes.
    void (*gradientToColumns)(const T* rows, const T* out, float scale, std::int64_t stride, int images, int units,
                              float* columns);
    void (*toRows)(const float* columns, int images, int units, T* rows, std::int64_t stride);
    // Rows of up to 32 units -> [images][32].
    void (*toPanel)(const T* rows, std::int64_t stride, std::int64_t images, int units, float* panel);
    void (*applyEpilogue)(const DenseEpilogue& epilogue, int images, int units, float* columns);
    // Sums over the images of each unit: columns [panels][units][32].
    void (*sumColumns)(std::int64_t panels, std::int64_t units, const float* columns, float* sums);
};
// For this processor.
template <typename T>
DenseKernels<T> denseKernels();

// The two passes of dense.h with operands in bf16, where the processor multiplies pairs of them (panels.h).
bool multipliesPairs(const DenseWork& work);
void densePairsForward(const DenseWork& work, const Bf16* in, const float* weights, const float* bias,
                       const std::int64_t* imageIds, DropoutKey key, float* columns, Bf16* out);
void densePairsBackward(const DenseWork& work, const Bf16* in, const Bf16* out, const Bf16* outGradient,
                        const float* weights, float* columns, const DenseGradients<Bf16>& gradients);

// Panels of units by panels of images, shared out. A panel of units, and the weights that it reads, is one core's where
// there are enough of them.
struct DenseShares {
    static constexpr std::int64_t kMinTasks = 8; // so that whoever is free finds one

    DenseShares(std::int64_t units, std::int64_t images)
        : ofUnits(panelsOf(units)), ofImages(panelsOf(images)),
          parts(std::min(ofImages, (kMinTasks - 1) / std::max<std::int64_t>(ofUnits, 1) + 1)) {}
    std::int64_t count() const { return ofUnits * parts; }
    std::int64_t unitPanel(std::int64_t share) const { return share % ofUnits; }
    // Calls body(panel of images) for those of a share.
    template <typename Body>
    void overImages(std::int64_t share, const Body& body) const {
        const std::int64_t part = share / ofUnits;
        for (std::int64_t panel = ofImages * part / parts; panel < ofImages * (part + 1) / parts; ++panel)
            body(panel);
    }

    std::int64_t ofUnits, ofImages, parts;
};

// Calls body(panel of units, panel of images) for all.
template <typename Body>
void forBlocks(std::int64_t units, std::int64_t images, std::int64_t numbers, const Body& body) {
    const DenseShares shares(units, images);
    forEach(shares.count(), numbers, [&](std::int64_t share) {
        shares.overImages(share, [&](std::int64_t panel) { body(shares.unitPanel(share), panel); });
    });
}

// The keys of all images, the lower halves before the upper ones, of whole panels.
inline std::vector<std::uint32_t> keysOf(std::int64_t images, const std::int64_t* imageIds, DropoutKey key) {
    const auto all = static_cast<std::size_t>(panelsOf(images) * kPanel);
    std::vector<std::uint32_t> keys(2 * all);
    for (std::size_t i = 0; i < static_cast<std::size_t>(images); ++i) {
        const std::uint64_t imageKey =
            dropoutImageKey(key.seed, key.layer, *key.epoch, static_cast<std::uint64_t>(imageIds[i]));
        keys[i] = static_cast<std::uint32_t>(imageKey);
        keys[all + i] = static_cast<std::uint32_t>(imageKey >> 32);
    }
    return keys;
}

inline float keepScale(const DenseWork& work) { return 1.0F / (1.0F - work.fraction); }

// The outputs from their sums, which multiply(unit panel, image panel, units, images, sums) makes of a block.
template <typename T, typename Multiply>
void forwardBlocks(const DenseWork& work, const float* bias, const std::int64_t* imageIds, DropoutKey key, T* out,
                   const Multiply& multiply) {
    const DenseKernels<T> kernels = denseKernels<T>();
    const bool drops = work.fraction > 0;
    const std::vector<std::uint32_t> keys = drops ? keysOf(work.images, imageIds, key) : std::vector<std::uint32_t>();
    forBlocks(work.units, work.images, work.products(), [&](std::int64_t unitPanel, std::int64_t panel) {
        const int images = columnsOf(work.images, panel), units = columnsOf(work.units, unitPanel);
        const std::int64_t firstUnit = unitPanel * kPanel;
        DenseBlock sums;
        multiply(unitPanel, panel, units, images, sums.data());
        DenseEpilogue epilogue{.bias = bias ? bias + firstUnit : nullptr, .relu = work.relu};
        if (drops) {
            epilogue.keys = keys.data() + panel * kPanel;
            epilogue.upperKeys = epilogue.keys + keys.size() / 2;
            epilogue.firstUnit = static_cast<std::uint32_t>(firstUnit);
            epilogue.threshold = dropoutThreshold(work.fraction);
            epilogue.keepScale = keepScale(work);
        }
        kernels.applyEpilogue(epilogue, images, units, sums.data());
        kernels.toRows(sums.data(), images, units, out + panel * kPanel * work.units + firstUnit, work.units);
    });
}

// The outputs' gradient before the ReLU and dropout as columns; calls done(unit panel, image panel) after each block.
template <typename T, typename Done>
void gradientColumns(const DenseWork& work, const T* out, const T* outGradient, float* columns, const Done& done) {
    const DenseKernels<T> kernels = denseKernels<T>();
    forBlocks(work.units, work.images, work.images * work.units, [&](std::int64_t unitPanel, std::int64_t panel) {
        const int images = columnsOf(work.images, panel), units = columnsOf(work.units, unitPanel);
        const std::int64_t at = panel * kPanel * work.units + unitPanel * kPanel;
        float* to = columns + (panel * work.units + unitPanel * kPanel) * kPanel;
        if (work.relu)
            kernels.gradientToColumns(outGradient + at, out + at, keepScale(work), work.units, images, units, to);
        else
            kernels.toColumns(outGradient + at, work.units, images, units, to);
        done(unitPanel, panel);
    });
}

// The gradients from columns of the outputs' gradient: ofWeights(panel of inputs) and ofInput(shares, share). All at
// once: where threads wait for one another, time is lost.
template <typename T, typename OfWeights, typename OfInput>
void gradientsOf(const DenseWork& work, const float* columns, const DenseGradients<T>& gradients,
                 const OfWeights& ofWeights, const OfInput& ofInput) {
    const DenseShares shares(work.inputs, work.images);
    const std::int64_t panels = panelsOf(work.inputs), inputShares = gradients.in ? shares.count() : 0;
    forEach(panels + inputShares + 1, work.products(), [&](std::int64_t task) {
        if (task < panels)
            ofWeights(task);
        else if (task < panels + inputShares)
            ofInput(shares, task - panels);
        else if (gradients.bias)
            denseKernels<T>().sumColumns(shares.ofImages, work.units, columns, gradients.bias);
    });
}

} // namespace belfry
