#include "core/model/lowering.h"

#include "core/model/layers/aten_ops.h"
#include "core/model/layers/batch_norm.h"
#include "core/model/layers/channel_ops.h"
#include "core/model/layers/lane_front.h"
#include "core/model/layers/winograd_op.h"

#include <utility>

namespace belfry {
namespace {

// Zeros that the convolution after a pad layer can add by itself, or -1 when it cannot (uneven, SAME, other layer).
int foldedPadding(const BlueprintLayer& pad, const BlueprintLayer& next) {
    const auto* convolution = std::get_if<ConvolutionLayer>(&next.spec);
    const int vertical = pad.out.height - pad.in.height, horizontal = pad.out.width - pad.in.width;
    const bool even = vertical == horizontal && vertical % 2 == 0;
    return convolution && convolution->padding == Padding::Valid && even ? vertical / 2 : -1;
}

// A pool or LRN can apply the ReLU of the convolution before it.
bool takesRelu(const Blueprint& blueprint, std::size_t index) {
    if (index >= blueprint.layers.size())
        return false;
    const Layer& layer = blueprint.layers[index].spec;
    return std::holds_alternative<MaxPoolLayer>(layer) || std::holds_alternative<LrnLayer>(layer);
}

// Goes along the layers that the front does not cover.
class Lowering {
public:
    Lowering(const Blueprint& blueprint, NetworkVectors vectors, at::ScalarType activations, Fusion fusion,
             bool frontHasParameters)
        : blueprint_(blueprint), vectors_(std::move(vectors)), activations_(activations),
          fuses_(fusion == Fusion::Neighbours), belowHasParameters_(frontHasParameters) {}

    void add(std::size_t index) {
        index_ = index;
        const BlueprintLayer& layer = blueprint_.layers[index];
        std::visit([&](const auto& spec) { add(layer, spec); }, layer.spec);
        belowHasParameters_ = belowHasParameters_ || layer.parameters > 0;
    }
    std::vector<std::unique_ptr<LayerOp>> take() { return std::move(ops_); }

private:
    void add(const BlueprintLayer& layer, const PadLayer&) {
        const bool last = index_ + 1 == blueprint_.layers.size();
        padding_ = last || !fuses_ ? -1 : foldedPadding(layer, blueprint_.layers[index_ + 1]);
        if (padding_ < 0)
            ops_.push_back(makePadOp(layer));
    }
    void add(const BlueprintLayer& layer, const ConvolutionLayer& spec) {
        relu_ = fuses_ && spec.activation == Activation::Relu && takesRelu(blueprint_, index_ + 1);
        const ConvolutionContext context{.extraPadding = std::max(std::exchange(padding_, 0), 0),
                                         .reluFollows = relu_,
                                         .wantsInputGradient = belowHasParameters_,
                                         .activations = activations_};
        if (fuses_ && winogradPays(layer, vectors_.weights.device(), activations_))
            ops_.push_back(
                makeWinogradOp(layer, context, parameterViews(blueprint_, layer, vectors_.weights, vectors_.gradient)));
        else
            ops_.push_back(makeConvolutionOp(layer, context, parametersOf(layer)));
    }
    void add(const BlueprintLayer& layer, const MaxPoolLayer&) {
        ops_.push_back(makeMaxPoolOp(layer, std::exchange(relu_, false)));
    }
    void add(const BlueprintLayer& layer, const DenseLayer&) {
        ops_.push_back(makeDenseOp(layer, parametersOf(layer), activations_, belowHasParameters_));
    }
    void add(const BlueprintLayer& layer, const DropoutLayer&) {
        ops_.push_back(makeDropoutOp(layer, static_cast<std::uint32_t>(index_)));
    }
    void add(const BlueprintLayer& layer, const LrnLayer&) {
        ops_.push_back(makeLrnOp(layer, std::exchange(relu_, false)));
    }
    void add(const BlueprintLayer& layer, const BatchNormLayer&) {
        ops_.push_back(makeBatchNormOp(blueprint_, layer, vectors_.weights, vectors_.gradient));
    }
    ParameterViews parametersOf(const BlueprintLayer& layer) const {
        return parameterViews(blueprint_, layer, vectors_.operands, vectors_.gradient);
    }

    const Blueprint& blueprint_;
    NetworkVectors vectors_;
    at::ScalarType activations_;
    bool fuses_;
    bool belowHasParameters_; // nobody below wants a gradient before the first parameters
    std::size_t index_ = 0;
    int padding_ = 0;   // zeros that the next convolution adds
    bool relu_ = false; // that the next op applies
    std::vector<std::unique_ptr<LayerOp>> ops_;
};

} // namespace

LoweredNetwork lower(const Blueprint& blueprint, at::Device device, const NetworkVectors& vectors,
                     const Arithmetic& arithmetic, Fusion fusion) {
    LoweredNetwork lowered;
    const bool lanes = device.is_cpu() && fusion == Fusion::Neighbours;
    const LaneFrontPlan front = lanes ? planLaneFront(blueprint) : LaneFrontPlan{};
    lowered.front = front.layers > 0
                        ? makeLaneFront(blueprint, front, {vectors.weights, vectors.gradient, arithmetic.activations})
                        : makeInputOp(blueprint, device, arithmetic.activations);
    Lowering lowering(blueprint, vectors, arithmetic.activations, fusion, front.layers > 0);
    for (std::size_t i = front.layers; i < blueprint.layers.size(); ++i)
        lowering.add(i);
    lowered.ops = lowering.take();
    return lowered;
}

} // namespace belfry
