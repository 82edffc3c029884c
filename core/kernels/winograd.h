// Convolutions of stride 1 in fewer multiplications: Winograd's F(2x2, 3x3), with 16 where the plain way takes 36,
// F(4x4, 3x3), with 36 instead of 144, and F(2x2, 5x5), with 36 instead of 100, as in Lavin & Gray, "Fast Algorithms
// for Convolutional Neural Networks", 2016. Pictures are cut into tiles that overlap by two or four and give 2x2 or 4x4
// outputs each; with tiles and filters transformed, a convolution is 16 or 36 products of matrices, [tiles][in] x
// [in][out]. The transforms write and read panels (panels.h), in which products are fast.
//
// T is float or Bf16: the type of pictures. All else is floats: transformed tiles of halves would be rounded, which
// only the smaller tiles bear, and what a processor gains by products of halves is lost by those.
//
// CPU only, channels last. Plain pointers, nothing is kept; any thread may call. What is written is overwritten.
#pragma once

#include "core/kernels/panels.h"

#include <cstddef>
#include <cstdint>

namespace belfry {

struct WinogradWork {
    std::int64_t images = 0;
    int inChannels = 0, outChannels = 0;
    int inHeight = 0, inWidth = 0, outHeight = 0, outWidth = 0;
    int above = 0, left = 0; // lines of zeros before the picture; after it as many as the outputs take
    int taps = 3;            // on each side of a filter, 3 or 5
    int tile = 2;            // outputs on each side of a tile, 2, or 4 with 3 taps

    int side() const { return tile + taps - 1; }
    int products() const { return side() * side(); }                         // numbers of a transformed tile
    std::int64_t tileLines() const { return (outHeight + tile - 1) / tile; } // of an image
    std::int64_t tileColumns() const { return (outWidth + tile - 1) / tile; }
    std::int64_t tilesOfImage() const { return tileLines() * tileColumns(); }
    std::int64_t tiles() const { return images * tilesOfImage(); }
    std::int64_t inNumbersOfImage() const { return std::int64_t{inHeight} * inWidth * inChannels; }
    std::int64_t inPanels() const { return panelsOf(inChannels); }
    std::int64_t outPanels() const { return panelsOf(outChannels); }
    // Numbers of transformed tiles, [product][panel][tile][32], and of transformed filters.
    std::int64_t tileNumbers() const { return products() * inPanels() * tiles() * kPanel; }
    std::int64_t productNumbers() const { return products() * outPanels() * tiles() * kPanel; }
    std::int64_t filterNumbers() const { return products() * inPanels() * outPanels() * kPanel * kPanel; }
};

// Filters [out][taps][taps][in] as right operands: forOutput [product][out panel][in][32] of the products that give
// outputs, and forInput [product][in panel][out][32], which may be null, of those that give the input's gradient.
void winogradFilters(const WinogradWork& work, const float* filters, float* forOutput, float* forInput);
// The gradient back, from sums [product][in panel][out][32].
void winogradFilterGradient(const WinogradWork& work, const float* sums, float* filters);

// Pictures [images][inHeight][inWidth][in] -> tiles; and the gradient back, from products of tiles' size.
template <typename T>
void winogradInput(const WinogradWork& work, const T* in, float* tiles);
template <typename T>
void winogradInputGradient(const WinogradWork& work, const float* products, T* in);

// Products -> outputs [images][outHeight][outWidth][out] with the bias (null: none) added, and the ReLU applied; and
// the gradient back, where `out` (null without ReLU) is greater than zero.
template <typename T>
void winogradOutput(const WinogradWork& work, const float* products, const float* bias, bool relu, T* out);
template <typename T>
void winogradOutputGradient(const WinogradWork& work, const T* outGradient, const T* out, float* products);

// products = tiles x filters, for outputs; with the gradient's operands and the roles of in and out exchanged, for the
// input's gradient.
void winogradMultiply(const WinogradWork& work, int leftChannels, int rightChannels, const float* left,
                      const float* right, float* products);
// sums += gradient, transposed, x tiles.
void winogradAddFilterProducts(const WinogradWork& work, const float* gradient, const float* tiles, float* sums);

// The same block by block, where that is faster: the forward pass, with forOutput, and the backward pass, for which the
// batch is divided into winogradParts(work) parts, 0 where it is slower. `filters` of winogradBackward is forInput;
// inGradient may be null; sums: memory for parts x filterNumbers() numbers, of which the first part's are what
// winogradFilterGradient takes.
bool winogradForwardInBlocks(const WinogradWork& work);
std::int64_t winogradParts(const WinogradWork& work);
template <typename T>
void winogradForward(const WinogradWork& work, const T* in, const float* filters, const float* bias, bool relu, T* out);
template <typename T>
void winogradBackward(const WinogradWork& work, const T* in, const T* out, const T* outGradient, const float* filters,
                      T* inGradient, float* sums);

} // namespace belfry
