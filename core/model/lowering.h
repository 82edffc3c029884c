// Turns a Blueprint into ops for one device: fuses neighbours and picks own kernels where they win, ATen elsewhere.
#pragma once

#include "core/model/network.h"

namespace belfry {

struct LoweredNetwork {
    std::unique_ptr<FrontOp> front;
    std::vector<std::unique_ptr<LayerOp>> ops;
};

LoweredNetwork lower(const Blueprint& blueprint, at::Device device, const at::Tensor& weights,
                     const at::Tensor& gradient);

} // namespace belfry
