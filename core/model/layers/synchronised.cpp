#include "core/model/layers/synchronised.h"

#include "core/base/rendezvous.h"

namespace belfry {
namespace {

// On the host, in double: n x mean and n x (variance + mean^2) are added without loss.
at::Tensor onHost(const at::Tensor& numbers) {
    return numbers.to(at::kCPU, at::kDouble).contiguous();
}

void meet(const PassContext& context, const at::Tensor& numbers) {
    context.rendezvous->sum(context.tower, {numbers.data_ptr<double>(), static_cast<std::size_t>(numbers.numel())});
}

} // namespace

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

void sumsOfAllTowers(const PassContext& context, double part, at::Tensor& sum, at::Tensor& product) {
    const at::Tensor numbers = at::cat({onHost(sum), onHost(product)}) * part;
    meet(context, numbers);
    const std::int64_t channels = sum.numel();
    sum = numbers.narrow(0, 0, channels).to(sum.options());
    product = numbers.narrow(0, channels, channels).to(product.options());
}

} // namespace belfry
