#include "core/kernels/batch_norm.h"

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

// What the passes over the numbers need beside them. Numbers are rows of channels; by channel there are fp32 tensors.
struct Channels {
    // inverse: 1 / sqrt(variance + epsilon); factor: inverse x scale; shift: offset - mean x factor
    at::Tensor mean, inverse, factor, shift;
};

// Passes that ATen makes, for devices without kernels of their own.
namespace by_aten {

std::pair<at::Tensor, at::Tensor> statistics(const at::Tensor& rows) {
    auto [variance, mean] = at::var_mean(rows.to(at::kFloat), at::IntArrayRef{0}, /*unbiased=*/false);
    return {mean, variance};
}
at::Tensor normalised(const at::Tensor& rows, const Channels& channels) {
    return at::addcmul(channels.shift, rows, channels.factor);
}
std::pair<at::Tensor, at::Tensor> sums(const at::Tensor& rows, const Channels& channels, const at::Tensor& gradient) {
    return {gradient.sum(0), (gradient * ((rows - channels.mean) * channels.inverse)).sum(0)};
}
at::Tensor gradient(const at::Tensor& rows, const Channels& channels, const at::Tensor& gradient, const at::Tensor& sum,
                    const at::Tensor& product) {
    return (gradient - sum - (rows - channels.mean) * channels.inverse * product) * channels.factor;
}

} // namespace by_aten

// Own kernels on the CPU, with ReLU and ReLU6 in the same pass.
namespace by_kernels {

bool applies(Activation activation) {
    return activation == Activation::Linear || activation == Activation::Relu || activation == Activation::Relu6;
}
BatchNormWork workOf(const at::Tensor& rows, Activation activation) {
    return {.rows = rows.size(0),
            .channels = static_cast<int>(rows.size(1)),
            .relu = activation != Activation::Linear,
            .ceiling = activation == Activation::Relu6 ? 6.0f : 0.0f};
}
BatchNormChannels pointers(const Channels& channels) {
    return {channels.mean.const_data_ptr<float>(), channels.inverse.const_data_ptr<float>(),
            channels.factor.const_data_ptr<float>(), channels.shift.const_data_ptr<float>()};
}

std::pair<at::Tensor, at::Tensor> statistics(const at::Tensor& rows) {
    const at::Tensor mean = at::empty({rows.size(1)}, at::kDouble), variance = at::empty_like(mean);
    withNumbersOf(rows, [&]<typename T>() {
        batchStatistics(workOf(rows, Activation::Linear), numbers<const T>(rows), numbers<double>(mean),
                        numbers<double>(variance));
    });
    return {mean.to(at::kFloat), variance.to(at::kFloat)};
}
at::Tensor normalised(const at::Tensor& rows, const Channels& channels, Activation activation) {
    at::Tensor out = at::empty_like(rows);
    withNumbersOf(rows, [&]<typename T>() {
        normaliseRows(workOf(rows, activation), numbers<const T>(rows), numbers<const float>(channels.factor),
                      numbers<const float>(channels.shift), numbers<T>(out));
    });
    return out;
}
std::pair<at::Tensor, at::Tensor> sums(const at::Tensor& rows, const Channels& channels, const at::Tensor& gradient,
                                       Activation activation) {
    const at::Tensor sum = at::empty({rows.size(1)}, at::kDouble), product = at::empty_like(sum);
    withNumbersOf(rows, [&]<typename T>() {
        batchNormSums(workOf(rows, activation), pointers(channels), numbers<const T>(rows), numbers<const T>(gradient),
                      numbers<double>(sum), numbers<double>(product));
    });
    return {sum.to(at::kFloat), product.to(at::kFloat)};
}
at::Tensor gradient(const at::Tensor& rows, const Channels& channels, const at::Tensor& gradient, const at::Tensor& sum,
                    const at::Tensor& product, Activation activation) {
    at::Tensor in = at::empty_like(rows);
    withNumbersOf(rows, [&]<typename T>() {
        batchNormGradient(workOf(rows, activation), pointers(channels), numbers<const T>(rows),
                          numbers<const T>(gradient), numbers<const float>(sum), numbers<const float>(product),
                          numbers<T>(in));
    });
    return in;
}

} // namespace by_kernels

