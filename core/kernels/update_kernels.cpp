#include "core/kernels/update_kernels.h"

#include "core/kernels/chunks.h"

#include <array>
#include <cmath>

namespace belfry {
namespace {

// In sixteen sums, one per place of a vector, added up in order. A product of two floats is exact in double.
BELFRY_CLONES double squareSum(const float* values, std::int64_t first, std::int64_t last) {
    constexpr std::int64_t kLanes = 16;
    std::array<double, kLanes> sums{};
    std::int64_t i = first;
    for (; i + kLanes <= last; i += kLanes)
        for (std::int64_t lane = 0; lane < kLanes; ++lane)
            sums[static_cast<std::size_t>(lane)] +=
                static_cast<double>(values[i + lane]) * static_cast<double>(values[i + lane]);
    double sum = 0;
    for (const double lane : sums)
        sum += lane;
    for (; i < last; ++i)
        sum += static_cast<double>(values[i]) * static_cast<double>(values[i]);
    return sum;
}

BELFRY_CLONES void scaleRange(float* values, float scale, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
        values[i] *= scale;
}

BELFRY_CLONES void moveRange(float* average, const float* values, float rest, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
        average[i] = movedTowards(average[i], values[i], rest);
}

BELFRY_CLONES void pullRange(float* slow, float* values, float pull, std::int64_t first, std::int64_t last) {
    for (std::int64_t i = first; i < last; ++i)
        values[i] = slow[i] = movedTowards(slow[i], values[i], pull);
}

} // namespace

std::int64_t normScratch(std::int64_t count) { return 1 + chunksOf(count); }

double euclideanNorm(const float* values, std::int64_t count, double* scratch) {
    const std::int64_t chunks = chunksOf(count);
    forEach(chunks, count, [&](std::int64_t chunk) {
        scratch[1 + chunk] = squareSum(values, chunk * kChunk, std::min((chunk + 1) * kChunk, count));
    });
    double sum = 0;
    for (std::int64_t chunk = 0; chunk < chunks; ++chunk)
        sum += scratch[1 + chunk];
    return scratch[0] = std::sqrt(sum);
}

void putNumbers(ExecutionContext context, const StepNumbers& numbers, StepNumbers* to) {
    if (context.cuda)
        return cuda::putNumbers(context.stream, numbers, to);
    *to = numbers;
}

void takeNumbers(ExecutionContext context, const StepNumbers* slots, int slotCount, std::int64_t* step,
                 StepNumbers* to) {
    if (context.cuda)
        return cuda::takeNumbers(context.stream, slots, slotCount, step, to);
    *to = slots[(*step)++ % slotCount];
}

void haltUnlessFinite(ExecutionContext context, const float* values, std::int64_t count, double* scratch,
                      std::int32_t* halted) {
    if (context.cuda)
        return cuda::haltUnlessFinite(context.stream, values, count, scratch, halted);
    if (!std::isfinite(euclideanNorm(values, count, scratch)))
        *halted = 1;
}

void clipToNorm(ExecutionContext context, float* values, std::int64_t count, double maxNorm, double* scratch) {
    if (context.cuda)
        return cuda::clipToNorm(context.stream, values, count, maxNorm, scratch);
    if (euclideanNorm(values, count, scratch) > maxNorm)
        forChunks(0, count, [&](std::int64_t first, std::int64_t last) {
            scaleRange(values, static_cast<float>(maxNorm / scratch[0]), first, last);
        });
}

void moveAverage(ExecutionContext context, float* average, const float* values, std::int64_t count, const float* rest,
                 float factor) {
    if (context.cuda)
        return cuda::moveAverage(context.stream, context.halted, average, values, count, rest, factor);
    if (isHalted(context.halted))
        return;
    forChunks(0, count,
              [&](std::int64_t first, std::int64_t last) { moveRange(average, values, factor * *rest, first, last); });
}

void lookAhead(ExecutionContext context, float* slow, float* values, std::int64_t count, const float* pull) {
    if (context.cuda)
        return cuda::lookAhead(context.stream, context.halted, slow, values, count, pull);
    if (isHalted(context.halted) || *pull < 0)
        return;
    forChunks(0, count, [&](std::int64_t first, std::int64_t last) { pullRange(slow, values, *pull, first, last); });
}

} // namespace belfry
