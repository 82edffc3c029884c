// The products of winograd.h: every panel of them is one core's.
#include "core/kernels/chunks.h"
#include "core/kernels/winograd.h"

#include <type_traits>

namespace belfry {
template <typename T>
void winogradMultiply(const WinogradWork& work, int leftChannels, int rightChannels, const T* left, const T* right,
                      float* products) {
    const std::int64_t rows = work.rows(), panel = rows * kPanel;
    const std::int64_t leftPanels = panelsOf(leftChannels), rightPanels = panelsOf(rightChannels);
    forEach(work.products() * rightPanels, [&](std::int64_t i) {
        multiplyPanel(rows, leftChannels + leftChannels % 2, columnsOf(rightChannels, i % rightPanels),
                      left + i / rightPanels * leftPanels * panel, right + i * leftPanels * kPanel * kPanel,
                      products + i * panel);
    });
}

template <typename T>
void winogradAddFilterProducts(const WinogradWork& work, T* gradient, T* tiles, float* sums) {
    const std::int64_t rows = work.rows(), panel = rows * kPanel;
    const std::int64_t inPanels = work.inPanels(), outPanels = work.outPanels();
    if constexpr (std::is_same_v<T, Bf16>) {
        forEach(
            work.products() * outPanels, [&](std::int64_t i) { pairRows(rows, gradient + i * panel); });
        forEach(work.products() * inPanels, [&](std::int64_t i) { pairRows(rows, tiles + i * panel); });
    }
    forEach(work.products() * inPanels, [&](std::int64_t i) {
        for (std::int64_t of = 0; of < outPanels; ++of)
            addTransposedPanel(rows, columnsOf(work.outChannels, of), columnsOf(work.inChannels, i % inPanels),
                               gradient + (i / inPanels * outPanels + of) * panel, tiles + i * panel,
                               sums + (i * outPanels + of) * kPanel * kPanel);
    });
}

template void winogradMultiply(const WinogradWork&, int, int, const float*, const float*, float*);
template void winogradMultiply(const WinogradWork&, int, int, const Bf16*, const Bf16*, float*);
template void winogradAddFilterProducts(const WinogradWork&, float*, float*, float*);
template void winogradAddFilterProducts(const WinogradWork&, Bf16*, Bf16*, float*);

} // namespace belfry
