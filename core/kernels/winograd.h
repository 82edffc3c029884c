// 3x3 convolutions of stride 1 in 16 multiplications where the plain way takes 36: Winograd's F(2x2, 3x3), as in
// Lavin & Gray, "Fast Algorithms for Convolutional Neural Networks", 2016. Pictures are cut into tiles of 4x4 that
// overlap by two and give 2x2 outputs each; with tiles and filters transformed, a convolution is 16 products of
// matrices, [tiles][in] x [out][in] transposed. Those are the caller's: this file has the transforms around them, and
// their transposes, which the gradients take.
//
// CPU only, fp32, channels last. Plain pointers, nothing is kept; any thread may call. What is written is overwritten.
#pragma once

#include <cstddef>
#include <cstdint>

namespace belfry {

struct WinogradWork {
    std::int64_t images = 0;
    int inChannels = 0, outChannels = 0;
    int inHeight = 0, inWidth = 0, outHeight = 0, outWidth = 0;
    int above = 0, left = 0; // lines of zeros before the picture; after it as many as the outputs take

    std::int64_t tilesOfImage() const { return std::int64_t{(outHeight + 1) / 2} * ((outWidth + 1) / 2); }
    std::int64_t tiles() const { return images * tilesOfImage(); }
};
inline constexpr int kWinogradProducts = 16; // numbers of a transformed tile

// Filters [out][3][3][in] -> [16][out][in], and the gradient back.
void winogradFilters(const WinogradWork& work, const float* filters, float* transformed);
void winogradFilterGradient(const WinogradWork& work, const float* transformed, float* filters);

// Pictures [images][inHeight][inWidth][in] -> [16][tiles][in], and the gradient back.
void winogradInput(const WinogradWork& work, const float* in, float* tiles);
void winogradInputGradient(const WinogradWork& work, const float* tiles, float* in);

// Products [16][tiles][out] -> outputs [images][outHeight][outWidth][out] with the bias added; and the gradient back.
void winogradOutput(const WinogradWork& work, const float* products, const float* bias, float* out);
void winogradOutputGradient(const WinogradWork& work, const float* out, float* products);

} // namespace belfry
