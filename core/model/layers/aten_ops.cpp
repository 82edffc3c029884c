#include "core/model/layers/activation.h"
#include "core/model/layers/depthwise_op.h"
#include "core/model/layers/filter_gradient.h"
#include "core/model/layers/folded_norm_op.h"
#include "core/model/layers/pointwise_op.h"
#include "core/model/layers/typed_data.h"
#include "core/model/layers/winograd_op.h"

#include <ATen/Version.h>

#include <array>
#include <utility>

namespace belfry {
namespace {

at::Tensor slicedView(const Blueprint& blueprint, int slice, const at::Tensor& flat) {
    if (!flat.defined() || slice < 0)
        return {};
    const Slice& s = blueprint.slices[static_cast<std::size_t>(slice)];
    at::Tensor view = flat.narrow(0, s.offset, s.count).view(std::vector<std::int64_t>(s.shape.begin(), s.shape.end()));
    return s.shape.size() == 4 ? view.permute({0, 3, 1, 2}) : view; // OHWI memory seen as OIHW
}

class InputOp : public FrontOp {
public:
    InputOp(const Blueprint& blueprint, at::Device device, at::ScalarType activations)
        : stage_(blueprint.input), image_(sizeOf(blueprint.image)), device_(device), activations_(activations) {}

    at::Tensor forward(const std::uint8_t* images, std::int64_t count, const PassContext& context) override {
        const PictureSize size = stageOutput(stage_, image_);
        const StageBatch batch = stageBatch(images, count, context);
        const auto plain = plainStage(stage_, context.training);
        // From bytes to the type of activations in one pass where nothing but scaling happens.
        at::Tensor values = at::empty({count, size.height, size.width, size.channels},
                                      at::TensorOptions().device(device_).dtype(plain ? activations_ : at::kFloat));
        if (plain)
            withNumbersOf(values, [&]<typename T>() {
                normaliseImages(contextOf(device_), images, batch.rows, count, image_.numbers(), plain->scale,
                                plain->shift, numbers<T>(values));
            });
        else
            runInputStage(contextOf(device_), stage_, image_, batch, numbers<float>(values));
        return values.to(activations_).permute({0, 3, 1, 2});
    }
    void backward(const at::Tensor&, const PassContext&) override {}
    bool wantsGradient() const override { return false; }
    std::string describe() const override {
        return "input: own kernel, augmentation " + augmentationName(stage_) + ", " +
               std::string(normalisationName(stage_.normalisation));
    }

private:
    InputStage stage_;
    PictureSize image_;
    at::Device device_;
    at::ScalarType activations_;
};

class ConvolutionOp : public LayerOp {
public:
    ConvolutionOp(const BlueprintLayer& layer, const ConvolutionContext& context, ParameterViews parameters)
        : spec_(specOf(layer)), name_(layer.name), parameters_(std::move(parameters)),
          activations_(context.activations), products_(parameters_.weight.scalar_type()),
          wantsInputGradient_(context.wantsInputGradient), fixed_(std::holds_alternative<WhitenLayer>(layer.spec)) {
        if (context.reluFollows)
            spec_.activation = Activation::Linear;
        const int extra = context.extraPadding;
        vertical_ = {layer.padding->top + extra, layer.padding->bottom + extra};
        horizontal_ = {layer.padding->left + extra, layer.padding->right + extra};
    }

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        const at::Tensor pictures = input.dim() == 4 ? input : input.view({input.size(0), -1, 1, 1}); // after dense
        const at::Tensor padded =
            symmetric() ? pictures
                        : at::constant_pad_nd(pictures, {horizontal_[0], horizontal_[1], vertical_[0], vertical_[1]});
        const Activated activated =
            activate(at::convolution(padded.to(products_), parameters_.weight, parameters_.bias, stride(), padding(),
                                     dilation(), false, {0, 0}, spec_.groups),
                     spec_.activation, activations_);
        if (context.keeps()) {
            input_ = padded;
            kept_ = activated.kept;
        }
        return activated.output;
    }

