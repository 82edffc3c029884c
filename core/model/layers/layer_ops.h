// The ops of the kinds of layers: addOp() of architecture.h. Those on ATen take every device and shape: activations are
// NCHW tensors in channels-last memory, so that flattening gives height, width, channels order without a copy; weights
// have the type of products, inputs and outputs that of activations (arithmetic.h). Internal (ATen).
#pragma once

#include "core/model/lowering.h"

namespace belfry {

// A layer's parameters as views of the flat vectors, in the shape ATen wants. gradients undefined: evaluation only.
struct ParameterViews {
    at::Tensor weight, bias, weightGradient, biasGradient;
    std::vector<int> slices;
};
ParameterViews parameterViews(const Blueprint& blueprint, int weightSlice, int biasSlice, const at::Tensor& weights,
                              const at::Tensor& gradient);

// A batch norm's numbers in a flat vector; in the gradient, the places of the running averages get the batch's own mean
// and variance. scale: undefined where it has none.
struct NormViews {
    at::Tensor scale, offset, mean, variance;
};
NormViews normViews(const Blueprint& blueprint, const BlueprintLayer& norm, const at::Tensor& flat);

// Goes along the layers that the front does not cover, with what one op leaves to the next.
class Lowering {
public:
    // covered: layers of the front, which are a line.
    Lowering(const Blueprint& blueprint, NetworkVectors vectors, at::ScalarType activations, Fusion fusion,
             std::size_t covered);
    void add(std::size_t index);
    void addTail(std::size_t first, std::unique_ptr<LayerOp> op); // for all layers from the first on
    OpGraph take() { return {std::move(steps_), std::move(wanted_)}; }

    // ---- for addOp()
    void put(std::unique_ptr<LayerOp> op);
    const Blueprint& blueprint() const { return blueprint_; }
    const NetworkVectors& vectors() const { return vectors_; }
    at::ScalarType activations() const { return activations_; }
    std::size_t index() const { return index_; }
    bool fuses() const { return fusion_ == Fusion::Neighbours; }
    // The next layer, which alone gets this one's output; null: there is none, or nothing is fused.
    const Layer* fusible() const;
    bool wantsInputGradient() const; // not before the first parameters
    ParameterViews parametersFrom(int weightSlice, int biasSlice, const at::Tensor& weights) const {
        return parameterViews(blueprint_, weightSlice, biasSlice, weights, vectors_.gradient);
    }
    ParameterViews parametersFrom(const BlueprintLayer& layer, const at::Tensor& weights) const {
        return parametersFrom(layer.weightSlice, layer.biasSlice, weights);
    }

    int padding = 0;         // zeros on every side that the next convolution adds
    bool relu = false;       // the next op applies the ReLU of the one before
    bool normalised = false; // the op before has the next batch norm in its weights
    bool dropped = false;    // the op before does what the next dropout layer says
    bool fusedDense = false; // dense layers use kernels/fused

private:
    void enter(std::size_t index);

    const Blueprint& blueprint_;
    NetworkVectors vectors_;
    at::ScalarType activations_;
    Fusion fusion_;
    std::size_t index_ = 0;
    std::vector<OpGraph::Step> steps_;
    std::vector<bool> wanted_; // of each value
    std::vector<int> valueOf_; // of each layer
    std::vector<int> inputs_;  // of the layer's next op
};

std::unique_ptr<FrontOp> makeInputOp(const Blueprint& blueprint, at::Device device, at::ScalarType activations);

// The context of a convolution.
struct ConvolutionContext {
    int extraPadding = 0;           // zeros on every side, from a pad layer before it
    bool reluFollows = false;       // the next op applies this layer's ReLU
    bool wantsInputGradient = true; // false for the first layer with parameters
    at::ScalarType activations = at::kFloat;
};
std::unique_ptr<LayerOp> makeConvolutionOp(const BlueprintLayer& layer, const ConvolutionContext& context,
                                           ParameterViews parameters);

// The context of a dense layer.
struct DenseContext {
    at::ScalarType activations = at::kFloat;
    bool wantsInputGradient = true; // false for the first layer with parameters
    bool fused = false;             // backward of bias and activation by kernels/fused
};
std::unique_ptr<LayerOp> makeDenseOp(const std::string& name, const DenseLayer& spec, ParameterViews parameters,
                                     const DenseContext& context);

} // namespace belfry
