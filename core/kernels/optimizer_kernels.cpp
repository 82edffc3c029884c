#include "core/kernels/optimizer_kernels.h"

#include "core/kernels/chunks.h"

namespace belfry {
namespace {

template <typename Rule>
BELFRY_CLONES void ruleRange(Rule rule, float* weights, const float* gradient, float* first, float* second,
                             std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i)
        ruleAt(rule, i, weights, gradient, first, second);
}

} // namespace

template <typename Rule>
void applyRule(ExecutionContext context, const float* numbers, float* weights, const float* gradient,
               float* const* state, std::int64_t begin, std::int64_t end) {
    float* first = Rule::kState > 0 ? state[0] : nullptr;
    float* second = Rule::kState > 1 ? state[1] : nullptr;
    if (context.cuda)
        return cuda::applyRule<Rule>(context.stream, context.halted, numbers, weights, gradient, first, second, begin,
                                     end);
    if (isHalted(context.halted))
        return;
    const auto rule = ruleFrom<Rule>(numbers);
    forChunks(begin, end,
              [&](std::int64_t from, std::int64_t to) { ruleRange(rule, weights, gradient, first, second, from, to); });
}

#define BELFRY_INSTANTIATE(Rule)                                                                                       \
    template void applyRule<Rule>(ExecutionContext, const float*, float*, const float*, float* const*, std::int64_t,   \
                                  std::int64_t);
BELFRY_EACH_RULE(BELFRY_INSTANTIATE)

} // namespace belfry
