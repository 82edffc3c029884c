// An Architecture checked against a data set's size, channels and classes: shapes, parameters and work per layer, and
// the fixed place of every parameter in the flat vector. The order depends on the Architecture alone, never on the
// device or on how it is lowered, so weights travel between CPU and CUDA and hashes compare. Plain values; any thread.
#pragma once

#include "core/base/text.h"
#include "core/data/dataset.h"
#include "core/model/architecture.h"
#include "core/model/input.h"
#include "core/model/network_graph.h"
#include "core/model/precision.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

// Activation sizes: height x width x channels; a flat vector of n is 1 x 1 x n.
struct TensorShape {
    int height = 1;
    int width = 1;
    int channels = 1;
    std::int64_t elements() const { return std::int64_t{height} * width * channels; }
    std::string text() const; // "28x28x1"
    bool operator==(const TensorShape&) const = default;
};

// A contiguous run of the flat vector, aligned to 256 bytes. Unused floats between slices are zero and stay zero.
struct Slice {
    std::string name;        // "conv1.weight"
    std::size_t layer = 0;   // index into Blueprint::layers
    std::int64_t offset = 0; // in floats
    std::int64_t count = 0;  // floats
    std::vector<int> shape;  // convolution weights: out, height, width, in (OHWI); dense weights: out, in; class token:
                             // 1, out; positions: pixels, out; else: out
    double deviation = 0;    // weights: of the truncated normal they start with; 0: Glorot uniform
    double start = 0;        // all else: the value they start with
    double decay = 0;        // L2: the mean gradient gets decay x weights
    bool identity = false;   // convolution weights: the first filters start with one channel each, passed on
    double keep = 0;         // not trained, running averages: the share that stays at each step; 1: all of it
    std::int64_t fanIn = 1, fanOut = 1; // for Glorot
};

// The lines outside of a layer's picture, by side.
struct LayerPadding {
    int top = 0, left = 0, bottom = 0, right = 0;
    bool operator==(const LayerPadding&) const = default;
};

struct BlueprintLayer {
    Layer spec;
    std::string name;        // "conv1", "pool1", "dense3"
    std::vector<int> inputs; // whose outputs it gets, all of one shape: earlier layers, or kPicture
    std::string block;       // "residual 2": that it stands in, and which time; "": none
    std::size_t line = 0;    // of the architecture, from 0
    int recomputed = -1; // layers of one number keep nothing: backward computes them again. -1: it keeps what it needs
    TensorShape in, out;
    std::optional<LayerPadding> padding; // of kinds whose windows may reach over the picture, and of pad
    bool synchronised = false;           // its statistics are those of all towers
    std::int64_t parameters = 0;
    std::int64_t multiplyAdds = 0;                // one image, forward; each is two floating point operations
    std::int64_t kept = 0;                        // numbers that an image leaves for backward beside the output
    int weightSlice = -1, biasSlice = -1;         // indices into slices; -1: none. Norms: scale and offset
    int gateWeightSlice = -1, gateBiasSlice = -1; // squeeze-and-excite: of its sigmoid layer
    int meanSlice = -1, varianceSlice = -1;       // running averages of batch norm

    std::vector<int> slices() const; // those it has, in this order
    // In fp32. Activations: what one image leaves for backward; while that runs the gradient is as large again.
    std::int64_t parameterBytes() const { return parameters * 4; }
    std::int64_t activationBytes() const { return (out.elements() + kept) * 4; }
};

// The width of a kernel whose pixels are `dilation` apart.
std::int64_t dilatedKernel(int kernel, int dilation);

// TensorFlow's SAME: as many outputs as in / stride rounded up; of the lines outside, the odd one goes after.
struct SamePadding {
    int before = 0, after = 0;
    SamePadding(int in, int kernel, int stride);
};

struct Blueprint {
    Architecture architecture;
    ImageShape image; // of the data set, as bytes
    InputStage input; // what becomes of them before the first layer
    int classes = 0;
    std::vector<BlueprintLayer> layers;
    std::vector<Slice> slices;
    std::int64_t parameters = 0; // trainable numbers, and fixed weights
    // The flat vector: first what the optimizer trains, then the running averages of batch norm and fixed weights. In
    // the gradient the place of a running average holds the batch's own value (of a fixed weight: 0), so that the same
    // exchange averages both by images.
    std::int64_t trainableSize = 0; // floats, alignment included
    std::int64_t flatSize = 0;      // floats, alignment included
    std::int64_t multiplyAdds = 0;
    std::int64_t activationsPerImage = 0; // floats kept for backward

    std::int64_t activationBytes() const { return activationsPerImage * 4; } // in fp32, all layers of one image
    int synchronisedLayers() const;
    int usesOf(int output) const; // inputs of layers that are the output of this layer, or kPicture
    // Layers [first, end) are a line: each gets the output of the one before, which no other gets.
    bool isLine(std::size_t first, std::size_t end) const;
    // What a tower without images adds to the sums of synchronised layers, forward and then backward: zeros. Of those
    // from layer `first` on.
    std::vector<std::vector<double>> emptySums(std::size_t first = 0) const;
    // Bytes for weights, gradient, optimizer state and activations of one tower; an estimate, printed before a run.
    std::int64_t memoryEstimate(std::int64_t batchPerTower, int optimizerVectors,
                                Precision precision = Precision::Fp32) const;
};

// Throws Error(Usage) naming the layer, the shape it got and the one it needs. The first layer gets what the input
// stage makes of the images.
Blueprint makeBlueprint(const Architecture& architecture, const ImageShape& image, int classes,
                        const InputStage& input = {});

// For who edits a network: the layers that fit, and in `refusal` what makeBlueprint() throws (empty when all is well).
struct Fitting {
    Blueprint blueprint;
    Text refusal;
    std::size_t wrongLine = 0; // of the architecture, from 0; as many as there are: it is the end that is wrong
};
Fitting fitLayers(const Architecture& architecture, const ImageShape& image, int classes, const InputStage& input = {});

} // namespace belfry
