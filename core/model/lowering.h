// Turns a Blueprint into ops for one device and precision: fuses neighbours and picks own kernels where they win, ATen
// elsewhere.
#pragma once

#include "core/model/network.h"

namespace belfry {

struct LoweredNetwork {
    std::unique_ptr<FrontOp> front;
    OpGraph ops;
};

// Flat, of blueprint.flatSize numbers. `operands`: the weights as products take them. gradient undefined: evaluation
// only.
struct NetworkVectors {
    at::Tensor weights, operands, gradient;
};

// None: one op for each layer, and the front is the input stage alone, so that every layer's output can be looked at,
// and every gradient, up to that of the front's output.
enum class Fusion { Neighbours, None };

LoweredNetwork lower(const Blueprint& blueprint, at::Device device, const NetworkVectors& vectors,
                     const Arithmetic& arithmetic, NetworkKernels kernels = NetworkKernels::Usual,
                     Fusion fusion = Fusion::Neighbours);

} // namespace belfry
