#include "core/model/layers/activation.h"
#include "core/model/layers/layer_ops.h"
#include "core/model/layers/typed_data.h"

#include <optional>
#include <tuple>
#include <utility>

namespace belfry {
namespace {

// What layer norm and group norm have in common: statistics of one image alone. In fp32 in either precision.
class ImageNormOp : public LayerOp {
public:
    ImageNormOp(const BlueprintLayer& layer, ParameterViews parameters, double epsilon, Activation activation)
        : name_(layer.name), channels_(layer.in.channels), parameters_(std::move(parameters)), epsilon_(epsilon),
          activation_(activation) {}

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        const at::Tensor values = arranged(input).to(at::kFloat);
        auto [output, mean, inverse] = normalise(values);
        const Activated activated = activate(output, activation_, at::kFloat);
        if (context.keeps())
            kept_ = {values, activated.kept, mean, inverse};
        return arrangedBack(activated.output, input.sizes()).to(input.scalar_type());
    }

    at::Tensor backward(const at::Tensor& outputGradient, const PassContext& context) override {
        const Kept kept = std::exchange(kept_, {});
        const at::Tensor given = arranged(outputGradient).to(at::kFloat);
        auto [input, scale, offset] =
            gradients(activationGradient(given, kept.activated, activation_), kept.input, kept.mean, kept.inverse);
        if (context.training) {
            parameters_.weightGradient.copy_(scale);
            parameters_.biasGradient.copy_(offset);
        }
        return arrangedBack(input, outputGradient.sizes()).to(outputGradient.scalar_type());
    }

    std::vector<int> slices() const override { return parameters_.slices; }
    std::string describe() const override {
        return name_ + " + " + std::string(activationName(activation_)) + ": ATen";
    }

protected:
    using Three = std::tuple<at::Tensor, at::Tensor, at::Tensor>;
    virtual at::Tensor arranged(const at::Tensor& values) const = 0;
    virtual at::Tensor arrangedBack(const at::Tensor& values, at::IntArrayRef sizes) const = 0;
    virtual Three normalise(const at::Tensor& values) const = 0; // with mean and 1 / deviation
    virtual Three gradients(const at::Tensor& gradient, const at::Tensor& values, const at::Tensor& mean,
                            const at::Tensor& inverse) const = 0; // of values, scale and offset

    std::string name_;
    std::int64_t channels_;
    ParameterViews parameters_;
    double epsilon_;

private:
    Activation activation_;
    struct Kept {
        at::Tensor input, activated, mean, inverse;
    } kept_;
};

class LayerNormOp : public ImageNormOp {
public:
    LayerNormOp(const BlueprintLayer& layer, const LayerNormLayer& spec, ParameterViews parameters)
        : ImageNormOp(layer, std::move(parameters), spec.epsilon, spec.activation) {}

private:
    at::Tensor arranged(const at::Tensor& values) const override { return pixelRows(values); }
    at::Tensor arrangedBack(const at::Tensor& rows, at::IntArrayRef) const override { return fromPixelRows(rows); }
    Three normalise(const at::Tensor& rows) const override {
        return at::native_layer_norm(rows, {channels_}, parameters_.weight, parameters_.bias, epsilon_);
    }
    Three gradients(const at::Tensor& gradient, const at::Tensor& rows, const at::Tensor& mean,
                    const at::Tensor& inverse) const override {
        return at::native_layer_norm_backward(gradient.contiguous(), rows, {channels_}, mean, inverse,
                                              parameters_.weight, parameters_.bias, {true, true, true});
    }
};

class GroupNormOp : public ImageNormOp {
public:
    GroupNormOp(const BlueprintLayer& layer, const GroupNormLayer& spec, ParameterViews parameters)
        : ImageNormOp(layer, std::move(parameters), spec.epsilon, spec.activation), groups_(spec.groups),
          pixels_(std::int64_t{layer.in.height} * layer.in.width) {}

private:
    // ATen's kernels for channels that come last give other bits with other numbers of threads.
    at::Tensor arranged(const at::Tensor& values) const override {
        return values.reshape({values.size(0), channels_, pixels_}).contiguous();
    }
    at::Tensor arrangedBack(const at::Tensor& values, at::IntArrayRef sizes) const override {
        const at::Tensor pictures = values.view(sizes);
        return sizes.size() == 4 ? pictures.contiguous(at::MemoryFormat::ChannelsLast) : pictures;
    }
    Three normalise(const at::Tensor& values) const override {
        return at::native_group_norm(values, parameters_.weight, parameters_.bias, values.size(0), channels_, pixels_,
                                     groups_, epsilon_);
    }
    Three gradients(const at::Tensor& gradient, const at::Tensor& values, const at::Tensor& mean,
                    const at::Tensor& inverse) const override {
        return at::native_group_norm_backward(gradient.contiguous(), values, mean, inverse, parameters_.weight,
                                              values.size(0), channels_, pixels_, groups_, {true, true, true});
    }

    std::int64_t groups_, pixels_;
};

} // namespace

void addOp(Lowering& lowering, const BlueprintLayer& layer, const LayerNormLayer& spec) {
    lowering.put(
        std::make_unique<LayerNormOp>(layer, spec, lowering.parametersFrom(layer, lowering.vectors().weights)));
}

void addOp(Lowering& lowering, const BlueprintLayer& layer, const GroupNormLayer& spec) {
    lowering.put(
        std::make_unique<GroupNormOp>(layer, spec, lowering.parametersFrom(layer, lowering.vectors().weights)));
}

} // namespace belfry
