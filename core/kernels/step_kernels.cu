// CUDA half of step_kernels.h.
#include "core/kernels/cuda_launch.h"
#include "core/kernels/step_kernels.h"

namespace belfry::cuda {
namespace {

__global__ void takeKernel(const std::int64_t* order, const std::uint8_t* labels, std::int64_t images,
                           const StepCounter* counter, std::int64_t count, StepImages step) {
    if (const std::int64_t i = globalIndex(); i < count) {
        const std::int64_t place = counter->image + i, draw = order[place < images ? place : place - images];
        const std::int64_t id = draw < images ? draw : draw % images;
        step.draws[i] = draw;
        step.ids[i] = id;
        step.labels[i] = labels[id];
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
    slot.gradientCheck = metrics[2];
    slot.halted = isHalted(halted) ? 1 : 0;
    ++counter->steps;
    counter->image += images;
}

} // namespace

void takeBatch(void* stream, const std::int64_t* order, const std::uint8_t* labels, std::int64_t images,
               const StepCounter* counter, std::int64_t count, const StepImages& step) {
    startThreads("takeBatch", stream, count, takeKernel, order, labels, images, counter, count, step);
}

void placeBatch(void* stream, StepCounter* counter, std::int64_t image) {
    startThreads("placeBatch", stream, 1, placeKernel, counter, image);
}

void publishStep(void* stream, const std::int32_t* halted, const double* metrics, StepResult* slots, int slotCount,
                 StepCounter* counter, std::int64_t images) {
    startThreads("publishStep", stream, 1, publishKernel, halted, metrics, slots, slotCount, counter, images);
}

} // namespace belfry::cuda
