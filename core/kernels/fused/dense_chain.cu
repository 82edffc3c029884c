#include "core/kernels/cuda_launch.h"
#include "core/kernels/fused/dense_chain.h"
#include "core/kernels/fused/dense_places.h"

namespace belfry::fused {
namespace {

using namespace cuda;

constexpr int kUnits = 4; // of a warp at a time
static_assert(kUnits * kChainRows == 32, "a sum for each lane");

// Every lane has a part of 32 sums; gives lane l the sum l. Each step halves what a lane has: 31 exchanges, not 160.
// Steps are template arguments, so that all sums stay in registers.
template <int half>
__device__ __forceinline__ float sumOfLane(float (&sums)[32], int lane) {
    const bool upper = (lane & half) != 0;
#pragma unroll
    for (int i = 0; i < half; ++i) {
        const float kept = upper ? sums[i + half] : sums[i], given = upper ? sums[i] : sums[i + half];
        sums[i] = kept + __shfl_xor_sync(0xFFFFFFFFU, given, half);
    }
    if constexpr (half > 1)
        return sumOfLane<half / 2>(sums, lane);
    return sums[0];
}

// A warp computes four units of all rows: its lanes share the inputs, so that weights are read line by line, and each
// is used for eight rows. in, out: rows of shared memory.
__device__ __forceinline__ void forwardLayer(const DenseStep& layer, const float* __restrict__ weights,
                                             const float* __restrict__ biases, const float* in, float* out) {
    const int lane = static_cast<int>(threadIdx.x) % 32, last = layer.units - 1;
    for (int first = static_cast<int>(threadIdx.x) / 32 * kUnits; first < layer.units;
         first += kChainThreads / 32 * kUnits) {
        const float* from[kUnits];
#pragma unroll
        for (int u = 0; u < kUnits; ++u)
            from[u] = weights + min(first + u, last) * layer.in;
        float sums[32] = {};
#pragma unroll 4
        for (int k = lane; k < layer.in; k += 32) {
            float values[kChainRows];
#pragma unroll
            for (int r = 0; r < kChainRows; ++r)
                values[r] = in[r * layer.in + k];
#pragma unroll
            for (int u = 0; u < kUnits; ++u) {
                const float weight = from[u][k];
#pragma unroll
                for (int r = 0; r < kChainRows; ++r)
                    sums[u * kChainRows + r] += weight * values[r];
            }
        }
        float value = sumOfLane<16>(sums, lane);
        const int unit = first + lane / kChainRows;
        if (unit <= last) {
            value += biases[unit];
            out[lane % kChainRows * layer.units + unit] = layer.relu && value < 0 ? 0.0f : value;
        }
    }
}

__global__ void __launch_bounds__(kChainThreads)
    forwardKernel(const __grid_constant__ DenseChain chain, std::int64_t rows, const float* input,
                  const __grid_constant__ DenseParameters parameters, const __grid_constant__ DenseValues outputs) {
    float* in = sharedMemory<float>();
    const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * kChainRows;
    const int count = static_cast<int>(min(rows - first, static_cast<std::int64_t>(kChainRows)));
    const int width = chain.layer[0].in;
    for (int i = threadIdx.x; i < kChainRows * width; i += kChainThreads)
        in[i] = i < count * width ? input[first * width + i] : 0.0f;
    __syncthreads();
    for (int l = 0; l < chain.layers; ++l) {
        const DenseStep& layer = chain.layer[l];
        float* const out = in + kChainRows * layer.in;
        forwardLayer(layer, parameters.weights[l], parameters.biases[l], in, out);
        __syncthreads();
        if (outputs.of[l] != nullptr)
            for (int i = threadIdx.x; i < count * layer.units; i += kChainThreads)
                outputs.of[l][first * layer.units + i] = out[i];
        in = out;
    }
}

// The gradient of a layer's input. A thread computes one number of all rows; neighbours read neighbouring weights.
// gradients: for each unit the rows.
struct RowSums {
    float of[kChainRows];
};
__device__ __forceinline__ RowSums inputGradientOf(const DenseStep& layer, const float* __restrict__ weights,
                                                   const float* gradients, int k) {
    RowSums sums{};
#pragma unroll 8
    for (int u = 0; u < layer.units; ++u) {
        const float weight = weights[u * layer.in + k];
        const float4* const here = reinterpret_cast<const float4*>(gradients + u * kChainRows);
        const float4 low = here[0], high = here[1];
        const float values[kChainRows] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
#pragma unroll
        for (int r = 0; r < kChainRows; ++r)
            sums.of[r] += weight * values[r];
    }
    return sums;
}

__global__ void __launch_bounds__(kChainThreads)
    backwardKernel(const __grid_constant__ DenseChain chain, std::int64_t rows,
                   const __grid_constant__ DenseParameters parameters, const __grid_constant__ DenseValues outputs,
                   const float* outGradient, const __grid_constant__ DenseValues gradients, float* inputGradient) {
    float* above = sharedMemory<float>();
    expectAligned(above, sizeof(float4));
    const std::int64_t first = static_cast<std::int64_t>(blockIdx.x) * kChainRows;
    const int count = static_cast<int>(min(rows - first, static_cast<std::int64_t>(kChainRows)));
    const int units = chain.last().units;
    for (int i = threadIdx.x; i < kChainRows * units; i += kChainThreads) { // the last layer has no ReLU
        const bool given = i < count * units;
        const float value = given ? outGradient[first * units + i] : 0.0f;
        above[i % units * kChainRows + i / units] = value;
        if (given)
            gradients.of[chain.layers - 1][first * units + i] = value;
    }
    __syncthreads();
    for (int l = chain.layers - 1; l >= 0; --l) {
        const DenseStep& layer = chain.layer[l];
        float* const below = above + kChainRows * layer.units;
        const bool relu = l > 0 && chain.layer[l - 1].relu;
        float* const to = (l > 0 ? gradients.of[l - 1] : inputGradient) + first * layer.in;
        for (int k = threadIdx.x; k < layer.in; k += kChainThreads) {
            RowSums sums = inputGradientOf(layer, parameters.weights[l], above, k);
#pragma unroll
            for (int r = 0; r < kChainRows; ++r) {
                if (r < count) {
                    if (relu && outputs.of[l - 1][(first + r) * layer.in + k] <= 0)
                        sums.of[r] = 0;
                    to[r * layer.in + k] = sums.of[r];
                }
                if (l > 0)
                    below[k * kChainRows + r] = sums.of[r];
            }
        }
        __syncthreads();
        above = below;
    }
}

// ---- gradients of weights and biases

// A chunk of the rows, as the tile needs it: zeros beyond the rows, the units and the columns.
struct Chunk {
    float gradients[kChunkRows][kTileUnits], inputs[kChunkRows][kTileColumns];
};
__device__ __forceinline__ void loadChunk(const DenseStep& layer, const float* gradients, const float* inputs,
                                          std::int64_t first, std::int64_t rows, int unit, int column, Chunk& chunk) {
    for (int i = threadIdx.x; i < kChunkRows * kTileUnits; i += kThreads) {
        const std::int64_t row = first + i / kTileUnits;
        const int u = unit + i % kTileUnits;
        chunk.gradients[i / kTileUnits][i % kTileUnits] =
            row < rows && u < layer.units ? gradients[row * layer.units + u] : 0.0f;
    }
    for (int i = threadIdx.x; i < kChunkRows * kTileColumns; i += kThreads) {
        const std::int64_t row = first + i / kTileColumns;
        const int k = column + i % kTileColumns;
        float value = k == layer.in ? 1.0f : 0.0f; // the bias's column
        if (row < rows && k < layer.in)
            value = inputs[row * layer.in + k];
        chunk.inputs[i / kTileColumns][i % kTileColumns] = value;
    }
}

// A thread has two units of four columns: 8 products for 6 numbers that it reads, as three words of 8 and 16 bytes.
__global__ void __launch_bounds__(kThreads)
    weightKernel(const __grid_constant__ DenseChain chain, std::int64_t rows, const float* input,
                 const __grid_constant__ DenseValues outputs, const __grid_constant__ DenseValues gradients,
                 float* partials) {
    alignas(16) __shared__ Chunk chunk;
    int tile = static_cast<int>(blockIdx.x), l = 0;
    std::int64_t place = static_cast<std::int64_t>(blockIdx.y) * chain.gradientNumbers();
    for (; tile >= tilesOf(chain.layer[l]); ++l) {
        tile -= tilesOf(chain.layer[l]);
        place += chain.layer[l].gradientNumbers();
    }
    const DenseStep& layer = chain.layer[l];
    const int across = tilesAcross(layer);
    const int unit = tile / across * kTileUnits, column = tile % across * kTileColumns;
    const int u = static_cast<int>(threadIdx.x) / 16 * 2, k = static_cast<int>(threadIdx.x) % 16 * 4;
    float sums[2][4] = {};
    for (std::int64_t first = std::int64_t{blockIdx.y} * kChunkRows; first < rows;
         first += std::int64_t{gridDim.y} * kChunkRows) {
        __syncthreads(); // the chunk before is done with
        loadChunk(layer, gradients.of[l], l > 0 ? outputs.of[l - 1] : input, first, rows, unit, column, chunk);
        __syncthreads();
#pragma unroll 8
        for (int r = 0; r < kChunkRows; ++r) {
            const float2 g = *reinterpret_cast<const float2*>(&chunk.gradients[r][u]);
            const float4 in = *reinterpret_cast<const float4*>(&chunk.inputs[r][k]);
            const float given[2] = {g.x, g.y}, values[4] = {in.x, in.y, in.z, in.w};
#pragma unroll
            for (int i = 0; i < 8; ++i)
                sums[i / 4][i % 4] += given[i / 4] * values[i % 4];
        }
    }
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        const int atUnit = unit + u + i / 4, atColumn = column + k + i % 4;
        if (atUnit < layer.units && atColumn <= layer.in)
            partials[place + std::int64_t{atUnit} * (layer.in + 1) + atColumn] = sums[i / 4][i % 4];
    }
}

__global__ void addKernel(const __grid_constant__ DenseChain chain, int parts, const float* partials,
                          const __grid_constant__ DenseGradients gradients) {
    const std::int64_t numbers = chain.gradientNumbers(), index = globalIndex();
    if (index >= numbers)
        return;
    float sum = 0;
#pragma unroll 4
    for (int part = 0; part < parts; ++part)
        sum += partials[part * numbers + index];
    int at = static_cast<int>(index), l = 0;
    for (; at >= chain.layer[l].gradientNumbers(); ++l)
        at -= chain.layer[l].gradientNumbers();
    const int in = chain.layer[l].in, unit = at / (in + 1), column = at % (in + 1);
    if (column < in)
        gradients.weights[l][unit * in + column] = sum;
    else
        gradients.biases[l][unit] = sum;
}

template <typename... Parameters, typename... Arguments>
void startChain(const char* name, void* stream, const DenseChain& chain, std::int64_t rows,
                void (*kernel)(Parameters...), Arguments... arguments) {
    if (rows > 0)
        startGrid(name, stream, dim3(static_cast<unsigned>((rows + kChainRows - 1) / kChainRows)), dim3(kChainThreads),
                  sizeof(float) * kChainRows * static_cast<std::size_t>(chainNumbers(chain)), kernel, chain, rows,
                  arguments...);
}

} // namespace

