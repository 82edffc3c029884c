// Where a layer's weights and biases are in the flat vectors. Internal (ATen).
#pragma once

#include "core/model/blueprint.h"

#include <ATen/ATen.h>

namespace belfry {

struct LayerPointers {
    const float *weights, *biases;
    float *weightGradient = nullptr, *biasGradient = nullptr; // null where gradient is undefined
};

// Of a layer with both, in flat fp32 vectors.
inline LayerPointers pointersOf(const Blueprint& blueprint, const BlueprintLayer& layer, const at::Tensor& weights,
                                const at::Tensor& gradient) {
    const std::int64_t weight = blueprint.slices[static_cast<std::size_t>(layer.weightSlice)].offset,
                       bias = blueprint.slices[static_cast<std::size_t>(layer.biasSlice)].offset;
    const float* all = weights.const_data_ptr<float>();
    LayerPointers pointers{all + weight, all + bias};
    if (gradient.defined()) {
        pointers.weightGradient = gradient.data_ptr<float>() + weight;
        pointers.biasGradient = gradient.data_ptr<float>() + bias;
    }
    return pointers;
}

} // namespace belfry
