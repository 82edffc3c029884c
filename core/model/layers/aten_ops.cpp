#include "core/model/layers/aten_ops.h"

#include "core/model/layers/activation.h"
#include "core/model/layers/typed_data.h"

#include <ATen/Version.h>

#include <array>

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
        return "input: own kernel, augmentation " + std::string(augmentationName(stage_.augmentation)) + ", " +
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
        : spec_(std::get<ConvolutionLayer>(layer.spec)), name_(layer.name), parameters_(std::move(parameters)),
          activations_(context.activations), products_(parameters_.weight.scalar_type()),
          wantsInputGradient_(context.wantsInputGradient) {
        if (context.reluFollows)
            spec_.activation = Activation::Linear;
        const int extraPadding = context.extraPadding;
        vertical_ = {extraPadding, extraPadding};
        horizontal_ = vertical_;
        if (spec_.padding == Padding::Same) {
            const SamePadding vertical(layer.in.height, spec_.kernel, spec_.stride);
            const SamePadding horizontal(layer.in.width, spec_.kernel, spec_.stride);
            vertical_ = {vertical.before, vertical.after};
            horizontal_ = {horizontal.before, horizontal.after};
        }
    }

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        const at::Tensor pictures = input.dim() == 4 ? input : input.view({input.size(0), -1, 1, 1}); // after dense
        const at::Tensor padded =
            symmetric() ? pictures
                        : at::constant_pad_nd(pictures, {horizontal_[0], horizontal_[1], vertical_[0], vertical_[1]});
        at::Tensor output = at::convolution(padded.to(products_), parameters_.weight, parameters_.bias, stride(),
                                            padding(), {1, 1}, false, {0, 0}, 1);
        applyActivation(output, spec_.activation);
        output = output.to(activations_);
        if (context.training) {
            input_ = padded;
            output_ = output;
        }
        return output;
    }

    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        const at::Tensor gradient = activationGradient(outputGradient, output_, spec_.activation);
        const auto operand = [this](const at::Tensor& values) {
            return values.to(products_, /*non_blocking=*/false, /*copy=*/false, backwardFormat(values));
        };
        auto [input, weight, bias] =
            at::convolution_backward(operand(gradient), operand(input_), operand(parameters_.weight),
                                     at::OptionalIntArrayRef(parameters_.bias.sizes()), stride(), padding(), {1, 1},
                                     false, {0, 0}, 1, {wantsInputGradient_, true, true});
        parameters_.weightGradient.copy_(weight);
        parameters_.biasGradient.copy_(bias);
        input_ = output_ = at::Tensor();
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
    // oneDNN's AVX2 kernels for the gradients are a tenth faster, copies included, when channels do not come last;
    // those of the forward pass are not. Other instruction sets are spared the copies.
    static at::MemoryFormat backwardFormat(const at::Tensor& values) {
        const bool plain = values.is_cpu() && at::get_cpu_capability() == "AVX2";
        return plain ? at::MemoryFormat::Contiguous : at::MemoryFormat::Preserve;
    }
    bool symmetric() const { return vertical_[0] == vertical_[1] && horizontal_[0] == horizontal_[1]; }
    std::vector<std::int64_t> stride() const { return {spec_.stride, spec_.stride}; }
    std::vector<std::int64_t> padding() const {
        return symmetric() ? std::vector<std::int64_t>{vertical_[0], horizontal_[0]} : std::vector<std::int64_t>{0, 0};
    }

    ConvolutionLayer spec_;
    std::string name_;
    ParameterViews parameters_;
    at::ScalarType activations_, products_;
    bool wantsInputGradient_;
    std::array<std::int64_t, 2> vertical_{}, horizontal_{};
    at::Tensor input_, output_;
};

