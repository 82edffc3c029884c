// The update around an optimizer's rule: its numbers, refusing and clipping before it, the moving average after it.
// Conventions as in kernels.h.
#pragma once

#include "core/kernels/kernels.h"
#include "core/kernels/optimizer_rules.h"

namespace belfry {

// Numbers that change at every update. In device memory, so that a replayed update reads its own step's.
struct StepNumbers {
    struct Rules {
        RuleNumbers rule{};       // the learning rate among them
        RuleNumbers biasRule{};   // of one-dimensional slices
        RuleNumbers matrixRule{}; // of hidden matrices that are orthogonalised
    };
    std::array<Rules, kRateGroups> groups{};
    std::array<float, kRateGroups> moves{}; // 0: the running averages of that group's layers stay; else 1
    float rest = 0;                         // of the moving average: 1 - decay
    float pull = -1;                        // of the slow weights towards the others; below 0: not at this update
};
// *to = numbers. On CUDA they travel as the kernel's argument: no memory of the host's must outlive the call.
void putNumbers(ExecutionContext context, const StepNumbers& numbers, StepNumbers* to);
// *to = slots[*step % slotCount], then *step grows by 1: a replayed update finds its own step's. step and to: on the
// device; slots: as in step_kernels.h.
void takeNumbers(ExecutionContext context, const StepNumbers* slots, int slotCount, std::int64_t* step,
                 StepNumbers* to);

// Doubles on the device that the three below need for `count` values.
std::int64_t normScratch(std::int64_t count);

// Of values on the CPU; also in scratch[0].
double euclideanNorm(const float* values, std::int64_t count, double* scratch);

// *halted (on the device) becomes 1 when a value is not finite; else it stays as it is. scratch[0] becomes the norm.
void haltUnlessFinite(ExecutionContext context, const float* values, std::int64_t count, double* scratch,
                      std::int32_t* halted);

// Multiplies the values by maxNorm / norm when their Euclidean norm is longer than `maxNorm`. scratch[0] becomes the
// norm before. Squares are summed in double in fixed chunks: the same bits for any threads, and nothing waits for a
// device.
void clipToNorm(ExecutionContext context, float* values, std::int64_t count, double maxNorm, double* scratch);

// from + share (to - from); with share 1 it is `to` to the bit.
BELFRY_RULE float movedTowards(float from, float to, float share) {
    return share == 1.0F ? to : from + share * (to - from);
}

// average += factor *rest (values - average); with *rest 0 it stays as it is, to the bit.
void moveAverage(ExecutionContext context, float* average, const float* values, std::int64_t count, const float* rest,
                 float factor = 1);

// slow += *pull (values - slow), then values = slow; nothing where *pull is below 0.
void lookAhead(ExecutionContext context, float* slow, float* values, std::int64_t count, const float* pull);

namespace cuda {
void putNumbers(void* stream, const StepNumbers& numbers, StepNumbers* to);
void takeNumbers(void* stream, const StepNumbers* slots, int slotCount, std::int64_t* step, StepNumbers* to);
void haltUnlessFinite(void* stream, const float* values, std::int64_t count, double* scratch, std::int32_t* halted);
void clipToNorm(void* stream, float* values, std::int64_t count, double maxNorm, double* scratch);
void moveAverage(void* stream, const std::int32_t* halted, float* average, const float* values, std::int64_t count,
                 const float* rest, float factor = 1);
void lookAhead(void* stream, const std::int32_t* halted, float* slow, float* values, std::int64_t count,
               const float* pull);
} // namespace cuda

} // namespace belfry
