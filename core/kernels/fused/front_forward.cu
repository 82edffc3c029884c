// A thread computes one place of a pool for two filters: the four windows under it share the pixels that it has read,
// and the two rows of pixels that it holds serve the whole kernel. In shared memory that is a load of 8 bytes for each
// five multiply-adds of a 5x5 kernel.
#include "core/kernels/cuda_launch.h"
#include "core/kernels/fused/front_places.h"

namespace belfry::fused {
namespace {

using namespace cuda;
static_assert(kThreads == kBlockThreads);

struct alignas(8) Pair {
    float first, second;
};

template <int kCount>
__device__ __forceinline__ void loadPairs(const float* from, float (&to)[kCount]) {
#pragma unroll
    for (int i = 0; i < kCount; i += 2) {
        const Pair pair = *reinterpret_cast<const Pair*>(from + i);
        to[i] = pair.first;
        to[i + 1] = pair.second;
    }
}

// sums[row][column][filter] of the 2x2 windows whose first pixel is planes[0].
template <int kKernel>
__device__ __forceinline__ void addWindows(const Block& block, const float* planes, const float* weights,
                                           float (&sums)[2][2][2]) {
    const int row = planeRow(block), filters = filterRow(block);
    for (int c = 0; c < block.channels; ++c, planes += planeFloats(block)) {
        float above[kKernel + 1], below[kKernel + 1];
        loadPairs(planes, above);
#pragma unroll
        for (int ky = 0; ky < kKernel; ++ky) {
            loadPairs(planes + (ky + 1) * row, below);
#pragma unroll
            for (int kx = 0; kx < kKernel; ++kx) {
                const Pair weight =
                    *reinterpret_cast<const Pair*>(weights + ((ky * kKernel + kx) * block.channels + c) * filters);
#pragma unroll
                for (int column = 0; column < 2; ++column) {
                    sums[0][column][0] += above[kx + column] * weight.first;
                    sums[0][column][1] += above[kx + column] * weight.second;
                    sums[1][column][0] += below[kx + column] * weight.first;
                    sums[1][column][1] += below[kx + column] * weight.second;
                }
            }
#pragma unroll
            for (int i = 0; i <= kKernel; ++i)
                above[i] = below[i];
        }
    }
}

// The largest of a window's four sums, as max_pool.h has it.
__device__ __forceinline__ float pool(const float (&sums)[2][2][2], int filter, bool relu, std::uint8_t& winner) {
    float best = sums[0][0][filter];
    winner = 0;
#pragma unroll
    for (int place = 1; place < 4; ++place) {
        const float value = sums[place / 2][place % 2][filter];
        if (value > best || value != value) {
            best = value;
            winner = static_cast<std::uint8_t>(place);
        }
    }
    if (relu && best <= 0) {
        winner = kStopped;
        return 0;
    }
    return best;
}

// Where a block's results go: into the next block's planes, and to memory.
template <typename T>
struct Sink {
    float* planes; // null: there is no next block
    int plane, row, padding;
    T* out;                // null: not to memory
    std::uint8_t* winners; // null: not to memory
};

template <int kKernel, typename T>
__device__ __forceinline__ void convolveAndPool(const Block& block, const float* planes, const float* weights,
                                                const float* biases, const Sink<T>& sink) {
    const int positions = block.positions(), width = block.pooledWidth();
    for (int item = threadIdx.x; item < (block.filters + 1) / 2 * positions; item += kThreads) {
        const int filter = item / positions * 2, position = item % positions;
        const int row = position / width, column = position % width;
        const float first = biases[filter], second = filter + 1 < block.filters ? biases[filter + 1] : 0.0f;
        float sums[2][2][2] = {{{first, second}, {first, second}}, {{first, second}, {first, second}}};
        addWindows<kKernel>(block, planes + 2 * row * planeRow(block) + 2 * column, weights + filter, sums);
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            if (filter + i == block.filters)
                break;
            std::uint8_t winner;
            const float value = pool(sums, i, block.relu, winner);
            const int at = position * block.filters + filter + i;
            if (sink.planes != nullptr)
                sink.planes[(filter + i) * sink.plane + (row + sink.padding) * sink.row + column + sink.padding] =
                    value;
            if (sink.out != nullptr)
                store(value, sink.out[at]);
            if (sink.winners != nullptr)
                sink.winners[at] = winner;
        }
    }
}

template <typename T>
__device__ __forceinline__ void runBlock(const Block& block, const float* planes, const float* weights,
                                         const float* biases, const Sink<T>& sink) {
    if (block.kernel == 5)
        convolveAndPool<5>(block, planes, weights, biases, sink);
    else
        convolveAndPool<3>(block, planes, weights, biases, sink);
}

// A block's weights, filters last, and zeros where nothing will be written into its planes.
__device__ __forceinline__ void prepare(const Block& block, const float* weights, float* planes, float* to) {
    const int numbers = block.filterNumbers(), filters = (block.filters + 1) / 2 * 2;
    for (int i = threadIdx.x; i < filters * numbers; i += kThreads) {
        const int filter = i / numbers, number = i % numbers;
        to[number * filterRow(block) + filter] = filter < block.filters ? weights[i] : 0.0f;
    }
    if (block.padding > 0)
        for (int i = threadIdx.x; i < block.channels * planeFloats(block); i += kThreads)
            planes[i] = 0;
}

__device__ __forceinline__ void loadPixels(const Block& block, const Pixels& pixels, std::int64_t image,
                                           float* planes) {
    const bool bytes = pixels.bytes != nullptr;
    const std::int64_t first = (bytes && pixels.rows != nullptr ? pixels.rows[image] : image) * block.inNumbers();
    for (int i = threadIdx.x; i < block.inNumbers(); i += kThreads) {
        const int c = i % block.channels, x = i / block.channels % block.width, y = i / block.channels / block.width;
        planes[c * planeFloats(block) + (y + block.padding) * planeRow(block) + x + block.padding] =
            bytes ? static_cast<float>(pixels.bytes[first + i]) * pixels.scale + pixels.shift
                  : pixels.numbers[first + i];
    }
}

template <typename N>
__device__ __forceinline__ N* ofImage(N* all, std::int64_t image, int numbers) {
    return all != nullptr ? all + image * numbers : nullptr;
}

template <int kBlocks, bool kLenet, typename T>
__global__ void __launch_bounds__(kThreads, 4)
    forwardKernel(const __grid_constant__ Front given, const __grid_constant__ Pixels pixels,
                  const __grid_constant__ Parameters parameters, T* out, const __grid_constant__ Kept kept) {
    float* const memory = sharedMemory<float>();
    constexpr int kLast = kBlocks - 1;
    const Front front = kLenet ? lenetFront() : given;
    constexpr ForwardPlaces kLenets = forwardPlaces(lenetFront());
    const ForwardPlaces places = kLenet ? kLenets : forwardPlaces(given);
    const std::int64_t image = blockIdx.x;
    prepare(front.block[0], parameters.weights[0], memory + places.planes[0], memory + places.weights[0]);
    if (kLast == 1)
        prepare(front.block[kLast], parameters.weights[kLast], memory + places.planes[kLast],
                memory + places.weights[kLast]);
    __syncthreads();
    loadPixels(front.block[0], pixels, image, memory + places.planes[0]);
    __syncthreads();
    const Block& last = front.block[kLast];
    if (kLast == 1) {
        const Block& first = front.block[0];
        const Sink<float> sink{memory + places.planes[kLast],
                               planeFloats(last),
                               planeRow(last),
                               last.padding,
                               ofImage(kept.between, image, first.outNumbers()),
                               ofImage(kept.winners[0], image, first.outNumbers())};
        runBlock(first, memory + places.planes[0], memory + places.weights[0], parameters.biases[0], sink);
        __syncthreads();
    }
    const Sink<T> sink{nullptr,
                       0,
                       0,
                       0,
                       ofImage(out, image, last.outNumbers()),
                       ofImage(kept.winners[kLast], image, last.outNumbers())};
    runBlock(last, memory + places.planes[kLast], memory + places.weights[kLast], parameters.biases[kLast], sink);
}

} // namespace

template <typename T>
void forward(void* stream, const Front& front, const Pixels& pixels, std::int64_t count, const Parameters& parameters,
             T* out, const Kept& kept) {
    if (count > 0)
        startGrid("fused front, forward", stream, dim3(static_cast<unsigned>(count)), dim3(kThreads),
                  sizeof(float) * forwardPlaces(front).floats,
                  isLenet(front)      ? forwardKernel<2, true, T>
                  : front.blocks == 2 ? forwardKernel<2, false, T>
                                      : forwardKernel<1, false, T>,
                  front, pixels, parameters, out, kept);
}

#define BELFRY_INSTANTIATE(T)                                                                                          \
    template void forward(void*, const Front&, const Pixels&, std::int64_t, const Parameters&, T*, const Kept&);
BELFRY_INSTANTIATE(float)
BELFRY_INSTANTIATE(Bf16)

} // namespace belfry::fused