    at::Tensor backward(const at::Tensor& outputGradient, const PassContext& context) override {
        const bool trains = context.training;
        const at::Tensor gradient = activationGradient(outputGradient, kept_, spec_.activation);
        const auto operand = [this](const at::Tensor& values) {
            return values.to(products_, /*non_blocking=*/false, /*copy=*/false, backwardFormat(values));
        };
        const bool product = trains && !fixed_ && spec_.groups == 1 && spec_.dilation == 1 &&
                             filterGradientIsProduct(parameters_.weight);
        if (product)
            filterGradientByProduct(parameters_.weightGradient, gradient.to(products_), paddedInput().to(products_),
                                    spec_.stride);
        auto [input, weight, bias] = at::convolution_backward(
            operand(gradient), operand(input_), operand(parameters_.weight),
            at::IntArrayRef({parameters_.weight.size(0)}), stride(), padding(), dilation(), false, {0, 0}, spec_.groups,
            {wantsInputGradient_, trains && !product && !fixed_, trains && spec_.bias});
        if (trains && fixed_)
            parameters_.weightGradient.zero_();
        else if (trains && !product)
            parameters_.weightGradient.copy_(weight);
        if (trains && spec_.bias)
            parameters_.biasGradient.copy_(bias);
        input_ = kept_ = at::Tensor();
        if (!input.defined())
            return {};
        if (!symmetric())
            input = at::constant_pad_nd(input, {-horizontal_[0], -horizontal_[1], -vertical_[0], -vertical_[1]});
        return input.to(activations_, /*non_blocking=*/false, /*copy=*/false, at::MemoryFormat::ChannelsLast);
    }

    std::vector<int> slices() const override { return parameters_.slices; }
    std::string describe() const override {
        return name_ + " + " + std::string(activationName(spec_.activation)) + ": ATen";
    }

private:
    // A depthwise convolution has as many groups as channels.
    static ConvolutionLayer specOf(const BlueprintLayer& layer) {
        if (const auto* spec = std::get_if<ConvolutionLayer>(&layer.spec))
            return *spec;
        if (const auto* whitening = std::get_if<WhitenLayer>(&layer.spec))
            return {.kernel = whitening->kernel, .activation = whitening->activation};
        const auto& spec = std::get<DepthwiseLayer>(layer.spec);
        return {.kernel = spec.kernel,
                .stride = spec.stride,
                .activation = spec.activation,
                .bias = spec.bias,
                .groups = layer.in.channels,
                .dilation = spec.dilation};
    }
    // oneDNN's AVX2 kernels for the gradients are a tenth faster, copies included, when channels do not come last;
    // those of the forward pass are not. Other instruction sets are spared the copies.
    static at::MemoryFormat backwardFormat(const at::Tensor& values) {
        const bool plain = values.is_cpu() && at::get_cpu_capability() == "AVX2";
        return plain ? at::MemoryFormat::Contiguous : at::MemoryFormat::Preserve;
    }
    // With the zeros that convolution() adds by itself.
    at::Tensor paddedInput() const {
        const std::int64_t vertical = padding()[0], horizontal = padding()[1];
        if (vertical == 0 && horizontal == 0)
            return input_;
        return at::constant_pad_nd(input_, {horizontal, horizontal, vertical, vertical});
    }
    bool symmetric() const { return vertical_[0] == vertical_[1] && horizontal_[0] == horizontal_[1]; }
    std::vector<std::int64_t> stride() const { return {spec_.stride, spec_.stride}; }
    std::vector<std::int64_t> dilation() const { return {spec_.dilation, spec_.dilation}; }
    std::vector<std::int64_t> padding() const {
        return symmetric() ? std::vector<std::int64_t>{vertical_[0], horizontal_[0]} : std::vector<std::int64_t>{0, 0};
    }

    ConvolutionLayer spec_;
    std::string name_;
    ParameterViews parameters_;
    at::ScalarType activations_, products_;
    bool wantsInputGradient_;
    bool fixed_; // weights that are not trained
    std::array<std::int64_t, 2> vertical_{}, horizontal_{};
    at::Tensor input_, kept_;
};

// Zeros on all sides; only reached when the next layer is not a convolution that can pad by itself.
class PadOp : public LayerOp {
public:
    explicit PadOp(const BlueprintLayer& layer)
        : name_(layer.name), pad_{layer.padding->left, layer.padding->right, layer.padding->top,
                                  layer.padding->bottom} {}
    at::Tensor forward(const at::Tensor& input, const PassContext&) override {
        return at::constant_pad_nd(input, pad_);
    }
    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        return at::constant_pad_nd(outputGradient, {-pad_[0], -pad_[1], -pad_[2], -pad_[3]});
    }
    std::string describe() const override { return name_ + ": ATen"; }

private:
    std::string name_;
    std::vector<std::int64_t> pad_;
};

