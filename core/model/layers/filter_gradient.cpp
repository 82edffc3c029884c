#include "core/model/layers/filter_gradient.h"

#include "core/model/arithmetic.h"
#include "core/model/layers/typed_data.h"

namespace belfry {
namespace {

constexpr std::int64_t kMostChannels = 4;

} // namespace

bool filterGradientIsProduct(const at::Tensor& weight) { return weight.is_cuda() && weight.size(1) <= kMostChannels; }

void filterGradientByProduct(at::Tensor& weightGradient, const at::Tensor& gradient, const at::Tensor& input,
                             std::int64_t stride) {
    const std::int64_t filters = weightGradient.size(0), channels = weightGradient.size(1);
    const std::int64_t height = weightGradient.size(2), width = weightGradient.size(3);
    const at::Tensor rows = pixelRows(gradient), pixels = pixelRows(input);
    const std::int64_t line = pixels.size(2) * channels;
    const at::Tensor windows = pixels.as_strided(
        {rows.size(0), rows.size(1), rows.size(2), height, width, channels},
        {pixels.size(1) * line, stride * line, stride * channels, line, channels, 1}, pixels.storage_offset());
    at::Tensor flat = weightGradient.permute({0, 2, 3, 1}).view({filters, height * width * channels});
    multiplyInto(flat, rows.view({-1, filters}).t(), windows.reshape({-1, flat.size(1)}));
}

} // namespace belfry
