// Work that the host queues once on a device, kernel by kernel, and starts again with one call: a CUDA graph. One
// thread at a time; internal to the engine (ATen).
#pragma once

#include "core/base/text.h"

#include <c10/core/Allocator.h>

#include <exception>
#include <functional>
#include <memory>
#include <mutex>

namespace at::cuda {
struct CUDAGraph;
}

namespace belfry {

class DeviceGraph {
public:
    using Work = std::function<void()>;
    using Memory = c10::MempoolId_t;
    // Graphs may share it that are replayed in the order of their captures.
    static Memory newMemory();

    // Captures what `work` queues on the current stream, one of its own (no default stream); none of it is done. What
    // it allocates comes from `memory` and stays the graph's. Throws what the tensor library throws; then the device is
    // as it was.
    DeviceGraph(Memory memory, const Work& work);
    ~DeviceGraph();
    void replay(); // queues all of it on the current stream

private:
    std::unique_ptr<at::cuda::CUDAGraph> graph_;
};

// The reason why a capture failed.
Text captureProblem(const std::exception& error);

// While it is held no work is captured anywhere in the process: for returning memory to the device, which the
// tensor library does not allow meanwhile.
std::unique_lock<std::mutex> holdCaptures();

} // namespace belfry
