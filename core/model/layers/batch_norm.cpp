#include "core/base/rendezvous.h"
#include "core/model/layers/activation.h"
#include "core/model/layers/layer_ops.h"
#include "core/model/layers/typed_data.h"

#include <tuple>
#include <utility>

namespace belfry {
namespace {

// On the host, in double: n x mean and n x (variance + mean^2) are added without loss.
at::Tensor onHost(const at::Tensor& numbers) { return numbers.to(at::kCPU, at::kDouble).contiguous(); }

void meet(const PassContext& context, const at::Tensor& numbers) {
    context.rendezvous->sum(context.tower, {numbers.data_ptr<double>(), static_cast<std::size_t>(numbers.numel())});
}

// Batch statistics over all towers, whose shares of the batch may differ and may be empty: `mean` and `variance`
// (divided by n) of `rows` rows per channel become those of all towers' rows together. Returns which part of all rows
// are this tower's. Waits for the other towers; CUDA: for the stream too.
double statisticsOfAllTowers(const PassContext& context, std::int64_t rows, at::Tensor& mean, at::Tensor& variance) {
    const auto own = static_cast<double>(rows);
    const at::Tensor ownMean = onHost(mean), ownVariance = onHost(variance);
    const at::Tensor numbers =
        at::cat({ownMean * own, (ownVariance + ownMean.square()) * own, at::full({1}, own, at::kDouble)});
    meet(context, numbers);
    const std::int64_t channels = mean.numel();
    const double all = numbers.const_data_ptr<double>()[2 * channels];
    const at::Tensor allMean = numbers.narrow(0, 0, channels) / all;
    mean = allMean.to(mean.options());
    variance = (numbers.narrow(0, channels, channels) / all - allMean.square()).clamp_min(0).to(variance.options());
    return own / all;
}

// The tower's sums over its rows of gradients that are divided by its own images, as the tower's loss is: `sum` and
// `product` become the sums over all towers, each weighted by its part, so that they stand for the mean over all
// images.
void sumsOfAllTowers(const PassContext& context, double part, at::Tensor& sum, at::Tensor& product) {
    const at::Tensor numbers = at::cat({onHost(sum), onHost(product)}) * part;
    meet(context, numbers);
    const std::int64_t channels = sum.numel();
    sum = numbers.narrow(0, 0, channels).to(sum.options());
    product = numbers.narrow(0, channels, channels).to(product.options());
}

class BatchNormOp : public LayerOp {
public:
    BatchNormOp(const Blueprint& blueprint, const BlueprintLayer& layer, const NetworkVectors& vectors)
        : spec_(std::get<BatchNormLayer>(layer.spec)), name_(layer.name), channels_(layer.in.channels) {
        const auto view = [&](const at::Tensor& flat, int slice) {
            if (!flat.defined() || slice < 0)
                return at::Tensor();
            return flat.narrow(0, blueprint.slices[static_cast<std::size_t>(slice)].offset, channels_);
        };
        scale_ = view(vectors.weights, layer.weightSlice);
        offset_ = view(vectors.weights, layer.biasSlice);
        runningMean_ = view(vectors.weights, layer.meanSlice);
        runningVariance_ = view(vectors.weights, layer.varianceSlice);
        scaleGradient_ = view(vectors.gradient, layer.weightSlice);
        offsetGradient_ = view(vectors.gradient, layer.biasSlice);
        batchMean_ = view(vectors.gradient, layer.meanSlice);
        batchVariance_ = view(vectors.gradient, layer.varianceSlice);
        slices_ = {layer.biasSlice, layer.meanSlice, layer.varianceSlice};
        if (spec_.scale)
            slices_.push_back(layer.weightSlice);
    }

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        const at::Tensor pictures = pixelRows(input), rows = pictures.view({-1, channels_}).to(at::kFloat);
        at::Tensor mean = runningMean_, variance = runningVariance_;
        if (context.training)
            std::tie(variance, mean) = at::var_mean(rows, at::IntArrayRef{0}, /*unbiased=*/false);
        double part = 1; // of all rows
        if (meets(context))
            part = statisticsOfAllTowers(context, rows.size(0), mean, variance);
        const at::Tensor inverse = at::rsqrt(variance + spec_.epsilon);
        const at::Tensor factor = spec_.scale ? inverse * scale_ : inverse;
        const Activated activated =
            activate(at::addcmul(offset_ - mean * factor, rows, factor), spec_.activation, at::kFloat);
        if (context.training)
            kept_ = {rows, activated.kept, mean, variance, inverse, part};
        return fromPixelRows(activated.output.view(pictures.sizes()).to(input.scalar_type()));
    }

    // With n rows: dx = factor (dy - sum(dy) / n - x' sum(dy x') / n), x' the normalised input (Ioffe and Szegedy
    // 2015). Synchronised, the sums are those over all towers; what a tower's share is divided by stays the same.
    at::Tensor backward(const at::Tensor& outputGradient, const PassContext& context) override {
        const Kept kept = std::exchange(kept_, {});
        const at::Tensor pictures = pixelRows(outputGradient), rows = pictures.view({-1, channels_}).to(at::kFloat);
        const at::Tensor gradient = activationGradient(rows, kept.activated, spec_.activation);
        const at::Tensor normalised = (kept.input - kept.mean) * kept.inverse;
        at::Tensor sum = gradient.sum(0), product = (gradient * normalised).sum(0);
        offsetGradient_.copy_(sum);
        if (spec_.scale)
            scaleGradient_.copy_(product);
        batchMean_.copy_(kept.mean);
        batchVariance_.copy_(kept.variance);
        if (meets(context))
            sumsOfAllTowers(context, kept.part, sum, product);
        const at::Tensor factor = spec_.scale ? kept.inverse * scale_ : kept.inverse;
        const double count = static_cast<double>(gradient.size(0));
        const at::Tensor input = (gradient - sum / count - normalised * (product / count)) * factor;
        return fromPixelRows(input.view(pictures.sizes()).to(outputGradient.scalar_type()));
    }

    std::vector<int> slices() const override { return slices_; }
    std::string describe() const override {
        return name_ + " + " + std::string(activationName(spec_.activation)) +
               (spec_.synchronised ? ": ATen, over all towers" : ": ATen");
    }

private:
    bool meets(const PassContext& context) const {
        return context.training && spec_.synchronised && context.rendezvous != nullptr;
    }

    BatchNormLayer spec_;
    std::string name_;
    std::int64_t channels_;
    at::Tensor scale_, offset_, runningMean_, runningVariance_;
    at::Tensor scaleGradient_, offsetGradient_, batchMean_, batchVariance_;
    std::vector<int> slices_;
    struct Kept { // for backward: rows of channels, then numbers per channel
        at::Tensor input, activated, mean, variance, inverse;
        double part = 1; // of the rows of all towers
    } kept_;
};

} // namespace

// In the gradient, the places of the running averages get the batch's own mean and variance.
void addOp(Lowering& lowering, const BlueprintLayer& layer, const BatchNormLayer&) {
    lowering.put(std::make_unique<BatchNormOp>(lowering.blueprint(), layer, lowering.vectors()));
}

} // namespace belfry