// Zeros that the convolution after a pad layer can add by itself, or -1 when it cannot (uneven, SAME, other layer).
int foldedPadding(const LayerPadding& lines, const Layer* next) {
    const auto* convolution = next ? std::get_if<ConvolutionLayer>(next) : nullptr;
    const bool even = lines.top == lines.bottom && lines.left == lines.right && lines.top == lines.left;
    return convolution && convolution->padding == Padding::Valid && even ? lines.top : -1;
}

// A pool or LRN can apply the ReLU of the convolution before it.
bool takesRelu(const Layer& layer) {
    return std::holds_alternative<MaxPoolLayer>(layer) || std::holds_alternative<LrnLayer>(layer);
}

// Puts the op that `makes` gives for the layer and its parameters of a vector, with the batch norm behind it in them
// where that can be.
void putConvolution(Lowering& lowering, const BlueprintLayer& layer, const at::Tensor& vector,
                    const MakeConvolution& makes) {
    const BlueprintLayer* norm = foldableNorm(lowering, layer);
    lowering.normalised = norm != nullptr;
    lowering.put(norm ? makeFoldedNormOp(lowering, layer, *norm, makes)
                      : makes(layer, lowering.parametersFrom(layer, vector)));
}

} // namespace

ParameterViews parameterViews(const Blueprint& blueprint, int weight, int bias, const at::Tensor& weights,
                              const at::Tensor& gradient) {
    std::vector<int> slices{weight, bias};
    std::erase(slices, -1);
    return {slicedView(blueprint, weight, weights), slicedView(blueprint, bias, weights),
            slicedView(blueprint, weight, gradient), slicedView(blueprint, bias, gradient), std::move(slices)};
}

std::unique_ptr<LayerOp> makeConvolutionOp(const BlueprintLayer& layer, const ConvolutionContext& context,
                                           ParameterViews parameters) {
    return std::make_unique<ConvolutionOp>(layer, context, std::move(parameters));
}

std::unique_ptr<FrontOp> makeInputOp(const Blueprint& blueprint, at::Device device, at::ScalarType activations) {
    return std::make_unique<InputOp>(blueprint, device, activations);
}

void addOp(Lowering& lowering, const BlueprintLayer& layer, const PadLayer&) {
    const int folded = foldedPadding(*layer.padding, lowering.fusible());
    if (folded < 0)
        lowering.put(std::make_unique<PadOp>(layer));
    else
        lowering.padding = folded;
}

void addOp(Lowering& lowering, const BlueprintLayer& layer, const ConvolutionLayer& spec) {
    const Layer* next = lowering.fusible();
    lowering.relu = spec.activation == Activation::Relu && next && takesRelu(*next);
    const ConvolutionContext context{.extraPadding = std::exchange(lowering.padding, 0),
                                     .reluFollows = lowering.relu,
                                     .wantsInputGradient = lowering.wantsInputGradient(),
                                     .activations = lowering.activations()};
    const at::Tensor &weights = lowering.vectors().weights, &operands = lowering.vectors().operands;
    const auto putBy = [&](auto makeOp, const at::Tensor& vector) {
        putConvolution(lowering, layer, vector, [&](const BlueprintLayer& of, ParameterViews parameters) {
            return makeOp(of, context, std::move(parameters));
        });
    };
    if (lowering.fuses() && winogradPays(layer, weights.device(), context.activations))
        putBy(makeWinogradOp, weights);
    else if (lowering.fuses() && weights.is_cpu() && isPointwise(spec) && context.extraPadding == 0)
        putBy(makePointwiseOp, operands);
    else
        putBy(makeConvolutionOp, operands);
}

void addOp(Lowering& lowering, const BlueprintLayer& layer, const DepthwiseLayer&) {
    const at::Tensor &weights = lowering.vectors().weights, &operands = lowering.vectors().operands;
    const ConvolutionContext context{.wantsInputGradient = lowering.wantsInputGradient(),
                                     .activations = lowering.activations()};
    const bool own = lowering.fuses() && weights.is_cpu();
    putConvolution(lowering, layer, own ? weights : operands, [&](const BlueprintLayer& of, ParameterViews parameters) {
        return own ? makeDepthwiseOp(of, context.wantsInputGradient, std::move(parameters))
                   : makeConvolutionOp(of, context, std::move(parameters));
    });
}

void addOp(Lowering& lowering, const BlueprintLayer& layer, const WhitenLayer&) {
    lowering.put(makeConvolutionOp(
        layer, {.wantsInputGradient = lowering.wantsInputGradient(), .activations = lowering.activations()},
        lowering.parametersFrom(layer, lowering.vectors().operands)));
}

} // namespace belfry