class BatchNormOp : public LayerOp {
public:
    BatchNormOp(const Blueprint& blueprint, const BlueprintLayer& layer, const NetworkVectors& vectors)
        : spec_(std::get<BatchNormLayer>(layer.spec)), name_(layer.name), channels_(layer.in.channels),
          own_(normViews(blueprint, layer, vectors.weights)), found_(normViews(blueprint, layer, vectors.gradient)),
          kernels_(vectors.weights.is_cpu()), fused_(kernels_ && by_kernels::applies(spec_.activation)) {
        slices_ = layer.slices();
    }

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        const at::Tensor pictures = pixelRows(input), rows = rowsOf(pictures);
        at::Tensor mean = own_.mean, variance = own_.variance;
        if (context.training && rows.size(0) > 0)
            std::tie(mean, variance) = kernels_ ? by_kernels::statistics(rows) : by_aten::statistics(rows);
        double part = 1; // of all rows
        if (meets(context))
            part = statisticsOfAllTowers(context, rows.size(0), mean, variance);
        const at::Tensor inverse = at::rsqrt(variance + spec_.epsilon);
        const at::Tensor factor = spec_.scale ? inverse * own_.scale : inverse;
        const Channels channels{mean, inverse, factor, own_.offset - mean * factor};
        const Activated activated = normalised(rows, channels);
        if (context.keeps())
            kept_ = {rows, activated.kept, channels, variance, part};
        return fromPixelRows(activated.output.view(pictures.sizes()).to(input.scalar_type()));
    }

    // With n rows: dx = factor (dy - sum(dy) / n - x' sum(dy x') / n), x' the normalised input (Ioffe and Szegedy
    // 2015). Synchronised, the sums are those over all towers; what a tower's share is divided by stays the same.
    at::Tensor backward(const at::Tensor& outputGradient, const PassContext& context) override {
        const Kept kept = std::exchange(kept_, {});
        const at::Tensor pictures = pixelRows(outputGradient);
        const at::Tensor given = // before the activation, if no kernel sees to that
            fused_ ? rowsOf(pictures)
                   : activationGradient(rowsOf(pictures), kept.activated, spec_.activation).contiguous();
        // In evaluation mean and variance are constants, on which nothing depends.
        const at::Tensor zeros = context.training ? at::Tensor() : at::zeros_like(kept.channels.mean);
        const auto [sum, product] = context.training ? means(kept, given, context) : std::pair(zeros, zeros);
        const at::Tensor input = kernels_
                                     ? by_kernels::gradient(kept.input, kept.channels, given, sum, product, inKernel())
                                     : by_aten::gradient(kept.input, kept.channels, given, sum, product);
        return fromPixelRows(input.view(pictures.sizes()).to(outputGradient.scalar_type()));
    }

    std::vector<int> slices() const override { return slices_; }
    std::string describe() const override {
        return name_ + " + " + std::string(activationName(spec_.activation)) + (kernels_ ? ": own kernel" : ": ATen") +
               (spec_.synchronised ? ", over all towers" : "");
    }

private:
    struct Kept { // for backward
        at::Tensor input, activated;
        Channels channels;
        at::Tensor variance;
        double part = 1; // of the rows of all towers
    };
    // The sums divided by the number of rows; of the tower's own the gradients of the parameters are written.
    std::pair<at::Tensor, at::Tensor> means(const Kept& kept, const at::Tensor& given, const PassContext& context) {
        auto [sum, product] = kernels_ ? by_kernels::sums(kept.input, kept.channels, given, inKernel())
                                       : by_aten::sums(kept.input, kept.channels, given);
        found_.offset.copy_(sum);
        if (spec_.scale)
            found_.scale.copy_(product);
        found_.mean.copy_(kept.channels.mean);
        found_.variance.copy_(kept.variance);
        if (meets(context))
            sumsOfAllTowers(context, kept.part, sum, product);
        const double count = static_cast<double>(given.size(0));
        return {sum / count, product / count};
    }
    bool meets(const PassContext& context) const {
        return context.training && spec_.synchronised && context.rendezvous != nullptr;
    }
    // In fp32, unless one kernel does all with what it loads.
    at::Tensor rowsOf(const at::Tensor& pictures) const {
        const at::Tensor rows = pictures.view({-1, channels_});
        return fused_ ? rows : rows.to(at::kFloat);
    }
    Activation inKernel() const { return fused_ ? spec_.activation : Activation::Linear; }
    Activated normalised(const at::Tensor& rows, const Channels& channels) const {
        if (!fused_) {
            const at::Tensor values = kernels_ ? by_kernels::normalised(rows, channels, Activation::Linear)
                                               : by_aten::normalised(rows, channels);
            return activate(values, spec_.activation, at::kFloat);
        }
        return {by_kernels::normalised(rows, channels, spec_.activation), at::Tensor()}; // backward computes it again
    }

    BatchNormLayer spec_;
    std::string name_;
    std::int64_t channels_;
    // Parameters with running averages; their gradients, with what the batch itself has.
    NormViews own_, found_;
    bool kernels_, fused_; // own kernels; that apply the activation too
    std::vector<int> slices_;
    Kept kept_;
};

} // namespace

NormViews normViews(const Blueprint& blueprint, const BlueprintLayer& norm, const at::Tensor& flat) {
    const auto view = [&](int slice) {
        if (!flat.defined() || slice < 0)
            return at::Tensor();
        return flat.narrow(0, blueprint.slices[static_cast<std::size_t>(slice)].offset, norm.in.channels);
    };
    return {view(norm.weightSlice), view(norm.biasSlice), view(norm.meanSlice), view(norm.varianceSlice)};
}

void addOp(Lowering& lowering, const BlueprintLayer& layer, const BatchNormLayer&) {
    if (!std::exchange(lowering.normalised, false))
        lowering.put(std::make_unique<BatchNormOp>(lowering.blueprint(), layer, lowering.vectors()));
}

} // namespace belfry
