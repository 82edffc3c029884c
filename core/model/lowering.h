// Turns a Blueprint into ops for one device and precision: fuses neighbours and picks own kernels where they win, ATen
// elsewhere.
#pragma once

#include "core/model/network.h"

namespace belfry {

struct LoweredNetwork {
    std::unique_ptr<FrontOp> front;
    std::vector<std::unique_ptr<LayerOp>> ops;
};

// Flat, of blueprint.flatSize numbers. `operands`: the weights as products take them. gradient undefined: evaluation
// only.
struct NetworkVectors {
    at::Tensor weights, operands, gradient;
};

LoweredNetwork lower(const Blueprint& blueprint, at::Device device, const NetworkVectors& vectors,
                     const Arithmetic& arithmetic);

} // namespace belfry
