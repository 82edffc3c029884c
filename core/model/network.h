// One replica's layers, lowered for one device and precision: explicit forward and backward (no autograd), parameters
// and gradients as views of flat fp32 vectors that the caller owns. Not thread-safe; every call of one network from one
// thread at a time. Internal to the engine (uses ATen): ui and app never include it.
#pragma once

#include "core/kernels/kernels.h"
#include "core/model/arithmetic.h"
#include "core/model/blueprint.h"
#include "core/model/op_graph.h"

#include <ATen/ATen.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace belfry {

// Usual: the lane kernels on the CPU, else one op for each layer or few. Fused: CUDA's kernels/fused, for the first
// layers where planFusedFront() takes them, in fp32 for the last ones behind where planDenseChain() does, and for
// backward of other dense layers.
enum class NetworkKernels { Usual, Fused };

class Network {
public:
    // `weights` and `gradient`: flat fp32 vectors of blueprint->flatSize on `device`; views of them are kept.
    // `gradient` may be undefined for a network that only evaluates. CUDA work goes to the device's current stream at
    // construction.
    Network(std::shared_ptr<const Blueprint> blueprint, at::Device device, at::Tensor weights, at::Tensor gradient,
            Arithmetic arithmetic = {}, NetworkKernels kernels = NetworkKernels::Usual);
    ~Network();

    // `images`: uint8 images of blueprint.image's shape one after another, on the network's device; the pass is over
    // `count` of them, context.rows where it is set. Returns logits, count x classes, contiguous, fp32.
    at::Tensor forward(const std::uint8_t* images, std::int64_t count, const PassContext& context);
    // After forward() with context.training. Calls ready(slice) as soon as a slice of the gradient is final. Those of
    // context.frozenLayers stay as they are.
    void backward(const at::Tensor& logitsGradient, const PassContext& context,
                  const std::function<void(int slice)>& ready);

    std::vector<std::string> describe() const; // one line per op

private:
    Arithmetic arithmetic_;
    at::Tensor weights_;
    at::Tensor operands_; // the weights as products take them: a rounded copy, or the weights themselves
    std::unique_ptr<FrontOp> front_;
    std::unique_ptr<OpGraph> ops_;
    bool endsInPictures_ = false; // of 1x1: a network without dense layers
};

ExecutionContext contextOf(at::Device device); // the device's current stream

StageBatch stageBatch(const std::uint8_t* images, std::int64_t count, const PassContext& context);

} // namespace belfry
