#include "core/kernels/step_kernels.h"

namespace belfry {

void takeBatch(ExecutionContext context, const std::int64_t* order, const std::uint8_t* labels,
               const StepCounter* counter, std::int64_t count, std::int64_t* ids, std::uint8_t* stepLabels) {
    if (context.cuda)
        return cuda::takeBatch(context.stream, order, labels, counter, count, ids, stepLabels);
    for (std::int64_t i = 0; i < count; ++i) {
        ids[i] = order[counter->image + i];
        stepLabels[i] = labels[ids[i]];
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
