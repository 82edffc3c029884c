// The passes of winograd.h over a whole batch, each by all threads. Of the products, every panel is one core's.
#include "core/kernels/chunks.h"
#include "core/kernels/winograd_transforms.h"

#include <type_traits>
#include <vector>

namespace belfry {

template <typename T>
void winogradInput(const WinogradWork& work, const T* in, float* tiles) {
    const TilesOf<float> all(tiles, work.inPanels(), 0, work.tiles());
    const auto transform = winogradTransforms<T>().input;
    forRowRanges(work.images * work.tileLines(), work.tileNumbers(),
                 [&](std::int64_t first, std::int64_t last) { transform(work, in, all, first, last); });
}

template <typename T>
void winogradInputGradient(const WinogradWork& work, const float* products, T* in) {
    const TilesOf<const float> all(products, work.inPanels(), 0, work.tiles());
    const auto transform = winogradTransforms<T>().inputGradient;
    forRowRanges(work.images, work.tileNumbers(), [&](std::int64_t first, std::int64_t last) {
        std::vector<float> sums(std::is_same_v<T, float> ? 0 : std::size_t(work.inNumbersOfImage()));
        transform(work, all, in, sums.data(), first * work.tileLines(), last * work.tileLines());
    });
}

template <typename T>
void winogradOutput(const WinogradWork& work, const float* products, const float* bias, bool relu, T* out) {
    const TilesOf<const float> all(products, work.outPanels(), 0, work.tiles());
    const auto transform = winogradTransforms<T>().output;
    forRowRanges(work.images * work.tileLines(), work.productNumbers(),
                 [&](std::int64_t first, std::int64_t last) { transform(work, all, bias, relu, out, first, last); });
}

template <typename T>
void winogradOutputGradient(const WinogradWork& work, const T* outGradient, const T* out, float* products) {
    const TilesOf<float> all(products, work.outPanels(), 0, work.tiles());
    const auto transform = winogradTransforms<T>().outputGradient;
    forRowRanges(work.images * work.tileLines(), work.productNumbers(),
                 [&](std::int64_t first, std::int64_t last) { transform(work, outGradient, out, all, first, last); });
}

template void winogradInput(const WinogradWork&, const float*, float*);
template void winogradInputGradient(const WinogradWork&, const float*, float*);
template void winogradOutput(const WinogradWork&, const float*, const float*, bool, float*);
template void winogradOutputGradient(const WinogradWork&, const float*, const float*, float*);
template void winogradInput(const WinogradWork&, const Bf16*, float*);
template void winogradInputGradient(const WinogradWork&, const float*, Bf16*);
template void winogradOutput(const WinogradWork&, const float*, const float*, bool, Bf16*);
template void winogradOutputGradient(const WinogradWork&, const Bf16*, const Bf16*, float*);

void winogradMultiply(const WinogradWork& work, int leftChannels, int rightChannels, const float* left,
                      const float* right, float* products) {
    const std::int64_t panels = panelsOf(rightChannels);
    const TilesOf<const float> from(left, panelsOf(leftChannels), 0, work.tiles());
    const TilesOf<float> to(products, panels, 0, work.tiles());
    forEach(work.products() * panels, [&](std::int64_t i) {
        multiplyTiles(i / panels, i % panels, leftChannels, rightChannels, from, right, to);
    });
}

void winogradAddFilterProducts(const WinogradWork& work, const float* gradient, const float* tiles, float* sums) {
    const std::int64_t panels = work.inPanels();
    const TilesOf<const float> ofGradient(gradient, work.outPanels(), 0, work.tiles());
    const TilesOf<const float> ofTiles(tiles, panels, 0, work.tiles());
    forEach(work.products() * panels, [&](std::int64_t i) {
        multiplyForFilters(work, i / panels, i % panels, /*adds=*/true, ofGradient, ofTiles, sums);
    });
}

} // namespace belfry
