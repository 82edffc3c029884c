// Forward and backward of a step as CUDA graphs: kernels that the host queues once, one by one, and starts again with
// a few calls. Without them a network of short kernels waits for the host. Forward and backward are graphs of their
// own, so that the stages can be timed; backward ends one wherever the exchange may begin to sum a part of the
// gradient. One thread at a time; internal to the engine (ATen).
#pragma once

#include "core/tower/replayed_work.h"

#include <ATen/ATen.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace belfry {

class StepGraphs {
public:
    // Arguments of the kernels: a capture is valid for all steps with the same key.
    struct Key {
        std::int64_t images = 0;
        float smoothing = 0;
        const void *pixels = nullptr, *labels = nullptr, *draws = nullptr; // on the device
        const void *classWeights = nullptr, *logitOffsets = nullptr;       // on the device
        std::size_t frozenLayers = 0;
        bool operator==(const Key&) const = default;
    };
    using Ready = std::function<void(int slice)>;
    // How a step is queued kernel by kernel. backward() calls ready(slice) when what is queued makes a slice of the
    // gradient final.
    struct Work {
        std::function<void()> forward;
        std::function<void(const Ready&)> backward;
    };

    // groupOf: by slice, which slices are summed together; empty: none is before backward ends.
    explicit StepGraphs(std::vector<int> groupOf = {}, std::unique_ptr<GraphCapturer> capturer = cudaGraphs());
    ~StepGraphs();

    // Whether a step with this key may be replayed. Makes the capture when it is due, of steps of the largest batch: a
    // short one comes once an epoch. The current stream is one of its own (no default stream).
    bool ready(const Key& key, const Work& work);
    bool justCaptured() const { return justCaptured_; } // in that call
    void replayForward();
    void replayBackward(const Ready& ready); // which comes for the slices of a group when their graph is queued

    // Whether the step just replayed is to be compared with the ordinary one.
    bool isProbed() const { return work_.isProbed(); }
    // gradient: the replayed one; the ordinary one on return, which is made in the memory of the replayed one. Waits
    // for the device.
    void probe(at::Tensor& gradient, const Work& work);

    // Does work that is never replayed: in the memory of the graphs, once there are some, as they keep it until they
    // are gone and there may be no other. What work() allocates must be gone when it returns. Not for captures.
    bool hasGraphs() const { return work_.captured() != nullptr; }
    void besideGraphs(const std::function<void()>& work) const;

    // Those of the step just found ready, in their order, and a number that another capture does not have.
    std::vector<Graph*> graphs() const;
    std::int64_t capture() const { return captures_; }
    GraphCapturer& capturer() { return *capturer_; }
    void countReplay() { work_.countReplay(); } // of a step that was replayed through graphs()

    void giveUp(const Text& problem);                        // nothing is replayed any more
    std::int64_t replays() const { return work_.replays(); } // steps so far
    const Text& problem() const { return work_.problem(); }  // as ReplayedWork's

private:
    struct Captured;
    std::unique_ptr<Captured> capture(const Key& key, const Work& work);

    std::vector<int> groupOf_;
    std::unique_ptr<GraphCapturer> capturer_; // outlives the graphs
    ReplayedWork<Captured> work_;
    std::int64_t largest_ = 0;     // images of a step so far
    std::size_t frozenLayers_ = 0; // of the newest step
    bool justCaptured_ = false;
    std::int64_t captures_ = 0;
};

} // namespace belfry