void forward(void* stream, const DenseChain& chain, std::int64_t rows, const float* input,
             const DenseParameters& parameters, const DenseValues& outputs) {
    startChain("dense chain, forward", stream, chain, rows, forwardKernel, input, parameters, outputs);
}

void backward(void* stream, const DenseChain& chain, std::int64_t rows, const DenseParameters& parameters,
              const DenseValues& outputs, const float* outGradient, const DenseValues& gradients,
              float* inputGradient) {
    startChain("dense chain, backward", stream, chain, rows, backwardKernel, parameters, outputs, outGradient,
               gradients, inputGradient);
}

void weightPartials(void* stream, const DenseChain& chain, std::int64_t rows, const float* input,
                    const DenseValues& outputs, const DenseValues& gradients, int parts, float* partials) {
    unsigned tiles = 0;
    for (int l = 0; l < chain.layers; ++l)
        tiles += static_cast<unsigned>(tilesOf(chain.layer[l]));
    if (parts > 0)
        startGrid("dense chain, weights", stream, dim3(tiles, static_cast<unsigned>(parts)), dim3(kThreads), 0,
                  weightKernel, chain, rows, input, outputs, gradients, partials);
}

void addPartials(void* stream, const DenseChain& chain, int parts, const float* partials,
                 const DenseGradients& gradients) {
    startThreads("dense chain, partial sums", stream, chain.gradientNumbers(), addKernel, chain, parts, partials,
                 gradients);
}

} // namespace belfry::fused
