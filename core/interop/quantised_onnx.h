// A quantised network as an ONNX model: a QuantizeLinear and a DequantizeLinear before each quantised layer, and a
// DequantizeLinear behind its weights and biases (the QDQ form of ONNX Runtime). No state; any thread.
#pragma once

#include "core/formats/onnx.h"
#include "core/interop/quantised_network.h"

namespace belfry {

// Inputs and outputs as of onnxModel().
OnnxModel quantisedOnnx(const QuantisedNetwork& network);

} // namespace belfry
