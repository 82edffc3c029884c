// Work that the host queues once on a device, kernel by kernel, and starts again with one call: CUDA graphs. Behind
// interfaces, so that what is captured, compared and replayed when is tested without a device. One thread at a time;
// internal to the engine (ATen).
#pragma once

#include "core/base/text.h"

#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace belfry {

class Graph {
public:
    virtual ~Graph() = default;
    virtual void replay() = 0; // queues all of it on the current stream
};
using Graphs = std::vector<std::unique_ptr<Graph>>;

// Captures graphs that share their memory: they are replayed in the order of their captures. The captures of one take
// the memory of those before over, which must live until then.
class GraphCapturer {
public:
    using Work = std::function<void()>;
    using Cut = std::function<void()>;
    virtual ~GraphCapturer() = default;

    // What work(cut) queues on the current stream, one of its own (no default stream); none of it is done. cut() ends a
    // graph and begins the next one. What it allocates comes from the graphs' memory and stays theirs. Throws what the
    // tensor library throws; then the device is as it was.
    virtual Graphs capture(const std::function<void(const Cut&)>& work) = 0;
    // One graph of several, each with what it queues after all of the one before. They must outlive it.
    virtual std::unique_ptr<Graph> join(std::span<Graph* const> graphs) = 0;
    // Does the work in the memory of the captured graphs, between their replays: so it needs none beside theirs.
    virtual void inTheirMemory(const Work& work) = 0;
};

// CUDA's, on the device of the current stream.
std::unique_ptr<GraphCapturer> cudaGraphs();

// The reason why a capture failed.
Text captureProblem(const std::exception& error);

// While it is held no work is captured anywhere in the process: for returning memory to the device, which the
// tensor library does not allow meanwhile.
std::unique_lock<std::mutex> holdCaptures();

} // namespace belfry
