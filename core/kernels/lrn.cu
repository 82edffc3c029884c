// CUDA versions of lrn.h. A block has whole pixels, or a part of a long one: what every channel gives to its
// neighbours' windows, the power among it, is computed once and passed through shared memory.
#include "core/kernels/cuda_index.h"
#include "core/kernels/cuda_kernels.h"
#include "core/kernels/cuda_launch.h"

namespace belfry::cuda {
namespace {

// sqrtf() is right to the last bit and calls a subroutine for that. This is right to 2^-23 of the root.
__device__ float approximateRoot(float value) {
#ifdef __CUDA_ARCH__
    float root;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(root) : "f"(value));
    return root;
#else
    return std::sqrt(value);
#endif
}

__device__ float inversePower(float value, float beta) {
    const float inverseRoot = rsqrtf(value);
    if (beta == 0.75f)
        return inverseRoot * approximateRoot(inverseRoot);
    return beta == 0.5f ? inverseRoot : powf(value, -beta);
}

// ReLU that keeps a NaN.
__device__ float input(const LrnWork& work, float x) { return work.relu && x < 0.0f ? 0.0f : x; }

// d/d in, of what comes through the number itself and of the window's sum.
__device__ float gradientOf(const LrnWork& work, float x, float through, float sum) {
    const float gradient = through - 2.0f * work.alpha * work.beta * x * sum;
    return work.relu && !(x > 0.0f) ? 0.0f : gradient;
}

// ---- Radius 4 and beta 0.75, as the zoo has them, and channels in packs. A thread has one pack.

constexpr int kUsualRadius = 4, kQuad = 4;
constexpr float kUsualBeta = 0.75f;
using Quad = Pack<float, kQuad>;

// The pack of a thread: where it is, and where in shared memory, which has a quad of zeros before and behind every
// pixel. There are `quads` of them, and no thread has any beyond `pixels`.
template <int kNumbers>
struct PackPlace {
    std::int64_t first; // of the tensor
    int quad;
    bool mine;
    __device__ PackPlace(const LrnWork& work, Divider<std::uint32_t> packs, int pixelsOfBlock, Quad* quads) {
        const std::int64_t firstPixel = firstOfBlock(pixelsOfBlock), left = work.rows - firstPixel;
        const auto pixels = static_cast<std::uint32_t>(left < pixelsOfBlock ? left : pixelsOfBlock);
        const std::uint32_t stride = packs.by() * (kNumbers / kQuad) + 1;
        for (std::uint32_t padding = threadIdx.x; padding <= pixels; padding += kThreads)
            quads[padding * stride] = Quad{};
        std::uint32_t rest = threadIdx.x;
        const std::uint32_t pixel = packs.divide(rest);
        mine = pixel < pixels;
        first = firstPixel * work.channels + static_cast<std::int64_t>(threadIdx.x) * kNumbers;
        quad = static_cast<int>(pixel * stride + 1 + rest * (kNumbers / kQuad));
    }
};
template <int kNumbers>
constexpr int kQuads = kThreads*(kNumbers / kQuad + 1) + 1; // if every pixel is one pack

template <int kNumbers>
__device__ void share(const float (&values)[kNumbers], Quad* quads) {
    for (int i = 0; i < kNumbers; ++i)
        quads[i / kQuad].numbers[i % kQuad] = values[i];
}

// Of each number, the sum over its window.
template <int kNumbers>
__device__ void windowSums(const Quad* quads, float (&sums)[kNumbers]) {
    constexpr int kTaps = kNumbers + 2 * kUsualRadius;
    float taps[kTaps];
#pragma unroll
    for (int i = 0; i < kTaps / kQuad; ++i) {
        const Quad quad = quads[i - 1];
        for (int j = 0; j < kQuad; ++j)
            taps[i * kQuad + j] = quad.numbers[j];
    }
#pragma unroll
    for (int i = 0; i < kNumbers; ++i) {
        sums[i] = taps[i];
        for (int tap = 1; tap <= 2 * kUsualRadius; ++tap)
            sums[i] += taps[i + tap];
    }
}

template <typename T, int kNumbers>
__global__ void usualForwardKernel(LrnWork work, Divider<std::uint32_t> packs, int pixelsOfBlock, const T* in, T* out,
                                   float* divisor) {
    __shared__ Quad quads[kQuads<kNumbers>];
    const PackPlace<kNumbers> at(work, packs, pixelsOfBlock, quads);
    float x[kNumbers], numbers[kNumbers];
    if (at.mine) {
        loadFloats(in + at.first, x);
        for (int i = 0; i < kNumbers; ++i) {
            x[i] = input(work, x[i]);
            numbers[i] = x[i] * x[i];
        }
        share(numbers, quads + at.quad);
    }
    __syncthreads();
    if (!at.mine)
        return;
    windowSums(quads + at.quad, numbers);
    for (int i = 0; i < kNumbers; ++i) {
        numbers[i] = work.bias + work.alpha * numbers[i];
        x[i] *= inversePower(numbers[i], kUsualBeta);
    }
    storeFloats(x, out + at.first);
    if (divisor != nullptr)
        for (int i = 0; i < kNumbers; i += kQuad)
            storePack(Quad{{numbers[i], numbers[i + 1], numbers[i + 2], numbers[i + 3]}}, divisor + at.first + i);
}

template <typename T, int kNumbers>
__global__ void usualBackwardKernel(LrnWork work, Divider<std::uint32_t> packs, int pixelsOfBlock, const T* in,
                                    const float* divisor, const T* outGradient, T* inGradient) {
    __shared__ Quad quads[kQuads<kNumbers>];
    const PackPlace<kNumbers> at(work, packs, pixelsOfBlock, quads);
    float x[kNumbers], through[kNumbers], numbers[kNumbers];
    if (at.mine) {
        loadFloats(in + at.first, x);
        loadFloats(outGradient + at.first, through);
        for (int i = 0; i < kNumbers; i += kQuad) {
            const Quad divisors = loadPack<kQuad>(divisor + at.first + i);
            for (int j = 0; j < kQuad; ++j)
                numbers[i + j] = divisors.numbers[j];
        }
        for (int i = 0; i < kNumbers; ++i) {
            const float inverseRoot = rsqrtf(numbers[i]);
            x[i] = input(work, x[i]);
            through[i] *= inverseRoot * approximateRoot(inverseRoot);
            numbers[i] = through[i] * x[i] * (inverseRoot * inverseRoot);
        }
        share(numbers, quads + at.quad);
    }
    __syncthreads();
    if (!at.mine)
        return;
    windowSums(quads + at.quad, numbers);
    for (int i = 0; i < kNumbers; ++i)
        x[i] = gradientOf(work, x[i], through[i], numbers[i]);
    storeFloats(x, inGradient + at.first);
}

// ---- Any radius, power and number of channels. A thread has single numbers.

constexpr int kTile = 1024; // channels of a block, of one pixel or of several

struct Tiles {
    int channels; // of a pixel that a block has
    int pixels;
    int radius; // what is wider than the pixel adds nothing
    Divider<std::uint32_t> padded, plain;
    explicit Tiles(const LrnWork& work)
        : channels(work.channels < kTile ? work.channels : kTile), pixels(kTile / channels),
          radius(work.radius < work.channels ? work.radius : work.channels - 1), padded(channels + 2 * radius),
          plain(channels) {}
};

// The part of a block, and what its threads do in turn.
struct TilePlace {
    std::int64_t first; // number of the block's first pixel
    int pixels, channel, channels;
    __device__ TilePlace(const LrnWork& work, const Tiles& tiles) {
        const std::int64_t firstPixel = firstOfBlock(tiles.pixels), left = work.rows - firstPixel;
        first = firstPixel * work.channels;
        pixels = static_cast<int>(left < tiles.pixels ? left : tiles.pixels);
        channel = static_cast<int>(blockIdx.y) * tiles.channels;
        channels = min(tiles.channels, work.channels - channel);
    }
    // body(i, offset): i counts the padded channels of the block, offset those of its first pixel on; -1 outside.
    template <typename Body>
    __device__ void forPadded(const LrnWork& work, const Tiles& tiles, const Body& body) const {
        const std::uint32_t count = static_cast<std::uint32_t>(pixels) * tiles.padded.by();
        for (std::uint32_t i = threadIdx.x; i < count; i += kThreads) {
            std::uint32_t rest = i;
            const auto pixel = static_cast<int>(tiles.padded.divide(rest));
            const int c = channel + static_cast<int>(rest) - tiles.radius;
            body(i, c < 0 || c >= work.channels ? -1 : pixel * work.channels + c);
        }
    }
    // body(i, offset): i is the first of the window of channel `offset`.
    template <typename Body>
    __device__ void forWindows(const LrnWork& work, const Tiles& tiles, const Body& body) const {
        const auto count = static_cast<std::uint32_t>(pixels * channels); // several pixels: all their channels
        for (std::uint32_t i = threadIdx.x; i < count; i += kThreads) {
            std::uint32_t rest = i;
            const std::uint32_t pixel = tiles.plain.divide(rest);
            body(pixel * tiles.padded.by() + rest,
                 static_cast<int>(pixel) * work.channels + channel + static_cast<int>(rest));
        }
    }
};

__device__ float windowSum(const float* from, int radius) {
    float sum = from[0];
    for (int i = 1; i <= 2 * radius; ++i)
        sum += from[i];
    return sum;
}

template <typename T>
__global__ void anyForwardKernel(LrnWork work, Tiles tiles, const T* in, T* out, float* divisor) {
    auto* squares = sharedMemory<float>();
    const TilePlace at(work, tiles);
    at.forPadded(work, tiles, [&](std::uint32_t i, int offset) {
        const float x = offset < 0 ? 0.0f : input(work, toFloat(in[at.first + offset]));
        squares[i] = x * x;
    });
    __syncthreads();
    at.forWindows(work, tiles, [&](std::uint32_t i, int offset) {
        const float divided = work.bias + work.alpha * windowSum(squares + i, tiles.radius);
        store(input(work, toFloat(in[at.first + offset])) * inversePower(divided, work.beta), out[at.first + offset]);
        if (divisor != nullptr)
            divisor[at.first + offset] = divided;
    });
}

template <typename T>
__global__ void anyBackwardKernel(LrnWork work, Tiles tiles, const T* in, const float* divisor, const T* outGradient,
                                  T* inGradient) {
    const TilePlace at(work, tiles);
    auto* products = sharedMemory<float>();
    float* through = products + tiles.pixels * static_cast<int>(tiles.padded.by());
    at.forPadded(work, tiles, [&](std::uint32_t i, int offset) {
        through[i] = products[i] = 0.0f;
        if (offset < 0)
            return;
        const float divided = divisor[at.first + offset];
        through[i] = toFloat(outGradient[at.first + offset]) * inversePower(divided, work.beta);
        products[i] = through[i] * input(work, toFloat(in[at.first + offset])) / divided;
    });
    __syncthreads();
    at.forWindows(work, tiles, [&](std::uint32_t i, int offset) {
        const float x = input(work, toFloat(in[at.first + offset]));
        store(gradientOf(work, x, through[i + tiles.radius], windowSum(products + i, tiles.radius)),
              inGradient[at.first + offset]);
    });
}

// ----

// A block's pixels where the usual kernels fit, else 0.
template <typename T, typename... Pointers>
int usualPixels(const LrnWork& work, const float* divisor, const Pointers*... pointers) {
    const bool fits = work.radius == kUsualRadius && work.beta == kUsualBeta &&
                      fitPacks(work.channels, kPack<T>, pointers...) && fitPacks(work.channels, kQuad, divisor);
    return fits ? kThreads * kPack<T> / work.channels : 0; // 0 too when a block is too small for a pixel
}

std::int64_t blocksFor(std::int64_t rows, int pixels) { return (rows + pixels - 1) / pixels; }

// `arrays`: of a float for each padded channel.
template <typename... Parameters, typename... Arguments>
void startTiles(const char* name, void* stream, const LrnWork& work, int arrays, void (*kernel)(Parameters...),
                Arguments... arguments) {
    if (work.rows <= 0)
        return;
    const Tiles tiles(work);
    const std::size_t floats = static_cast<std::size_t>(tiles.pixels) *
                               static_cast<std::size_t>(tiles.channels + 2 * tiles.radius) *
                               static_cast<std::size_t>(arrays);
    const dim3 blocks(static_cast<unsigned>(blocksFor(work.rows, tiles.pixels)),
                      static_cast<unsigned>(blocksFor(work.channels, tiles.channels)));
    startGrid(name, stream, blocks, dim3(kThreads), floats * sizeof(float), kernel, work, tiles, arguments...);
}

} // namespace

