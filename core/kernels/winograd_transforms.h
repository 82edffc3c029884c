// Winograd's transforms of some lines of tiles, by one thread: what the passes of winograd.h consist of. Internal to
// the kernels.
#pragma once

#include "core/kernels/bf16.h"
#include "core/kernels/winograd.h"

#include <cstdint>
#include <type_traits>

namespace belfry {

// Where transformed tiles are, [product][panel][tile][32], from tile `first` of the work on. Number: float, or const.
template <typename Number>
struct TilesOf {
    Number* numbers;
    std::int64_t first, rows; // rows: tiles in each panel
    std::int64_t plane;       // numbers from one product to the next

    TilesOf(Number* at, std::int64_t panels, std::int64_t firstTile, std::int64_t tiles)
        : numbers(at), first(firstTile), rows(tiles), plane(panels * tiles * kPanel) {}
    TilesOf(const TilesOf<std::remove_const_t<Number>>& of) requires std::is_const_v<Number>
        : numbers(of.numbers), first(of.first), rows(of.rows), plane(of.plane) {}
    Number* panel(std::int64_t product, std::int64_t of) const {
        return numbers + product * plane + of * rows * kPanel;
    }
};

// Of the lines [first, last) of tiles, counted over all images. The arguments are those of winograd.h, of whole
// batches.
template <typename T>
struct WinogradTransforms {
    void (*input)(const WinogradWork& work, const T* in, const TilesOf<float>& tiles, std::int64_t first,
                  std::int64_t last);
    // Lines of an image in their order, by one thread; sums: for a picture of floats, unread where T is float.
    void (*inputGradient)(const WinogradWork& work, const TilesOf<const float>& products, T* in, float* sums,
                          std::int64_t first, std::int64_t last);
    void (*output)(const WinogradWork& work, const TilesOf<const float>& products, const float* bias, bool relu, T* out,
                   std::int64_t first, std::int64_t last);
    void (*outputGradient)(const WinogradWork& work, const T* outGradient, const T* out, const TilesOf<float>& products,
                           std::int64_t first, std::int64_t last);
};

// For this processor.
template <typename T>
WinogradTransforms<T> winogradTransforms();

// Panel `panel` of product number `product` of left x right, as winogradMultiply() makes all of them.
inline void multiplyTiles(std::int64_t product, std::int64_t panel, int leftChannels, int rightChannels,
                          const TilesOf<const float>& left, const float* right, const TilesOf<float>& products) {
    multiplyPanel(left.rows, leftChannels, columnsOf(rightChannels, panel),
                  leftInPanels(left.panel(product, 0), left.rows),
                  right + (product * panelsOf(rightChannels) + panel) * panelsOf(leftChannels) * kPanel * kPanel,
                  products.panel(product, panel));
}
// The sums of a panel of inputs: gradient, transposed, x tiles, or that added to them.
inline void multiplyForFilters(const WinogradWork& work, std::int64_t product, std::int64_t inPanel, bool adds,
                               const TilesOf<const float>& gradient, const TilesOf<const float>& tiles, float* sums) {
    const auto multiply = adds ? addPanel : multiplyPanel;
    float* const to = sums + (product * work.inPanels() + inPanel) * work.outPanels() * kPanel * kPanel;
    for (std::int64_t of = 0; of < work.outPanels(); ++of)
        multiply(columnsOf(work.outChannels, of), tiles.rows, columnsOf(work.inChannels, inPanel),
                 leftTransposed(gradient.panel(product, of)), tiles.panel(product, inPanel), to + of * kPanel * kPanel,
                 kPanel);
}

} // namespace belfry
