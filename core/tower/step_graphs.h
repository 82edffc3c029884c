// Forward and backward of a step as CUDA graphs: kernels that the host queues once, one by one, and starts again with
// two calls. A network whose kernels are short waits for the host else. Two graphs, so that the stages between can be
// timed. One thread at a time; internal to the engine (ATen).
#pragma once

#include "core/tower/device_graph.h"

#include <ATen/ATen.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace belfry {

class StepGraphs {
public:
    // What is baked into the kernels' arguments: a capture is good for steps that have all of it in common.
    struct Key {
        std::int64_t images = 0;
        float smoothing = 0;
        const void *pixels = nullptr, *labels = nullptr, *ids = nullptr; // on the device
        bool operator==(const Key&) const = default;
    };
    using Half = DeviceGraph::Work;

    StepGraphs();
    ~StepGraphs();

    // Whether a step of this key may be replayed; makes the capture when it is time for it: after some ordinary steps
    // of the largest batch, in which libraries choose their algorithms and make their workspaces. The current stream is
    // one of its own (no default stream).
    bool stand(const Key& key, const Half& forward, const Half& backward);
    bool justCaptured() const { return justCaptured_; } // in that call
    void replayForward();
    void replayBackward();

    // The first replays are made beside the ordinary step, with other images each time: whoever replays asks whether
    // this one is such, and says what the gradients were.
    bool isProbed() const { return probes_ > 0; }
    void probe(const at::Tensor& replayed, const at::Tensor& ordinary); // waits for the device

    void giveUp(const std::string& problem); // nothing is replayed any more

    std::int64_t replays() const { return replays_; } // steps so far
    // Why nothing is replayed any more, English; "" when nothing was wrong.
    const std::string& problem() const { return problem_; }

private:
    struct Captured;
    void capture(const Key& key, const Half& forward, const Half& backward);

    std::unique_ptr<Captured> captured_; // null: none
    Key key_;                            // its
    std::int64_t largest_ = 0;           // images of a step so far
    int ordinary_ = 0;                   // steps with so many
    int probes_ = 0;                     // to be made
    bool justCaptured_ = false;
    bool probed_ = false; // a capture has been probed
    std::int64_t replays_ = 0;
    std::string problem_;
};

} // namespace belfry