// Zeros on all sides; only reached when the next layer is not a convolution that can pad by itself.
class PadOp : public LayerOp {
public:
    explicit PadOp(const BlueprintLayer& layer) : name_(layer.name) {
        const int vertical = layer.out.height - layer.in.height, horizontal = layer.out.width - layer.in.width;
        pad_ = {horizontal / 2, horizontal - horizontal / 2, vertical / 2, vertical - vertical / 2};
    }
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

class DenseOp : public LayerOp {
public:
    DenseOp(const BlueprintLayer& layer, ParameterViews parameters, at::ScalarType activations, bool wantsInputGradient)
        : spec_(std::get<DenseLayer>(layer.spec)), name_(layer.name), parameters_(std::move(parameters)),
          activations_(activations), products_(parameters_.weight.scalar_type()),
          wantsInputGradient_(wantsInputGradient) {}

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        inputShape_ = input.sizes().vec();
        const at::Tensor flat = input.dim() == 4 ? input.permute({0, 2, 3, 1}).reshape({input.size(0), -1}) : input;
        at::Tensor output = at::addmm(parameters_.bias, flat.to(products_), parameters_.weight.t());
        applyActivation(output, spec_.activation);
        output = output.to(activations_);
        if (context.training) {
            input_ = flat;
            output_ = output;
        }
        return output;
    }

    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        const at::Tensor gradient =
            activationGradient(outputGradient.reshape(output_.sizes()), output_, spec_.activation).to(products_);
        multiplyInto(parameters_.weightGradient, gradient.t(), input_.to(products_)); // straight into the flat gradient
        at::sum_out(parameters_.biasGradient, gradient, at::IntArrayRef{0});
        input_ = output_ = at::Tensor();
        if (!wantsInputGradient_)
            return {};
        const at::Tensor input = at::mm(gradient, parameters_.weight).to(activations_);
        if (inputShape_.size() != 4)
            return input;
        return input.view({inputShape_[0], inputShape_[2], inputShape_[3], inputShape_[1]}).permute({0, 3, 1, 2});
    }

    std::vector<int> slices() const override { return parameters_.slices; }
    std::string describe() const override {
        return name_ + " + " + std::string(activationName(spec_.activation)) + ": ATen";
    }

private:
    DenseLayer spec_;
    std::string name_;
    ParameterViews parameters_;
    at::ScalarType activations_, products_;
    bool wantsInputGradient_;
    std::vector<std::int64_t> inputShape_;
    at::Tensor input_, output_;
};

class DropoutOp : public LayerOp {
public:
    DropoutOp(const BlueprintLayer& layer, std::uint32_t number)
        : fraction_(static_cast<float>(std::get<DropoutLayer>(layer.spec).fraction)), name_(layer.name),
          number_(number) {}

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        return context.training ? masked(input, context) : input;
    }
    at::Tensor backward(const at::Tensor& outputGradient, const PassContext& context) override {
        return masked(outputGradient, context);
    }
    std::string describe() const override { return name_ + ": own kernel"; }

private:
    at::Tensor masked(const at::Tensor& values, const PassContext& context) const {
        // Not in place: the layer before computes its derivative from its own output.
        at::Tensor copy = values.dim() == 4 ? values.clone(at::MemoryFormat::ChannelsLast)
                                            : values.clone(at::MemoryFormat::Contiguous);
        if (copy.numel() > 0)
            withNumbersOf(copy, [&]<typename T>() {
                dropout(contextOf(copy.device()), numbers<T>(copy), context.imageIds, copy.size(0),
                        copy.numel() / copy.size(0), fraction_, {context.seed, number_, context.epoch});
            });
        return copy;
    }

    float fraction_;
    std::string name_;
    std::uint32_t number_;
};

} // namespace

ParameterViews parameterViews(const Blueprint& blueprint, const BlueprintLayer& layer, const at::Tensor& weights,
                              const at::Tensor& gradient) {
    ParameterViews views{slicedView(blueprint, layer.weightSlice, weights),
                         slicedView(blueprint, layer.biasSlice, weights),
                         slicedView(blueprint, layer.weightSlice, gradient),
                         slicedView(blueprint, layer.biasSlice, gradient),
                         {}};
    views.slices = {layer.weightSlice, layer.biasSlice};
    return views;
}

std::unique_ptr<FrontOp> makeInputOp(const Blueprint& blueprint, at::Device device, at::ScalarType activations) {
    return std::make_unique<InputOp>(blueprint, device, activations);
}
std::unique_ptr<LayerOp> makeConvolutionOp(const BlueprintLayer& layer, const ConvolutionContext& context,
                                           ParameterViews parameters) {
    return std::make_unique<ConvolutionOp>(layer, context, std::move(parameters));
}
std::unique_ptr<LayerOp> makePadOp(const BlueprintLayer& layer) {
    return std::make_unique<PadOp>(layer);
}
std::unique_ptr<LayerOp> makeDenseOp(const BlueprintLayer& layer, ParameterViews parameters, at::ScalarType activations,
                                     bool wantsInputGradient) {
    return std::make_unique<DenseOp>(layer, std::move(parameters), activations, wantsInputGradient);
}
std::unique_ptr<LayerOp> makeDropoutOp(const BlueprintLayer& layer, std::uint32_t layerNumber) {
    return std::make_unique<DropoutOp>(layer, layerNumber);
}

} // namespace belfry
