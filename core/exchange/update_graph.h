// The update of central variables on CUDA, replayed as a CUDA graph: as many kernels as a network has penalties and
// running averages, and more, become one launch. Session thread; internal to the engine (ATen).
#pragma once

#include "core/tower/replayed_work.h"

#include <ATen/ATen.h>

#include <cstdint>
#include <functional>
#include <span>

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

    std::int64_t replays() const { return work_.replays(); }
    const Text& problem() const { return work_.problem(); } // as ReplayedWork's

private:
    struct Captured {
        std::function<void()> replay;
        const void* mean = nullptr;
    };
    void probe(at::Tensor& mean, std::span<at::Tensor> kept, const Work& work);

    Capture capture_;
    ReplayedWork<Captured> work_;
};

} // namespace belfry
