// Forward and backward of a step as CUDA graphs: kernels that the host queues once, one by one, and starts again with
// two calls. Without them a network of short kernels waits for the host. Two graphs, so that the stages between can be
// timed. One thread at a time; internal to the engine (ATen).
#pragma once

#include "core/tower/replayed_work.h"

#include <ATen/ATen.h>

#include <cstdint>
#include <memory>

namespace belfry {

class StepGraphs {
public:
    // Arguments of the kernels: a capture is valid for all steps with the same key.
    struct Key {
        std::int64_t images = 0;
        float smoothing = 0;
        const void *pixels = nullptr, *labels = nullptr, *ids = nullptr; // on the device
        bool operator==(const Key&) const = default;
    };
    using Work = DeviceGraph::Work;

    StepGraphs();
    ~StepGraphs();

    // Whether a step with this key may be replayed. Makes the capture when it is due, of steps of the largest batch: a
    // short one comes once an epoch. The current stream is one of its own (no default stream).
    bool ready(const Key& key, const Work& forward, const Work& backward);
    bool justCaptured() const { return justCaptured_; } // in that call
    void replayForward();
    void replayBackward();

    // Whether the step just replayed is to be compared with the ordinary one.
    bool isProbed() const { return work_.isProbed(); }
    // gradient: the replayed one; the ordinary one on return. Waits for the device.
    void probe(at::Tensor& gradient, const Work& ordinary);

    void giveUp(const Text& problem);                        // nothing is replayed any more
    std::int64_t replays() const { return work_.replays(); } // steps so far
    const Text& problem() const { return work_.problem(); }  // as ReplayedWork's

private:
    struct Captured;

    ReplayedWork<Captured> work_;
    std::int64_t largest_ = 0; // images of a step so far
    bool justCaptured_ = false;
};

} // namespace belfry
