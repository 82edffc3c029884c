// CUDA half of optimizer_kernels.h: the same rules, one thread per weight.
#include "core/kernels/cuda_launch.h"
#include "core/kernels/optimizer_kernels.h"

namespace belfry::cuda {
namespace {

template <typename Rule>
__global__ void ruleKernel(const std::int32_t* halted, const float* numbers, float* weights, const float* gradient,
                           float* first, float* second, std::int64_t begin, std::int64_t end) {
    if (const std::int64_t i = begin + globalIndex(); i < end && !isHalted(halted))
        ruleAt(ruleFrom<Rule>(numbers), i, weights, gradient, first, second);
}

} // namespace

template <typename Rule>
void applyRule(void* stream, const std::int32_t* halted, const float* numbers, float* weights, const float* gradient,
               float* first, float* second, std::int64_t begin, std::int64_t end) {
    if (end <= begin)
        return;
    startThreads("applyRule", stream, end - begin, ruleKernel<Rule>, halted, numbers, weights, gradient, first, second,
                 begin, end);
}

#define BELFRY_INSTANTIATE(Rule)                                                                                       \
    template void applyRule<Rule>(void*, const std::int32_t*, const float*, float*, const float*, float*, float*,      \
                                  std::int64_t, std::int64_t);
BELFRY_EACH_RULE(BELFRY_INSTANTIATE)

} // namespace belfry::cuda
