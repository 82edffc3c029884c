// Convolution, bias, ReLU and 2x2 max pool for layers with few channels, sixteen images at a time.
//
// A group of 16 images is stored as [channel][row][column][16 floats]: one AVX-512 vector (two of AVX2, four of SSE or
// NEON) holds the same value of 16 images. So there is no waste at edges or in channel counts; weights are broadcast.
// The best instruction set of the processor is chosen at run time (Google Highway).
//
// Plain pointers, no allocation, no state: any thread may call, each with buffers of its own. Same input, same bits on
// one machine. Buffers should be aligned to 64 bytes (for speed only).
// NaN: a NaN in weights, bias or input reaches every output it enters, through ReLU and the pool as well.
#pragma once

#include <cstddef>
#include <cstdint>

namespace belfry::lanes {

inline constexpr int kLanes = 16; // images per group

// Kernel kernel x kernel, stride 1, `padding` zeros on every side; then, if asked for, ReLU and a 2x2 max pool with
// stride 2 that drops an odd last row or column. Sizes below count floats (or bytes) for one group of 16 images.
struct LaneConvolution {
    int inChannels = 1;
    int inHeight = 1;
    int inWidth = 1;
    int filters = 1;
    int kernel = 1;
    int padding = 0; // below kernel
    bool relu = true;
    bool pool = true;

    int convHeight() const { return inHeight + 2 * padding - kernel + 1; }
    int convWidth() const { return inWidth + 2 * padding - kernel + 1; }
    int outHeight() const { return pool ? convHeight() / 2 : convHeight(); }
    int outWidth() const { return pool ? convWidth() / 2 : convWidth(); }
    std::size_t weights() const; // filters x kernel x kernel x inChannels (OHWI), as in the flat vector
    std::size_t inFloats() const;
    std::size_t outFloats() const;
    std::size_t argmaxBytes() const;   // one byte per pooled value; 0 without pool
    std::size_t packedFloats() const;  // for pack()
    std::size_t lanedFloats() const;   // for the gradient sums of one thread: (weights + filters) x 16
    std::size_t scratchFloats() const; // for forward() and backward(), contents never matter
    std::int64_t multiplyAdds() const; // of one image, forward, zeros of the padding included
};

// Throws Error(Usage) with the first number that cannot be.
void check(const LaneConvolution& shape);

// Weights (OHWI) in the orders the kernels read them; once per step, then shared by all threads.
void pack(const LaneConvolution& shape, const float* weights, float* packed);

// in [inChannels][inHeight][inWidth][16] -> out [filters][outHeight][outWidth][16].
// argmax [filters][outHeight][outWidth][16]: 2 * row + column of the largest of each 2x2, the first one if equal, as
// backward() needs it; null in evaluation and without pool.
void forward(const LaneConvolution& shape, const float* in, const float* packed, const float* bias, float* out,
             std::uint8_t* argmax, float* scratch);

struct LaneBackward {
    const float* in = nullptr;            // as given to forward()
    const float* packed = nullptr;        // as given to forward()
    const float* out = nullptr;           // what forward() gave: where it is zero, ReLU lets no gradient through
    const std::uint8_t* argmax = nullptr; // what forward() gave
    const float* gradOut = nullptr;       // like out; zero in lanes that hold no image
    float* laned = nullptr;               // += [filters][kernel][kernel][inChannels][16], then [filters][16]
    float* gradIn = nullptr;              // like in, overwritten; null for the first layer
    float* scratch = nullptr;
};
void backward(const LaneConvolution& shape, const LaneBackward& pass);

// Sums over the lanes: gradWeights (OHWI) += and gradBias +=. Once per chunk of groups, not per group.
void foldGradient(const LaneConvolution& shape, const float* laned, float* gradWeights, float* gradBias);

// Which groups belong to a chunk. The number of chunks must not depend on the number of threads: the thread that
// computes a chunk starts its sums from zero and folds them into the chunk's own gradient; adding these in order of the
// chunks gives the same bits for any number of threads.
struct GroupRange {
    int begin = 0;
    int end = 0;
};
GroupRange chunkOfGroups(int groups, int chunks, int chunk);

} // namespace belfry::lanes
