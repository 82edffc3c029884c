// A network whose convolutions and dense layers multiply 8-bit integers: weights int8, symmetric, with a scale for each
// output channel; what goes into a layer uint8 with one scale and zero point; biases int32. All else stays fp32. The
// numbers are kept as floats that are exactly those of the integers, so that the engine's own operators compute what
// integer ones would. Free of torch.
#pragma once

#include "core/data/dataset.h"
#include "core/train/snapshot.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace belfry {

// What goes into a layer: number = scale x (byte - zero).
struct InputScale {
    std::string layer; // its name
    float scale = 1;
    std::uint8_t zero = 0;
};

struct QuantisedNetwork {
    Snapshot snapshot;                            // batch norms folded (folded_norms.h), weights and biases rounded
    std::vector<InputScale> inputs;               // of each quantised layer, in the order of the layers
    std::vector<std::size_t> layers;              // their indices into snapshot.blueprint->layers
    std::vector<std::vector<float>> weightScales; // of each, by output channel
};

// Of a layer's inputs over the calibration pictures.
struct InputRange {
    float least = 0, largest = 0;
};

// The layers of a folded network that are quantised: convolutions, depthwise ones and dense layers.
std::vector<std::size_t> quantisedLayers(const Blueprint& folded);

// The ranges of what goes into these layers, over the training pictures `ids`. Blocks for the disk and the processor.
// Throws Error(Data) for numbers that are not finite.
std::vector<InputRange> inputRanges(const Snapshot& folded, const ImageStore& pictures,
                                    std::span<const std::int64_t> ids);
InputScale scaleOf(std::string layer, const InputRange& range);

// Rounds a folded network. inputs: of quantisedLayers(), in their order.
QuantisedNetwork quantised(Snapshot folded, std::vector<InputScale> inputs);

// images: bytes of the blueprint's image shape one after another. Returns logits, images x classes. On the CPU with
// the calling thread and its helpers.
std::vector<float> quantisedLogits(const QuantisedNetwork& network, std::span<const std::uint8_t> images);

} // namespace belfry
