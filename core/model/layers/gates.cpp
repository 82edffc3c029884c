// Layers that multiply what they get: by trained factors, by factors found from the maps, by 0 for some images.
#include "core/model/layers/activation.h"
#include "core/model/layers/layer_ops.h"
#include "core/model/layers/mask_op.h"
#include "core/model/layers/typed_data.h"

#include <utility>

namespace belfry {
namespace {

class ScaleOp : public LayerOp {
public:
    ScaleOp(const BlueprintLayer& layer, const ScaleLayer& spec, ParameterViews parameters)
        : name_(layer.name), channels_(layer.in.channels), factor_(spec.start), parameters_(std::move(parameters)) {}

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        const at::Tensor rows = pixelRows(input);
        if (!parameters_.weight.defined())
            return fromPixelRows(rows * factor_);
        if (context.keeps())
            input_ = rows;
        return fromPixelRows((rows * parameters_.weight).to(input.scalar_type()));
    }
    at::Tensor backward(const at::Tensor& outputGradient, const PassContext& context) override {
        const at::Tensor rows = pixelRows(outputGradient);
        if (!parameters_.weight.defined())
            return fromPixelRows(rows * factor_);
        const at::Tensor gradient = rows.to(at::kFloat);
        const at::Tensor input = std::exchange(input_, {});
        if (context.training)
            parameters_.weightGradient.copy_((gradient * input).view({-1, channels_}).sum(0));
        return fromPixelRows((gradient * parameters_.weight).to(outputGradient.scalar_type()));
    }
    std::vector<int> slices() const override { return parameters_.slices; }
    std::string describe() const override { return name_ + ": ATen"; }

private:
    std::string name_;
    std::int64_t channels_;
    double factor_;
    ParameterViews parameters_; // none: the factor
    at::Tensor input_;
};

class DropPathOp : public MaskOp {
public:
    using MaskOp::MaskOp;

private:
    // Dropout of one unit an image.
    at::Tensor masked(const at::Tensor& values, const PassContext& context) const override {
        std::vector<std::int64_t> sizes(static_cast<std::size_t>(values.dim()), 1);
        sizes[0] = values.size(0);
        const at::Tensor factors = at::ones(sizes, values.options().dtype(at::kFloat));
        dropout(contextOf(values.device()), numbers<float>(factors), context.imageIds, values.size(0), 1, fraction_,
                keyOf(context));
        return values * factors.to(values.scalar_type());
    }
};

// In fp32 in either precision: its products are small.
class SqueezeExciteOp : public LayerOp {
public:
    SqueezeExciteOp(const BlueprintLayer& layer, const SqueezeExciteLayer& spec, ParameterViews squeeze,
                    ParameterViews gate)
        : name_(layer.name), activation_(spec.activation), squeeze_(std::move(squeeze)), gate_(std::move(gate)),
          pixels_(static_cast<double>(layer.in.height) * layer.in.width) {}

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        const at::Tensor maps = mapsOf(input);
        const at::Tensor means = maps.mean({2, 3}, /*keepdim=*/false, at::kFloat);
        const Activated units = activate(at::addmm(squeeze_.bias, means, squeeze_.weight.t()), activation_, at::kFloat);
        const at::Tensor factors = at::addmm(gate_.bias, units.output, gate_.weight.t()).sigmoid_();
        if (context.keeps())
            kept_ = {maps, means, units.output, units.kept, factors};
        return (maps * perMap(factors)).to(input.scalar_type()).view(input.sizes());
    }

    at::Tensor backward(const at::Tensor& outputGradient, const PassContext& context) override {
        const Kept kept = std::exchange(kept_, {});
        const at::Tensor given = mapsOf(outputGradient);
        const at::Tensor gate =
            at::sigmoid_backward((given * kept.maps).sum({2, 3}, /*keepdim=*/false, at::kFloat), kept.factors);
        const at::Tensor units = activationGradient(at::mm(gate, gate_.weight), kept.activated, activation_);
        if (context.training) {
            multiplyInto(gate_.weightGradient, gate.t(), kept.units);
            at::sum_out(gate_.biasGradient, gate, at::IntArrayRef{0});
            multiplyInto(squeeze_.weightGradient, units.t(), kept.means);
            at::sum_out(squeeze_.biasGradient, units, at::IntArrayRef{0});
        }
        const at::Tensor means = at::mm(units, squeeze_.weight) / pixels_; // to every pixel of its map
        return (given * perMap(kept.factors) + perMap(means))
            .to(outputGradient.scalar_type())
            .view(outputGradient.sizes());
    }

    std::vector<int> slices() const override {
        std::vector<int> all = gate_.slices;
        all.insert(all.end(), squeeze_.slices.begin(), squeeze_.slices.end());
        return all;
    }
    std::string describe() const override {
        return name_ + " + " + std::string(activationName(activation_)) + " + sigmoid: ATen";
    }

private:
    static at::Tensor mapsOf(const at::Tensor& values) { // units are maps of one pixel
        return values.dim() == 4 ? values : values.view({values.size(0), -1, 1, 1});
    }
    static at::Tensor perMap(const at::Tensor& numbers) { return numbers.view({numbers.size(0), -1, 1, 1}); }

    std::string name_;
    Activation activation_;
    ParameterViews squeeze_, gate_;
    double pixels_;
    struct Kept {
        at::Tensor maps, means, units, activated, factors;
    } kept_;
};

} // namespace

void addOp(Lowering& lowering, const BlueprintLayer& layer, const ScaleLayer& spec) {
    lowering.put(std::make_unique<ScaleOp>(layer, spec, lowering.parametersFrom(layer, lowering.vectors().weights)));
}

void addOp(Lowering& lowering, const BlueprintLayer& layer, const DropPathLayer& spec) {
    lowering.put(std::make_unique<DropPathOp>(layer.name, spec.fraction, static_cast<std::uint32_t>(lowering.index())));
}

void addOp(Lowering& lowering, const BlueprintLayer& layer, const SqueezeExciteLayer& spec) {
    const at::Tensor& weights = lowering.vectors().weights;
    lowering.put(std::make_unique<SqueezeExciteOp>(
        layer, spec, lowering.parametersFrom(layer, weights),
        lowering.parametersFrom(layer.gateWeightSlice, layer.gateBiasSlice, weights)));
}

} // namespace belfry
