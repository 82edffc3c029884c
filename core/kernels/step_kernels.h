// What surrounds a step on a device that the host does not wait for: finding its images in the epoch's order, and
// leaving its numbers where the host reads them later. A replayed step is the same work every time; a counter in the
// device's memory says which step it is. Conventions as in kernels.h. On CUDA `slots` are page-locked memory of the
// host, which the device reads and writes by itself: no copy is queued for them.
#pragma once

#include "core/kernels/kernels.h"

namespace belfry {

// On the device.
struct StepCounter {
    std::int64_t steps = 0; // published so far
    std::int64_t image = 0; // place in the epoch's order where the next step begins
};

// The numbers of a step.
struct StepResult {
    double lossSum = 0; // over the images
    double correct = 0;
    double gradientCheck = 0; // not finite as soon as one number of the gradient is not; 0 where it was not taken
    std::int32_t halted = 0;  // as ExecutionContext::halted
};

// What a step finds of its images, one number of each for an image; on the device.
struct StepImages {
    std::int64_t* draws = nullptr; // key the random numbers
    std::int64_t* ids = nullptr;   // positions among all images
    std::uint8_t* labels = nullptr;
};

// The `count` images of the step: draws[i] = order[counter->image + i], the image is the draw modulo `images`. Behind
// the end of the order comes its beginning, of a last image's partner (augment_mix.h). order: `images` int64, the whole
// epoch's draws (feed/feed.h); labels: of all `images` images. All on the device.
void takeBatch(ExecutionContext context, const std::int64_t* order, const std::uint8_t* labels, std::int64_t images,
               const StepCounter* counter, std::int64_t count, const StepImages& step);

// counter->image = image
void placeBatch(ExecutionContext context, StepCounter* counter, std::int64_t image);

// The step is over: slots[steps % slotCount] gets its numbers, metrics (loss sum, correct answers, check of the
// gradient; on the device) and *context.halted; then steps grows by 1 and image by `images`.
void publishStep(ExecutionContext context, const double* metrics, StepResult* slots, int slotCount,
                 StepCounter* counter, std::int64_t images);

namespace cuda {
void takeBatch(void* stream, const std::int64_t* order, const std::uint8_t* labels, std::int64_t images,
               const StepCounter* counter, std::int64_t count, const StepImages& step);
void placeBatch(void* stream, StepCounter* counter, std::int64_t image);
void publishStep(void* stream, const std::int32_t* halted, const double* metrics, StepResult* slots, int slotCount,
                 StepCounter* counter, std::int64_t images);
} // namespace cuda

} // namespace belfry
