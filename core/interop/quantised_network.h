// A network whose convolutions and dense layers multiply 8-bit integers: weights int8, symmetric, with a scale for each
// output channel; what goes into a layer uint8 with one scale and zero point; biases int32. All else stays fp32. The
// numbers are kept as floats that are exactly those of the integers, so that the engine's own operators compute what
// integer ones would. Free of torch.
#pragma once

#include "core/data/dataset.h"
#include "core/train/snapshot.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace belfry {

// What goes into a layer: number = scale x (byte - zero).
struct InputScale {
    std::string layer; // its name
    float scale = 1;
    std::uint8_t zero = 0;
    std::vector<float> means; // over pictures and pixels, by channel; of a dense layer by what it gets
};

struct QuantisedNetwork {
    Snapshot snapshot;                            // batch norms folded (folded_norms.h), weights and biases rounded
    std::vector<InputScale> inputs;               // of each quantised layer, in the order of the layers
    std::vector<std::size_t> layers;              // their indices into snapshot.blueprint->layers
    std::vector<std::vector<float>> weightScales; // of each, by output channel
};

// Of a layer's inputs over the calibration pictures.
struct InputFigures {
    float least = 0, largest = 0;
    std::vector<float> means; // as of InputScale
};

// The layers of a folded network that are quantised: convolutions, depthwise ones and dense layers.
std::vector<std::size_t> quantisedLayers(const Blueprint& folded);
// How many means such a layer's input has.
std::int64_t inputMeans(const BlueprintLayer& layer);

// The figures of what goes into these layers, over the training pictures `ids`. onPictures(): how many of them are
// done; false ends it, with none. Blocks for the disk and the processor. Throws Error(Data) for numbers that are not
// finite.
std::vector<InputFigures> inputFigures(const Snapshot& folded, const ImageStore& pictures,
                                       std::span<const std::int64_t> ids,
                                       const std::function<bool(std::int64_t done)>& onPictures);
InputScale scaleOf(std::string layer, InputFigures figures);

// Rounds a folded network. inputs: of quantisedLayers(), in their order. What the rounded weights add to the mean of an
// output is taken from its bias (bias correction: Nagel et al. 2019, section 4.2): the few weights of a depthwise
// output do not cancel each other's errors, and the next layer would get them in every pixel.
QuantisedNetwork quantised(Snapshot folded, std::vector<InputScale> inputs);

// images: bytes of the blueprint's image shape one after another. Returns logits, images x classes. On the CPU with
// the calling thread and its helpers.
std::vector<float> quantisedLogits(const QuantisedNetwork& network, std::span<const std::uint8_t> images);

} // namespace belfry
