// A snapshot as an ONNX model, the input stage of evaluation inside: bytes go in, logits and probabilities come out.
// No state; any thread.
#pragma once

#include "core/formats/onnx.h"
#include "core/formats/safetensors.h"
#include "core/train/snapshot.h"

namespace belfry {

// Input "images": uint8, N x height x width x channels, 0 to 255 (colours red, green, blue). Outputs "logits" and
// "probabilities": fp32, N x classes. `weights`: packageWeights() of the snapshot, which become constants by their
// names.
OnnxModel onnxModel(const Snapshot& snapshot, const SafetensorsFile& weights);

} // namespace belfry
