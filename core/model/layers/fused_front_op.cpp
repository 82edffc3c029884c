#include "core/model/layers/fused_front_op.h"

#include "core/kernels/input_stage.h"
#include "core/model/layers/layer_pointers.h"
#include "core/model/layers/typed_data.h"

namespace belfry {
namespace {

class FusedFront : public FrontOp {
public:
    FusedFront(const Blueprint& blueprint, const FusedFrontPlan& plan, const at::Tensor& weights,
               const at::Tensor& gradient, at::ScalarType output);
    at::Tensor forward(const std::uint8_t* images, std::int64_t count, const PassContext& context) override;
    void backward(const at::Tensor& outputGradient, const PassContext& context) override;
    bool wantsGradient() const override { return true; }
    std::vector<int> slices() const override { return slices_; }
    std::string describe() const override { return description_ + ": own fused kernels"; }

private:
    at::TensorOptions of(at::ScalarType type) const { return at::TensorOptions().device(device_).dtype(type); }
    void stagePixels(const std::uint8_t* images, const PassContext& context);
    fused::Kept kept() const;

    InputStage stage_;
    PictureSize image_;
    at::Device device_;
    at::ScalarType output_;
    fused::Front front_;
    fused::Parameters parameters_;
    fused::Gradients gradients_;
    at::Tensor weights_, gradient_; // flat: what the pointers above point into
    std::vector<int> slices_;
    std::string description_ = "input";
    // Of the last forward pass.
    std::int64_t count_ = 0;
    fused::Pixels pixels_;
    at::Tensor staged_, between_; // pixels, where the input stage does more than scale and shift
    at::Tensor winners_[2];
};

FusedFront::FusedFront(const Blueprint& blueprint, const FusedFrontPlan& plan, const at::Tensor& weights,
                       const at::Tensor& gradient, at::ScalarType output)
    : stage_(blueprint.input), image_(sizeOf(blueprint.image)), device_(weights.device()), output_(output),
      front_(plan.front), weights_(weights), gradient_(gradient) {
    for (std::size_t b = 0; b < plan.blocks.size(); ++b) {
        const BlueprintLayer& layer = blueprint.layers[plan.blocks[b].convolution];
        const LayerPointers of = pointersOf(blueprint, layer, weights, gradient);
        parameters_.weights[b] = of.weights;
        parameters_.biases[b] = of.biases;
        gradients_.weights[b] = of.weightGradient;
        gradients_.biases[b] = of.biasGradient;
        slices_.insert(slices_.begin(), {layer.weightSlice, layer.biasSlice}); // the last block's are final first
        description_ += " + " + layer.name + " + pool";
    }
}

// Scaling and shifting is part of the kernels. Augmented or standardised images are made before them.
void FusedFront::stagePixels(const std::uint8_t* images, const PassContext& context) {
    staged_ = at::Tensor();
    if (const auto plain = plainStage(stage_, context.training)) {
        pixels_ = {images, context.rows, plain->scale, plain->shift, nullptr};
        return;
    }
    staged_ = at::empty({count_, front_.block[0].inNumbers()}, of(at::kFloat));
    runInputStage(contextOf(device_), stage_, image_, stageBatch(images, count_, context), numbers<float>(staged_));
    pixels_ = {nullptr, nullptr, 1, 0, staged_.const_data_ptr<float>()};
}

fused::Kept FusedFront::kept() const {
    fused::Kept kept;
    if (between_.defined())
        kept.between = between_.data_ptr<float>();
    for (std::size_t b = 0; b < 2; ++b)
        if (winners_[b].defined())
            kept.winners[b] = winners_[b].data_ptr<std::uint8_t>();
    return kept;
}

at::Tensor FusedFront::forward(const std::uint8_t* images, std::int64_t count, const PassContext& context) {
    count_ = count;
    stagePixels(images, context);
    between_ = at::Tensor();
    for (int b = 0; b < front_.blocks; ++b) {
        const std::int64_t numbers = front_.block[b].outNumbers();
        winners_[b] = context.training ? at::empty({count, numbers}, of(at::kByte)) : at::Tensor();
        if (context.training && b + 1 < front_.blocks)
            between_ = at::empty({count, numbers}, of(at::kFloat));
    }
    const fused::Block& last = front_.last();
    at::Tensor rows = at::empty({count, last.pooledHeight(), last.pooledWidth(), last.filters}, of(output_));
    withNumbersOf(rows, [&]<typename T>() {
        fused::forward(contextOf(device_).stream, front_, pixels_, count, parameters_, numbers<T>(rows), kept());
    });
    if (!context.training)
        staged_ = at::Tensor();
    return fromPixelRows(rows);
}

void FusedFront::backward(const at::Tensor& outputGradient, const PassContext&) {
    const at::Tensor rows = pixelRows(outputGradient).to(output_);
    const int sums = fused::partialRows(count_);
    const at::Tensor partials = at::empty({sums, front_.gradientNumbers()}, of(at::kFloat));
    void* stream = contextOf(device_).stream;
    withNumbersOf(rows, [&]<typename T>() {
        fused::backward(stream, front_, pixels_, count_, parameters_, numbers<const T>(rows), kept(), sums,
                        numbers<float>(partials));
    });
    fused::addPartials(stream, front_, sums, partials.const_data_ptr<float>(), gradients_);
    staged_ = between_ = at::Tensor();
    for (at::Tensor& winners : winners_)
        winners = at::Tensor();
}

} // namespace

FusedFrontPlan planFusedFront(const Blueprint& blueprint) {
    FusedFrontPlan plan;
    while (plan.front.blocks < 2) {
        const auto block = frontBlockAt(blueprint, plan.layers);
        if (!block || !block->pool)
            break;
        const BlueprintLayer& layer = blueprint.layers[block->convolution];
        const auto& spec = std::get<ConvolutionLayer>(layer.spec);
        const std::size_t padded = plan.layers; // the pad layer's input, where there is one
        const TensorShape& in = blueprint.layers[padded].in;
        fused::Front longer = plan.front;
        longer.block[longer.blocks++] = {in.channels,
                                         in.height,
                                         in.width,
                                         spec.filters,
                                         spec.kernel,
                                         block->padding,
                                         spec.activation == Activation::Relu};
        if (!fused::fits(longer))
            break;
        plan.front = longer;
        plan.blocks.push_back(*block);
        plan.layers = block->end;
    }
    return plan;
}

std::unique_ptr<FrontOp> makeFusedFront(const Blueprint& blueprint, const FusedFrontPlan& plan,
                                        const at::Tensor& weights, const at::Tensor& gradient, at::ScalarType output) {
    return std::make_unique<FusedFront>(blueprint, plan, weights, gradient, output);
}

} // namespace belfry