template <typename T>
void lrnForward(void* stream, const LrnWork& work, const T* in, T* out, float* divisor) {
    if (const int pixels = usualPixels<T>(work, divisor, in, out); pixels > 0)
        startBlocks("lrnForward", stream, blocksFor(work.rows, pixels), usualForwardKernel<T, kPack<T>>, work,
                    Divider<std::uint32_t>(work.channels / kPack<T>), pixels, in, out, divisor);
    else
        startTiles("lrnForward", stream, work, 1, anyForwardKernel<T>, in, out, divisor);
}

template <typename T>
void lrnBackward(void* stream, const LrnWork& work, const T* in, const float* divisor, const T* outGradient,
                 T* inGradient) {
    if (const int pixels = usualPixels<T>(work, divisor, in, outGradient, inGradient); pixels > 0)
        startBlocks("lrnBackward", stream, blocksFor(work.rows, pixels), usualBackwardKernel<T, kPack<T>>, work,
                    Divider<std::uint32_t>(work.channels / kPack<T>), pixels, in, divisor, outGradient, inGradient);
    else
        startTiles("lrnBackward", stream, work, 2, anyBackwardKernel<T>, in, divisor, outGradient, inGradient);
}

#define BELFRY_INSTANTIATE(T)                                                                                          \
    template void lrnForward(void*, const LrnWork&, const T*, T*, float*);                                             \
    template void lrnBackward(void*, const LrnWork&, const T*, const float*, const T*, T*);
BELFRY_INSTANTIATE(float)
BELFRY_INSTANTIATE(Bf16)

} // namespace belfry::cuda
