// A block of threads has 32 neighbouring units and all rows: a warp reads a line of 32 numbers, and every 32nd row.
#include "core/kernels/block_sum.h"
#include "core/kernels/fused/dense_gradient.h"

namespace belfry::fused {
namespace {

using namespace cuda;

constexpr int kUnits = 32, kLines = 32;

template <bool kRelu, typename T>
__global__ void __launch_bounds__(kUnits* kLines)
    denseGradientKernel(std::int64_t rows, int units, const T* gradient, const T* output, T* stopped,
                        float* biasGradient) {
    __shared__ float sums[kLines][kUnits + 1]; // one more: columns are read without meeting in a bank
    const int lane = static_cast<int>(threadIdx.x) % kUnits, line = static_cast<int>(threadIdx.x) / kUnits;
    const int first = static_cast<int>(blockIdx.x) * kUnits;
    float sum = 0;
    if (first + lane < units) {
#pragma unroll 4
        for (std::int64_t row = line; row < rows; row += kLines) {
            const std::int64_t at = row * units + first + lane;
            float value = toFloat(gradient[at]);
            if (kRelu) {
                if (toFloat(output[at]) <= 0)
                    value = 0;
                store(value, stopped[at]);
            }
            sum += value;
        }
    }
    sums[line][lane] = sum;
    __syncthreads();
    sum = sumOfLanes(sums[lane][line]); // now a warp has one unit
    if (lane == 0 && first + line < units)
        biasGradient[first + line] = sum;
}

} // namespace

template <typename T>
void denseGradient(void* stream, std::int64_t rows, int units, const T* gradient, const T* output, T* stopped,
                   float* biasGradient) {
    startGrid("dense gradient", stream, dim3(static_cast<unsigned>((units + kUnits - 1) / kUnits)),
              dim3(kUnits * kLines), 0,
              stopped != nullptr ? denseGradientKernel<true, T> : denseGradientKernel<false, T>, rows, units, gradient,
              output, stopped, biasGradient);
}

#define BELFRY_INSTANTIATE(T) template void denseGradient(void*, std::int64_t, int, const T*, const T*, T*, float*);
BELFRY_INSTANTIATE(float)
BELFRY_INSTANTIATE(Bf16)

} // namespace belfry::fused
