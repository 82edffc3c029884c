#include "core/tower/device_graph.h"

#include "core/base/error.h"

#include <ATen/core/CachingHostAllocator.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>

#include <exception>

namespace belfry {
namespace {

// One for the process: the tensor library allows one capture at a time, and graphs come and go only outside it.
std::mutex& capturing() {
    static std::mutex mutex;
    return mutex;
}

void tryTo(const std::function<void()>& work) noexcept {
    try {
        work();
    } catch (const std::exception&) { // it had been done, or was never begun
    }
}

// Closes a failed capture: else all later allocations on its stream would be kept for the graph. If the capture had
// been ended, the graph returns its memory itself.
void leave(const DeviceGraph::Memory& pool) noexcept {
    tryTo([&] {
        const auto device = c10::cuda::current_device();
        c10::cuda::CUDACachingAllocator::endAllocateToPool(device, pool);
        c10::cuda::CUDACachingAllocator::releasePool(device, pool);
    });
    tryTo([&] {
        at::getHostAllocator(at::kCUDA)->end_allocate_to_pool(pool);
        at::getHostAllocator(at::kCUDA)->release_pool(pool);
    });
}

void captureInto(at::cuda::CUDAGraph& graph, const DeviceGraph::Memory& pool, const DeviceGraph::Work& work) {
    std::exception_ptr failure;
    try {
        graph.capture_begin(pool, cudaStreamCaptureModeThreadLocal); // other threads drive other devices
        work();
    } catch (const std::exception&) {
        failure = std::current_exception();
    }
    try {
        graph.capture_end(); // also of a capture that failed, or the stream would stay in it
    } catch (const std::exception&) {
        if (!failure)
            failure = std::current_exception();
        leave(pool);
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace

std::unique_lock<std::mutex> holdCaptures() { return std::unique_lock(capturing()); }

Text captureProblem(const std::exception& error) {
    const auto* library = dynamic_cast<const c10::Error*>(&error);
    return library ? Text::verbatim(library->what_without_backtrace()) : messageOf(error);
}

DeviceGraph::Memory DeviceGraph::newMemory() { return at::cuda::graph_pool_handle(); }

DeviceGraph::DeviceGraph(Memory memory, const Work& work) {
    const std::lock_guard lock(capturing());
    auto graph = std::make_unique<at::cuda::CUDAGraph>(); // one that failed goes under the lock
    captureInto(*graph, memory, work);
    graph_ = std::move(graph);
}

DeviceGraph::~DeviceGraph() {
    const std::lock_guard lock(capturing());
    graph_.reset();
}

void DeviceGraph::replay() { graph_->replay(); }

} // namespace belfry
