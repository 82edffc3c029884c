// What a network is lowered to: ops with an explicit forward and backward. Not thread-safe. Internal to the engine
// (ATen).
#pragma once

#include <ATen/ATen.h>

#include <cstdint>
#include <string>
#include <vector>

namespace belfry {

class Rendezvous; // base/rendezvous.h

// Parameters of a pass beside the numbers. In training with an input stage that mixes, images, imageIds and rows have
// one more than the pass (kernels/input_stage.h).
struct PassContext {
    bool training = false;
    const std::int64_t* imageIds = nullptr; // training: per image, on the network's device; keys dropout, augmentation
    std::uint64_t seed = 0;
    const std::uint32_t* epoch = nullptr; // training: on the network's device
    const std::int64_t* rows = nullptr;   // which of the images, on the network's device; null: 0, 1, 2, ...
    Rendezvous* rendezvous = nullptr; // training: where synchronised layers meet those of the other towers; null: alone
    int tower = 0;                    // by which they are known there
    bool discards = false; // training: nothing is kept for backward(), before which there will be another pass
    // Evaluation: forward() keeps what backward() needs, which then gives the gradients of inputs alone, not those of
    // parameters. Of networks that are lowered with Fusion::None.
    bool differentiates = false;
    // Training: the first layers of the blueprint that are as in evaluation, and have no gradients.
    std::size_t frozenLayers = 0;
    bool keeps() const { return differentiates || (training && !discards); }
};

// One lowered layer (or several fused ones). forward() keeps what backward() needs; backward() writes the gradients of
// its parameters into their slices, in training, and returns the gradient of its input (undefined when it is not
// needed).
class LayerOp {
public:
    virtual ~LayerOp() = default;
    virtual at::Tensor forward(const at::Tensor& input, const PassContext& context) = 0;
    virtual at::Tensor backward(const at::Tensor& outputGradient, const PassContext& context) = 0;
    virtual std::vector<int> slices() const { return {}; } // of the blueprint, that backward() makes final
    virtual std::string describe() const = 0;              // what was picked: "conv1+relu+pool: ATen (oneDNN)"
};

// The first op takes the uint8 images themselves, so that gathering, normalising and the first convolution can be
// fused.
class FrontOp {
public:
    virtual ~FrontOp() = default;
    virtual at::Tensor forward(const std::uint8_t* images, std::int64_t count, const PassContext& context) = 0;
    virtual void backward(const at::Tensor& outputGradient, const PassContext& context) = 0;
    virtual bool wantsGradient() const = 0;
    virtual std::vector<int> slices() const { return {}; }
    virtual std::string describe() const = 0;
};

} // namespace belfry
