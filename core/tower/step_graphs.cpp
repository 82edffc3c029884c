#include "core/tower/step_graphs.h"

#include "core/tower/settling.h"

#include <ATen/core/CachingHostAllocator.h>
#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>

#include <exception>

namespace belfry {
namespace {

constexpr double kMostDistance = 1e-4; // relative: rounding stays far below

// Of the whole process: the tensor library allows one capture at a time, and no graph may come or go beside one.
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

// What a capture that failed leaves open: all that is allocated on its stream from then on would be kept for the graph.
// Where it had been ended, the graph gives its memory back itself.
void leave(const at::cuda::MempoolId_t& pool) noexcept {
    const auto device = c10::cuda::current_device();
    tryTo([&] {
        c10::cuda::CUDACachingAllocator::endAllocateToPool(device, pool);
        c10::cuda::CUDACachingAllocator::releasePool(device, pool);
    });
    tryTo([&] {
        at::getHostAllocator(at::kCUDA)->end_allocate_to_pool(pool);
        at::getHostAllocator(at::kCUDA)->release_pool(pool);
    });
}

void captureInto(at::cuda::CUDAGraph& graph, const at::cuda::MempoolId_t& pool, const StepGraphs::Half& work) {
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

std::unique_lock<std::mutex> holdCaptures() {
    return std::unique_lock(capturing());
}

// The two share their memory: backward reads what forward has kept, and both are replayed in the order of their
// capture. The next capture takes it over, which the last one keeps until then.
struct StepGraphs::Captured {
    explicit Captured(const Captured* last) : pool(last ? last->pool : at::cuda::graph_pool_handle()) {}
    at::cuda::MempoolId_t pool;
    at::cuda::CUDAGraph forward, backward;
};

StepGraphs::StepGraphs() = default;

StepGraphs::~StepGraphs() {
    drop();
}

void StepGraphs::drop() {
    const std::lock_guard lock(capturing());
    captured_.reset();
}

bool StepGraphs::stand(const Key& key, const Half& forward, const Half& backward) {
    justCaptured_ = false;
    if (!problem_.empty())
        return false;
    if (captured_ && key == key_)
        return true;
    if (key.images > largest_) {
        largest_ = key.images;
        ordinary_ = 0;
    }
    if (key.images < largest_ || ordinary_++ < kStepsBeforeCapture) // a short batch comes once an epoch
        return false;
    capture(key, forward, backward);
    return captured_ != nullptr;
}

void StepGraphs::capture(const Key& key, const Half& forward, const Half& backward) {
    try {
        const std::lock_guard lock(capturing());
        auto made = std::make_unique<Captured>(captured_.get());
        captureInto(made->forward, made->pool, forward);
        captureInto(made->backward, made->pool, backward);
        captured_ = std::move(made);
        key_ = key;
        justCaptured_ = true;
        probes_ = probed_ ? probes_ : kReplaysProbed;
        probed_ = true;
        return;
    } catch (const c10::Error& error) {
        problem_ = error.what_without_backtrace();
    } catch (const std::exception& error) {
        problem_ = error.what();
    }
    drop();
}

void StepGraphs::replayForward() {
    ++replays_;
    captured_->forward.replay();
}

void StepGraphs::replayBackward() {
    captured_->backward.replay();
}

void StepGraphs::probe(const at::Tensor& replayed, const at::Tensor& ordinary) {
    --probes_;
    const double distance = (replayed - ordinary).norm().item<double>();
    if (distance <= kMostDistance * ordinary.norm().item<double>())
        return;
    giveUp("A replayed step gave another gradient than the step that it replaces.");
}

void StepGraphs::giveUp(const std::string& problem) {
    problem_ = problem;
    drop();
}

} // namespace belfry
