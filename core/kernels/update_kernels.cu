// CUDA half of update_kernels.h.
#include "core/kernels/block_sum.h"
#include "core/kernels/chunks.h"
#include "core/kernels/update_kernels.h"

namespace belfry::cuda {
namespace {

// One block per chunk.
__global__ void squareSumKernel(const float* values, std::int64_t count, double* sums) {
    __shared__ double parts[kThreads];
    const std::int64_t first = blockIdx.x * kChunk;
    const std::int64_t last = first + kChunk < count ? first + kChunk : count;
    double sum = 0;
    for (std::int64_t i = first + threadIdx.x; i < last; i += kThreads)
        sum += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    sum = sumOfBlock(sum, parts);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

// One block. halted: null where only the norm is wanted.
__global__ void normKernel(double* scratch, std::int64_t chunks, std::int32_t* halted) {
    __shared__ double parts[kThreads];
    double sum = 0;
    for (std::int64_t chunk = threadIdx.x; chunk < chunks; chunk += kThreads)
        sum += scratch[1 + chunk];
    sum = sumOfBlock(sum, parts);
    if (threadIdx.x != 0)
        return;
    const double norm = scratch[0] = sqrt(sum);
    if (halted != nullptr && !isfinite(norm))
        *halted = 1;
}

__global__ void clipKernel(float* values, std::int64_t count, double maxNorm, const double* norm) {
    if (const std::int64_t i = globalIndex(); i<count&& * norm> maxNorm)
        values[i] *= static_cast<float>(maxNorm / *norm);
}

__global__ void putKernel(StepNumbers numbers, StepNumbers* to) {
    if (globalIndex() == 0)
        *to = numbers;
}

__global__ void takeKernel(const StepNumbers* slots, int slotCount, std::int64_t* step, StepNumbers* to) {
    if (globalIndex() == 0)
        *to = slots[(*step)++ % slotCount];
}

__global__ void moveKernel(const std::int32_t* halted, float* average, const float* values, std::int64_t count,
                           const float* rest, float factor) {
    if (const std::int64_t i = globalIndex(); i < count && !isHalted(halted))
        average[i] = movedTowards(average[i], values[i], factor * *rest);
}

__global__ void pullKernel(const std::int32_t* halted, float* slow, float* values, std::int64_t count,
                           const float* pull) {
    if (const std::int64_t i = globalIndex(); i < count && !isHalted(halted) && *pull >= 0)
        values[i] = slow[i] = movedTowards(slow[i], values[i], *pull);
}

// Into scratch[0].
void findNorm(void* stream, const float* values, std::int64_t count, double* scratch, std::int32_t* halted) {
    const std::int64_t chunks = (count + kChunk - 1) / kChunk;
    startBlocks("sumOfSquares", stream, chunks, squareSumKernel, values, count, scratch + 1);
    startBlocks("norm", stream, 1, normKernel, scratch, chunks, halted);
}

} // namespace

void putNumbers(void* stream, const StepNumbers& numbers, StepNumbers* to) {
    startThreads("putNumbers", stream, 1, putKernel, numbers, to);
}

void takeNumbers(void* stream, const StepNumbers* slots, int slotCount, std::int64_t* step, StepNumbers* to) {
    startThreads("takeNumbers", stream, 1, takeKernel, slots, slotCount, step, to);
}

void haltUnlessFinite(void* stream, const float* values, std::int64_t count, double* scratch, std::int32_t* halted) {
    findNorm(stream, values, count, scratch, halted);
}

void clipToNorm(void* stream, float* values, std::int64_t count, double maxNorm, double* scratch) {
    findNorm(stream, values, count, scratch, nullptr);
    startThreads("clipToNorm", stream, count, clipKernel, values, count, maxNorm, scratch);
}

void moveAverage(void* stream, const std::int32_t* halted, float* average, const float* values, std::int64_t count,
                 const float* rest, float factor) {
    startThreads("moveAverage", stream, count, moveKernel, halted, average, values, count, rest, factor);
}

void lookAhead(void* stream, const std::int32_t* halted, float* slow, float* values, std::int64_t count,
               const float* pull) {
    startThreads("lookAhead", stream, count, pullKernel, halted, slow, values, count, pull);
}

} // namespace belfry::cuda
