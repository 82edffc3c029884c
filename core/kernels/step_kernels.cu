// CUDA half of step_kernels.h.
#include "core/kernels/cuda_launch.h"
#include "core/kernels/step_kernels.h"

namespace belfry::cuda {
namespace {

__global__ void takeKernel(const std::int64_t* order, const std::uint8_t* labels, const StepCounter* counter,
                           std::int64_t count, std::int64_t* ids, std::uint8_t* stepLabels) {
    if (const std::int64_t i = globalIndex(); i < count) {
        const std::int64_t id = order[counter->image + i];
        ids[i] = id;
        stepLabels[i] = labels[id];
    }
}

__global__ void placeKernel(StepCounter* counter, std::int64_t image) {
    if (globalIndex() == 0)
        counter->image = image;
}

__global__ void publishKernel(const std::int32_t* halted, const double* metrics, StepResult* slots, int slotCount,
                              StepCounter* counter, std::int64_t images) {
    if (globalIndex() > 0)
        return;
    StepResult& slot = slots[counter->steps % slotCount];
    slot.lossSum = metrics[0];
    slot.correct = metrics[1];
    slot.gradientSum = metrics[2];
    slot.halted = isHalted(halted) ? 1 : 0;
    ++counter->steps;
    counter->image += images;
}

} // namespace

void takeBatch(void* stream, const std::int64_t* order, const std::uint8_t* labels, const StepCounter* counter,
               std::int64_t count, std::int64_t* ids, std::uint8_t* stepLabels) {
    startThreads("takeBatch", stream, count, takeKernel, order, labels, counter, count, ids, stepLabels);
}

void placeBatch(void* stream, StepCounter* counter, std::int64_t image) {
    startThreads("placeBatch", stream, 1, placeKernel, counter, image);
}

void publishStep(void* stream, const std::int32_t* halted, const double* metrics, StepResult* slots, int slotCount,
                 StepCounter* counter, std::int64_t images) {
    startThreads("publishStep", stream, 1, publishKernel, halted, metrics, slots, slotCount, counter, images);
}

} // namespace belfry::cuda
