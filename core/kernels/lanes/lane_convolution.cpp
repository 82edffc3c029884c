#include "core/kernels/lanes/lane_convolution.h"

#include "core/base/error.h"
#include "core/kernels/lanes/lane_kernels.h"

#include <algorithm>
#include <string>

namespace belfry::lanes {
namespace {

std::size_t positive(int value) { return std::size_t(std::max(0, value)); }

std::size_t plane(int height, int width) { return positive(height) * positive(width) * kLanes; }

std::size_t aligned(std::size_t floats) { return (floats + 15) / 16 * 16; } // 64 bytes

void require(bool holds, const char* name, int found, const std::string& expected) {
    if (!holds)
        throw usageError(Text::tr("lane convolution: %1 is %2, expected %3; change the layer or its input",
                                  std::string(name), found, expected));
}

// The kernels count weights and values of one image in int.
void checkCounts(const LaneConvolution& shape) {
    constexpr std::int64_t kMaxChannels = 1 << 26;
    const std::int64_t margin = 2 * std::int64_t{shape.kernel};
    const std::int64_t values =
        std::max(shape.inChannels, shape.filters) * (shape.inHeight + margin) * (shape.inWidth + margin);
    if (values > kMaxChannels || std::int64_t(shape.weights()) > kMaxChannels)
        throw usageError(Text::tr("lane convolution: %1 values of one image and %2 weights, expected at most %3 of "
                                  "each; use fewer channels or smaller images",
                                  values, shape.weights(), kMaxChannels));
}

Planes borderedInput(const LaneConvolution& shape, const float* data) {
    return {data, shape.inChannels, shape.inHeight, shape.inWidth, shape.padding};
}

// The gradient as the convolution gave it, with the zeros that its own convolution needs.
Planes borderedGradient(const LaneConvolution& shape, const float* data, bool wantsInput) {
    const int border = wantsInput ? shape.kernel - 1 - shape.padding : 0;
    return {data, shape.filters, shape.convHeight(), shape.convWidth(), border};
}

std::size_t floatsOf(const Planes& planes) { return std::size_t(planes.channels) * planes.planeStride(); }

// Packed weights and scratch are each cut into parts.
struct PackedParts {
    std::size_t forward, flipped, tables, end;
    explicit PackedParts(const LaneConvolution& shape) {
        forward = 0;
        flipped = aligned(shape.weights());
        tables = flipped + aligned(shape.weights());
        end = tables + pooledTableFloats(shape);
    }
};

struct ScratchParts {
    std::size_t bordered, masked, gradient, end;
    explicit ScratchParts(const LaneConvolution& shape) {
        const std::size_t planes = floatsOf(borderedInput(shape, nullptr));
        bordered = 0;
        masked = shape.padding > 0 ? planes : 0;
        gradient = masked + shape.outFloats();
        end = gradient + std::max(planes, floatsOf(borderedGradient(shape, nullptr, true)));
    }
};

Planes withBorder(const LaneConvolution& shape, const float* in, float* scratch) {
    Planes planes = borderedInput(shape, in);
    if (shape.padding > 0) {
        planes.data = scratch + ScratchParts(shape).bordered;
        addBorder(in, planes, scratch + ScratchParts(shape).bordered);
    }
    return planes;
}

void selectedGradients(const LaneConvolution& shape, const LaneBackward& pass, const Planes& in, const float* masked) {
    const float* tables = pass.packed + PackedParts(shape).tables;
    float* gradIn = pass.gradIn && shape.padding > 0 ? pass.scratch + ScratchParts(shape).gradient : pass.gradIn;
    pooledGradient({in, shape.kernel, shape.filters, shape.outHeight(), shape.outWidth(), masked, pass.argmax,
                    pass.laned, tables, gradIn});
    if (gradIn != pass.gradIn)
        removeBorder(borderedInput(shape, gradIn), pass.gradIn);
}

void denseGradients(const LaneConvolution& shape, const LaneBackward& pass, const Planes& in, const float* masked) {
    float* data = pass.scratch + ScratchParts(shape).gradient;
    const Planes gradient = borderedGradient(shape, data, pass.gradIn != nullptr);
    if (shape.pool)
        unpool(masked, pass.argmax, shape.outHeight(), shape.outWidth(), gradient, data);
    else
        addBorder(masked, gradient, data);
    weightGradient({in, gradient, shape.kernel, pass.laned});
    if (pass.gradIn) {
        const float* taps = pass.packed + PackedParts(shape).flipped;
        convolve({gradient, shape.kernel, shape.inChannels, taps, nullptr, false, false, pass.gradIn, nullptr});
    }
}

} // namespace

std::size_t LaneConvolution::weights() const {
    return positive(filters) * positive(kernel) * positive(kernel) * positive(inChannels);
}
std::size_t LaneConvolution::inFloats() const { return positive(inChannels) * plane(inHeight, inWidth); }
std::size_t LaneConvolution::outFloats() const { return positive(filters) * plane(outHeight(), outWidth()); }
std::size_t LaneConvolution::argmaxBytes() const { return pool ? outFloats() : 0; }
std::size_t LaneConvolution::packedFloats() const { return PackedParts(*this).end; }
std::size_t LaneConvolution::lanedFloats() const { return (weights() + positive(filters)) * kLanes; }
std::size_t LaneConvolution::scratchFloats() const { return ScratchParts(*this).end; }
std::int64_t LaneConvolution::multiplyAdds() const {
    return std::int64_t(weights()) * std::max(0, convHeight()) * std::max(0, convWidth());
}

void check(const LaneConvolution& shape) {
    constexpr int kMaxChannels = 1 << 12;
    const auto within = [](int value) { return value >= 1 && value <= kMaxChannels; };
    const std::string range = "1 to " + std::to_string(kMaxChannels);
    require(within(shape.inChannels), "the number of input channels", shape.inChannels, range);
    require(within(shape.inHeight), "the input's height", shape.inHeight, range);
    require(within(shape.inWidth), "the input's width", shape.inWidth, range);
    require(within(shape.filters), "the number of filters", shape.filters, range);
    require(shape.kernel >= 1 && shape.kernel <= 64, "the kernel's size", shape.kernel, "1 to 64");
    require(shape.padding >= 0 && shape.padding < shape.kernel, "the padding", shape.padding,
            "0 to the kernel's size less one");
    const int minSize = shape.pool ? 2 : 1;
    require(shape.convHeight() >= minSize, "the output's height before the pool", shape.convHeight(),
            "at least " + std::to_string(minSize));
    require(shape.convWidth() >= minSize, "the output's width before the pool", shape.convWidth(),
            "at least " + std::to_string(minSize));
    checkCounts(shape);
}

void pack(const LaneConvolution& shape, const float* weights, float* packed) {
    const PackedParts parts(shape);
    const int k = shape.kernel, channels = shape.inChannels, filters = shape.filters;
    const float* weight = weights;
    for (int i = 0; i < filters * k * k; ++i) {
        const int f = i / (k * k), tap = i % (k * k);
        for (int c = 0; c < channels; ++c, ++weight) {
            packed[parts.forward + std::size_t((c * k * k + tap) * filters + f)] = *weight;
            packed[parts.flipped + std::size_t((f * k * k + k * k - 1 - tap) * channels + c)] = *weight;
        }
    }
    pooledTables(shape, weights, packed + parts.tables);
}

void forward(const LaneConvolution& shape, const float* in, const float* packed, const float* bias, float* out,
             std::uint8_t* argmax, float* scratch) {
    const float* taps = packed + PackedParts(shape).forward;
    convolve(
        {withBorder(shape, in, scratch), shape.kernel, shape.filters, taps, bias, shape.relu, shape.pool, out, argmax});
}

void backward(const LaneConvolution& shape, const LaneBackward& pass) {
    const Planes in = withBorder(shape, pass.in, pass.scratch);
    float* masked = pass.scratch + ScratchParts(shape).masked;
    maskGradient({shape.filters, shape.outHeight() * shape.outWidth(), shape.relu, pass.gradOut, pass.out, masked,
                  pass.laned + shape.weights() * kLanes});
    if (shape.pool && hasPooledGradient(shape.kernel))
        selectedGradients(shape, pass, in, masked);
    else
        denseGradients(shape, pass, in, masked);
}

void foldGradient(const LaneConvolution& shape, const float* laned, float* gradWeights, float* gradBias) {
    const std::size_t weights = shape.weights();
    foldLanes(laned, weights, gradWeights);
    foldLanes(laned + weights * kLanes, positive(shape.filters), gradBias);
}

GroupRange chunkOfGroups(int groups, int chunks, int chunk) {
    const auto start = [&](int i) { return int(std::int64_t(groups) * i / chunks); };
    return {start(chunk), start(chunk + 1)};
}

} // namespace belfry::lanes
