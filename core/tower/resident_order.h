// The images of steps as a device finds them by itself: the labels of all images and the order of the epoch lie in its
// memory, with a counter that says where in the order the next step begins. So a step brings nothing along, and a
// replayed one is the same work every time. One thread at a time; internal to the engine (ATen).
#pragma once

#include "core/feed/feed.h"
#include "core/kernels/step_kernels.h"
#include "core/tower/device_event.h"

#include <ATen/ATen.h>

#include <optional>

namespace belfry {

class ResidentOrder {
public:
    // labels: uint8 on `device`, of all images. counter: on the device; what it counts in `image` is this one's.
    ResidentOrder(at::Device device, at::Tensor labels, StepCounter* counter)
        : device_(device), labels_(std::move(labels)), counter_(counter) {}
    ~ResidentOrder();

    // Queues on the current stream what is missing for a step of this share: nothing where it continues the one before,
    // the order and the place at the start of an epoch. `images`: of all towers in the step, by which publishStep()
    // moves the counter on.
    void follow(const Share& share, std::int64_t images);
    // Queues the step's draws, ids and labels into memory of their own; there may be as many as the counter's place
    // allows.
    void takeBatch(std::int64_t count, const StepImages& step) const;

private:
    void bring(const EpochOrder& order);

    at::Device device_;
    at::Tensor labels_;
    StepCounter* counter_;
    EpochOrder order_;    // that the device has, or that is on its way there
    at::Tensor onDevice_; // int64
    at::Tensor locked_;   // on the way
    DeviceEvent sent_;
    std::int64_t next_ = -1; // where the counter will be once all is done that was queued
};

} // namespace belfry
