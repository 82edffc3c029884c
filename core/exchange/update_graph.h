// The update of one place on CUDA, replayed as a CUDA graph: as many kernels as a network has penalties and running
// averages, and more, become one launch. The thread that drives the place; internal to the engine (ATen).
#pragma once

#include "core/tower/device_graph.h"
#include "core/tower/settling.h"

#include <ATen/ATen.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>

namespace belfry {

class UpdateGraph {
public:
    using Work = DeviceGraph::Work;
    // Keeps what the work queues without doing it, and returns what queues all of it again. Throws when it cannot.
    using Capture = std::function<std::function<void()>(const Work&)>;
    UpdateGraph(); // captures CUDA graphs
    explicit UpdateGraph(Capture capture) : capture_(std::move(capture)) {}

    // Queues `work` on the current stream (no default stream), which reads and changes `mean` and changes `kept`, all
    // of them at the same places in every call: the first ones as they come, the others replayed. One that has another
    // mean than the captured one is queued as it comes.
    void run(at::Tensor& mean, std::span<at::Tensor> kept, const Work& work);

    std::int64_t replays() const { return replays_; }
    // Why nothing is replayed any more, English; "" when nothing was wrong.
    const std::string& problem() const { return problem_; }

private:
    bool capture(const at::Tensor& mean, const Work& work);
    void probe(at::Tensor& mean, std::span<at::Tensor> kept, const Work& work);
    void giveUp(const std::string& problem);

    Capture capture_;
    std::function<void()> replay_; // empty: there is no graph
    const void* mean_ = nullptr;   // the graph's
    int ordinary_ = 0;             // updates so far, while there is none
    int probes_ = kReplaysProbed;  // to be made
    std::int64_t replays_ = 0;
    std::string problem_;
};

} // namespace belfry
