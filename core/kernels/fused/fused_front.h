// The front of a small network on CUDA, as kernels/lanes is on the CPU: gather, normalise, then one or two convolutions
// of few channels, each with bias, ReLU and 2x2 pool, in shared memory, one image per thread block. All arithmetic is
// fp32. Sums over images are made in a fixed order: the same bits every time. Pointers are the device's; kernels are
// queued on `stream` (cudaStream_t). Sizes are trusted: callers ask fits(). Free of torch.
#pragma once

#include "core/kernels/bf16.h"
#include "core/kernels/host_device.h"

#include <cstdint>

namespace belfry::fused {

// A convolution of stride 1, then bias, maybe ReLU, and a pool of 2x2 with stride 2, which leaves out a last odd row or
// column.
struct Block {
    int channels, height, width;  // of what comes in
    int filters, kernel, padding; // kernel: 3 or 5; padding: zeros on every side
    bool relu;
    BELFRY_HD constexpr int pooledHeight() const { return (height + 2 * padding - kernel + 1) / 2; }
    BELFRY_HD constexpr int pooledWidth() const { return (width + 2 * padding - kernel + 1) / 2; }
    BELFRY_HD constexpr int positions() const { return pooledHeight() * pooledWidth(); }
    BELFRY_HD constexpr int inNumbers() const { return height * width * channels; }
    BELFRY_HD constexpr int outNumbers() const { return positions() * filters; }
    BELFRY_HD constexpr int filterNumbers() const { return kernel * kernel * channels; } // of one filter
    BELFRY_HD constexpr int weightNumbers() const { return filters * filterNumbers(); }
};

// What comes out of block 0 goes into block 1, if there is one.
struct Front {
    int blocks;
    Block block[2];
    BELFRY_HD constexpr const Block& last() const { return block[blocks - 1]; }
    // Weights and biases of block 0, then those of block 1.
    BELFRY_HD constexpr int gradientNumbers() const {
        int numbers = 0;
        for (int b = 0; b < blocks; ++b)
            numbers += block[b].weightNumbers() + block[b].filters;
        return numbers;
    }
};

// Whether these kernels take it: sizes that they know, in the shared memory that every device has.
bool fits(const Front& front);

// uint8 images, the `count` given by `rows` or the first ones if it is null; value * scale + shift is what a network
// sees. Or, where `bytes` is null, `numbers`: images that another kernel has normalised, one after another.
struct Pixels {
    const std::uint8_t* bytes = nullptr;
    const std::int64_t* rows = nullptr;
    float scale = 1, shift = 0;
    const float* numbers = nullptr;
};

// weights: filters x height x width x channels (OHWI).
struct Parameters {
    const float *weights[2] = {}, *biases[2] = {};
};

// What backward needs of forward, for `count` images; null where nothing is to be kept.
struct Kept {
    float* between = nullptr;      // what goes from block 0 to block 1: rows of height x width x channels
    std::uint8_t* winners[2] = {}; // of each block, like its output: place in the window, row by row, or kStopped
};
inline constexpr std::uint8_t kStopped = 4; // the ReLU let nothing through

// T: float or Bf16. out: count rows of height x width x channels, rounded once. In a pool a NaN wins.
template <typename T>
void forward(void* stream, const Front& front, const Pixels& pixels, std::int64_t count, const Parameters& parameters,
             T* out, const Kept& kept);

// backward() writes `rows` rows of front.gradientNumbers() partial sums, at most one for each image: each is of every
// rows-th image. partialRows(): so many keep a device busy; the same on all, as sums depend on it.
int partialRows(std::int64_t count);
template <typename T>
void backward(void* stream, const Front& front, const Pixels& pixels, std::int64_t count, const Parameters& parameters,
              const T* outGradient, const Kept& kept, int rows, float* partials);

// Adds the rows in their order: weights and biases of each block, overwritten.
struct Gradients {
    float *weights[2] = {}, *biases[2] = {};
};
void addPartials(void* stream, const Front& front, int rows, const float* partials, const Gradients& gradients);

} // namespace belfry::fused
