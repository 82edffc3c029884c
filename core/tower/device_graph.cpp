#include "core/tower/device_graph.h"

#include "core/base/error.h"

#include <ATen/core/CachingHostAllocator.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>

#include <exception>
#include <utility>

namespace belfry {
namespace {

using Memory = c10::MempoolId_t;

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
void leave(const Memory& memory) noexcept {
    tryTo([&] {
        const auto device = c10::cuda::current_device();
        c10::cuda::CUDACachingAllocator::endAllocateToPool(device, memory);
        c10::cuda::CUDACachingAllocator::releasePool(device, memory);
    });
    tryTo([&] {
        at::getHostAllocator(at::kCUDA)->end_allocate_to_pool(memory);
        at::getHostAllocator(at::kCUDA)->release_pool(memory);
    });
}

// Started by CUDA's own call: the tensor library's replay() first queues two kernels for its random numbers, which no
// kernel of the engine uses.
class DeviceGraph : public Graph {
public:
    DeviceGraph() : captured_(std::make_unique<at::cuda::CUDAGraph>(/*keep_graph=*/true)) {}
    ~DeviceGraph() override {
        const std::lock_guard lock(capturing());
        captured_.reset();
    }

    void begin(const Memory& memory) { // other threads drive other devices
        captured_->capture_begin(memory, cudaStreamCaptureModeThreadLocal);
    }
    void end() { captured_->capture_end(); }
    void instantiate() { captured_->instantiate(); }
    cudaGraph_t graph() const { return captured_->raw_cuda_graph(); }

    void replay() override {
        C10_CUDA_CHECK(cudaGraphLaunch(captured_->raw_cuda_graph_exec(), c10::cuda::getCurrentCUDAStream()));
    }

private:
    std::unique_ptr<at::cuda::CUDAGraph> captured_;
};

// Child graphs are copies; their memory stays with the graphs that were captured.
class JoinedGraph : public Graph {
public:
    explicit JoinedGraph(std::span<Graph* const> graphs) {
        cudaGraph_t whole = nullptr;
        C10_CUDA_CHECK(cudaGraphCreate(&whole, 0));
        const std::unique_ptr<CUgraph_st, Release> joined(whole); // the executable one is a copy too
        cudaGraphNode_t last = nullptr;
        for (Graph* one : graphs) {
            cudaGraphNode_t node = nullptr;
            C10_CUDA_CHECK(cudaGraphAddChildGraphNode(&node, whole, last ? &last : nullptr, last ? 1 : 0,
                                                      dynamic_cast<DeviceGraph&>(*one).graph()));
            last = node;
        }
        cudaGraphExec_t executable = nullptr;
        C10_CUDA_CHECK(cudaGraphInstantiate(&executable, whole, 0));
        executable_.reset(executable);
    }
    ~JoinedGraph() override {
        const std::lock_guard lock(capturing());
        executable_.reset();
    }
    void replay() override { C10_CUDA_CHECK(cudaGraphLaunch(executable_.get(), c10::cuda::getCurrentCUDAStream())); }

private:
    struct Release {
        void operator()(CUgraph_st* graph) const { cudaGraphDestroy(graph); }
        void operator()(CUgraphExec_st* graph) const { cudaGraphExecDestroy(graph); }
    };
    std::unique_ptr<CUgraphExec_st, Release> executable_;
};

class DeviceCapturer : public GraphCapturer {
public:
    Graphs capture(const std::function<void(const Cut&)>& work) override {
        std::vector<std::unique_ptr<DeviceGraph>> captured;
        try {
            const std::lock_guard lock(capturing());
            freeWhatWarmUpCached();
            captureInto(captured, work);
        } catch (...) { // graphs go under the lock, which is free again here
            captured.clear();
            throw;
        }
        Graphs graphs;
        for (auto& graph : captured)
            graphs.push_back(std::move(graph));
        return graphs;
    }

    std::unique_ptr<Graph> join(std::span<Graph* const> graphs) override {
        const std::lock_guard lock(capturing());
        return std::make_unique<JoinedGraph>(graphs);
    }

    void inTheirMemory(const Work& work) override {
        const std::lock_guard lock(capturing());
        const auto device = c10::cuda::current_device();
        const cudaStream_t own = c10::cuda::getCurrentCUDAStream();
        c10::cuda::CUDACachingAllocator::beginAllocateToPool(device, memory_,
                                                             [own](cudaStream_t stream) { return stream == own; });
        std::exception_ptr failure;
        try {
            work();
        } catch (...) {
            failure = std::current_exception();
        }
        c10::cuda::CUDACachingAllocator::endAllocateToPool(device, memory_);
        c10::cuda::CUDACachingAllocator::releasePool(device, memory_);
        if (failure)
            std::rethrow_exception(failure);
    }

private:
    // The ordinary runs before a capture leave their memory in the cache, and the graphs need as much of their own,
    // which the tensor library cannot take from the cache while it captures.
    void freeWhatWarmUpCached() {
        if (std::exchange(hasCaptured_, true))
            return;
        c10::cuda::getCurrentCUDAStream().synchronize();
        c10::cuda::CUDACachingAllocator::emptyCache();
    }

    void captureInto(std::vector<std::unique_ptr<DeviceGraph>>& graphs, const std::function<void(const Cut&)>& work) {
        const auto begin = [&] {
            graphs.push_back(std::make_unique<DeviceGraph>());
            graphs.back()->begin(memory_);
        };
        std::exception_ptr failure;
        try {
            begin();
            work([&] {
                graphs.back()->end();
                begin();
            });
        } catch (const std::exception&) {
            failure = std::current_exception();
        }
        try {
            graphs.back()->end(); // also of a capture that failed, or the stream would stay in it
        } catch (const std::exception&) {
            if (!failure)
                failure = std::current_exception();
            leave(memory_);
        }
        if (failure)
            std::rethrow_exception(failure);
        for (const auto& graph : graphs)
            graph->instantiate();
    }

    Memory memory_ = at::cuda::graph_pool_handle();
    bool hasCaptured_ = false;
};

} // namespace

std::unique_ptr<GraphCapturer> cudaGraphs() { return std::make_unique<DeviceCapturer>(); }

std::unique_lock<std::mutex> holdCaptures() { return std::unique_lock(capturing()); }

Text captureProblem(const std::exception& error) {
    const auto* library = dynamic_cast<const c10::Error*>(&error);
    return library ? Text::verbatim(library->what_without_backtrace()) : messageOf(error);
}

} // namespace belfry
