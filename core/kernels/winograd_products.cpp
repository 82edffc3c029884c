// The products of winograd.h: every panel of them is one core's.
#include "core/kernels/chunks.h"
#include "core/kernels/winograd.h"

namespace belfry {

void winogradMultiply(const WinogradWork& work, int leftChannels, int rightChannels, const float* left,
                      const float* right, float* products) {
    const std::int64_t rows = work.tiles(), panel = rows * kPanel;
    const std::int64_t leftPanels = panelsOf(leftChannels), rightPanels = panelsOf(rightChannels);
    forEach(work.products() * rightPanels, [&](std::int64_t i) {
        multiplyPanel(rows, leftChannels, columnsOf(rightChannels, i % rightPanels),
                      leftInPanels(left + i / rightPanels * leftPanels * panel, rows),
                      right + i * leftPanels * kPanel * kPanel, products + i * panel);
    });
}

void winogradAddFilterProducts(const WinogradWork& work, const float* gradient, const float* tiles, float* sums) {
    const std::int64_t rows = work.tiles(), panel = rows * kPanel;
    const std::int64_t inPanels = work.inPanels(), outPanels = work.outPanels();
    forEach(work.products() * inPanels, [&](std::int64_t i) {
        for (std::int64_t of = 0; of < outPanels; ++of)
            addPanel(columnsOf(work.outChannels, of), rows, columnsOf(work.inChannels, i % inPanels),
                     leftTransposed(gradient + (i / inPanels * outPanels + of) * panel), tiles + i * panel,
                     sums + (i * outPanels + of) * kPanel * kPanel);
    });
}

} // namespace belfry
