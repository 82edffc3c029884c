#include "core/train/whitening.h"

#include "core/data/stores.h"
#include "core/kernels/input_stage.h"
#include "core/model/input.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <numeric>

namespace belfry {
namespace {

constexpr std::int64_t kPictures = 5000, kPixels = kPictures * 1024; // of large pictures fewer: as many pixels
constexpr std::int64_t kAtOnce = 64;
// Of the patches' mean variance, added to each: noise is not blown up (Jordan 2024).
constexpr double kLeastVariance = 5e-4;

// Sums over patches, whose numbers are in the order of a filter's.
struct PatchSums {
    double count = 0;
    at::Tensor sum, products;
};

// Pictures as the network sees them in evaluation, images x height x width x channels.
at::Tensor picturesAt(const Blueprint& blueprint, const ImageStore& store, std::vector<std::int64_t> ids) {
    std::vector<std::uint8_t> bytes(ids.size() * static_cast<std::size_t>(blueprint.image.bytes()));
    store.read(ids, bytes.data());
    const std::size_t asked = ids.size();
    eraseUnreadable(store, ids);
    if (ids.size() < asked)
        store.read(ids, bytes.data());
    const PictureSize in = sizeOf(blueprint.image), size = stageOutput(blueprint.input, in);
    const auto count = static_cast<std::int64_t>(ids.size());
    at::Tensor pictures = at::empty({count, size.height, size.width, size.channels}, at::kFloat);
    runInputStage({}, blueprint.input, in, {.images = bytes.data(), .count = count}, pictures.data_ptr<float>());
    return pictures.to(at::kDouble);
}

PatchSums patchSums(const Blueprint& blueprint, const ImageStore& store, std::int64_t kernel) {
    const ImageShape seen = networkInput(blueprint.input, blueprint.image);
    const std::int64_t pixels = std::int64_t{seen.height} * seen.width;
    const std::int64_t count = std::min({store.size(), kPictures, std::max(kPixels / pixels, kAtOnce)});
    const std::int64_t numbers = kernel * kernel * seen.channels;
    PatchSums sums{0, at::zeros({numbers}, at::kDouble), at::zeros({numbers, numbers}, at::kDouble)};
    for (std::int64_t first = 0; first < count; first += kAtOnce) {
        std::vector<std::int64_t> ids;
        for (std::int64_t i = first; i < std::min(first + kAtOnce, count); ++i)
            ids.push_back(i * store.size() / count);
        const at::Tensor patches = picturesAt(blueprint, store, ids)
                                       .unfold(1, kernel, 1)
                                       .unfold(2, kernel, 1)
                                       .permute({0, 1, 2, 4, 5, 3})
                                       .reshape({-1, numbers});
        sums.count += static_cast<double>(patches.size(0));
        sums.sum += patches.sum(0);
        sums.products += at::mm(patches.t(), patches);
    }
    return sums;
}

// Rows: filters, those of the largest variance first.
at::Tensor whiteningFilters(const PatchSums& sums) {
    const at::Tensor mean = sums.sum / sums.count;
    const at::Tensor covariance = sums.products / sums.count - at::outer(mean, mean);
    const auto [variances, columns] = at::linalg_eigh(covariance);
    const at::Tensor least = variances.mean() * kLeastVariance + 1e-12; // pictures of one colour vary nowhere
    at::Tensor filters = (columns / (variances.clamp_min(0) + least).sqrt()).t().flip(0);
    // Which of the two directions an eigenvector has is left to the library: the largest number becomes positive.
    const at::Tensor largest = filters.gather(1, filters.abs().argmax(1, /*keepdim=*/true));
    filters = filters * largest.sign();
    return at::cat({filters, -filters});
}

} // namespace

bool whitenFirstLayer(const Blueprint& blueprint, const ImageStore& train, std::vector<float>& weights) {
    const BlueprintLayer& layer = blueprint.layers.front();
    const auto* spec = std::get_if<WhitenLayer>(&layer.spec);
    if (spec == nullptr || train.size() == 0)
        return false;
    const PatchSums sums = patchSums(blueprint, train, spec->kernel);
    const at::Tensor filters = whiteningFilters(sums), biases = -at::mv(filters, sums.sum / sums.count);
    const auto write = [&](int slice, const at::Tensor& values) {
        const at::Tensor floats = values.to(at::kFloat).contiguous();
        std::copy_n(floats.const_data_ptr<float>(), floats.numel(),
                    weights.data() + blueprint.slices[static_cast<std::size_t>(slice)].offset);
    };
    write(layer.weightSlice, filters);
    write(layer.biasSlice, biases);
    return true;
}

} // namespace belfry
