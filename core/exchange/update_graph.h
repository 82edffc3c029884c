// The update of central variables on CUDA, replayed as a CUDA graph: as many kernels as a network has penalties and
// running averages, and more, become one launch. Session thread; internal to the engine (ATen).
#pragma once

#include "core/tower/replayed_work.h"
#include "core/tower/tower.h"

#include <ATen/ATen.h>

#include <cstdint>
#include <functional>
#include <span>

namespace belfry {

class UpdateGraph {
public:
    using Work = GraphCapturer::Work;
    explicit UpdateGraph(std::unique_ptr<GraphCapturer> capturer = cudaGraphs()) : capturer_(std::move(capturer)) {}

    // Queues `work` on the current stream (no default stream), which reads and changes `mean` and changes `kept`, all
    // of them at the same places in every call: the first ones as they come, the others replayed. One that has another
    // mean than the captured one is queued as it comes. step: graphs of the step to be queued around the update, which
    // become one with it where it is replayed.
    void run(at::Tensor& mean, std::span<at::Tensor> kept, const Work& work, const Tower::Pending& step = {});

    std::int64_t replays() const { return work_.replays(); }
    // Why updates, or steps with them, are not replayed; empty when nothing went wrong.
    const Text& problem() const { return work_.problem().empty() ? joinProblem_ : work_.problem(); }

private:
    struct Captured {
        Graphs graphs;
        const void* mean = nullptr;
    };
    // A step's graphs and the update's, joined.
    struct Joined {
        std::unique_ptr<Graph> graph;
        std::vector<Graph*> parts;
        std::int64_t capture = 0;
    };
    void runAlone(at::Tensor& mean, std::span<at::Tensor> kept, const Work& work);
    void probe(at::Tensor& mean, std::span<at::Tensor> kept, const Work& work);
    bool replays(const at::Tensor& mean) const;
    bool replayJoined(const Tower::Pending& step);

    std::unique_ptr<GraphCapturer> capturer_; // outlives the graphs
    ReplayedWork<Captured> work_;
    Joined joined_;
    Text joinProblem_; // why steps and updates are queued one by one
};

} // namespace belfry
