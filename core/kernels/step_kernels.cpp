#include "core/kernels/step_kernels.h"

namespace belfry {

void takeBatch(ExecutionContext context, const std::int64_t* order, const std::uint8_t* labels, std::int64_t images,
               const StepCounter* counter, std::int64_t count, const StepImages& step) {
    if (context.cuda)
        return cuda::takeBatch(context.stream, order, labels, images, counter, count, step);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::int64_t place = counter->image + i;
        step.draws[i] = order[place < images ? place : place - images];
        step.ids[i] = step.draws[i] % images;
        step.labels[i] = labels[step.ids[i]];
    }
}

void placeBatch(ExecutionContext context, StepCounter* counter, std::int64_t image) {
    if (context.cuda)
        return cuda::placeBatch(context.stream, counter, image);
    counter->image = image;
}

void publishStep(ExecutionContext context, const double* metrics, StepResult* slots, int slotCount,
                 StepCounter* counter, std::int64_t images) {
    if (context.cuda)
        return cuda::publishStep(context.stream, context.halted, metrics, slots, slotCount, counter, images);
    slots[counter->steps % slotCount] = {metrics[0], metrics[1], metrics[2], isHalted(context.halted) ? 1 : 0};
    ++counter->steps;
    counter->image += images;
}

} // namespace belfry
