// A network written with LibTorch's own operators in double, for autograd: what the engine's explicit forward and
// backward are compared with. Shares nothing with the engine but the blueprint and the dropout masks.
#pragma once

#include "core/kernels/kernels.h"
#include "core/model/blueprint.h"

#include <ATen/ATen.h>

#include <vector>

namespace belfry::test {

// Keys of the dropout masks, as the engine gets them.
struct ReferencePass {
    bool training = true;
    std::vector<std::int64_t> imageIds;
    std::uint64_t seed = 0;
    std::uint32_t epoch = 0;
};

// weights: flat, double, blueprint.flatSize. images: uint8, N x H x W x C. Returns logits N x classes.
at::Tensor referenceForward(const Blueprint& blueprint, const at::Tensor& weights, const at::Tensor& images,
                            const ReferencePass& pass);

// The pictures as the first layer gets them, of the weights' type, N x C x H x W.
at::Tensor referencePictures(const at::Tensor& weights, const at::Tensor& images);
// Those, and the output of each layer.
std::vector<at::Tensor> referenceOutputs(const Blueprint& blueprint, const at::Tensor& weights,
                                         const at::Tensor& pictures, const ReferencePass& pass);

} // namespace belfry::test
