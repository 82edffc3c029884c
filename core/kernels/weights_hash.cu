// CUDA half of weights_hash.h.
#include "core/kernels/block_sum.h"
#include "core/kernels/weights_hash.h"

namespace belfry::cuda {
namespace {

constexpr std::int64_t kBlocks = kHashScratch - 1;

// Some blocks, whose threads take every `threads`th number: neighbours read neighbours.
__global__ void hashKernel(const std::uint32_t* bits, std::int64_t count, std::int64_t threads, std::uint64_t* sums) {
    __shared__ std::uint64_t parts[kThreads];
    std::uint64_t sum = 0;
    for (std::int64_t i = globalIndex(); i < count; i += threads)
        sum += hashPart(static_cast<std::uint64_t>(i), bits[i]);
    sum = sumOfBlock(sum, parts);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

// One block.
__global__ void joinKernel(std::uint64_t* scratch, std::int64_t blocks) {
    __shared__ std::uint64_t parts[kThreads];
    std::uint64_t sum = 0;
    for (std::int64_t block = threadIdx.x; block < blocks; block += kThreads)
        sum += scratch[1 + block];
    sum = sumOfBlock(sum, parts);
    if (threadIdx.x == 0)
        scratch[0] = sum;
}

} // namespace

void weightsHash(void* stream, const std::uint32_t* bits, std::int64_t count, std::uint64_t* scratch) {
    const std::int64_t needed = (count + kThreads - 1) / kThreads;
    const std::int64_t blocks = needed < kBlocks ? needed : kBlocks;
    startBlocks("weightsHash", stream, blocks, hashKernel, bits, count, blocks * kThreads, scratch + 1);
    startBlocks("joinHash", stream, 1, joinKernel, scratch, blocks);
}

} // namespace belfry::cuda
