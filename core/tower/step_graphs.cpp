#include "core/tower/step_graphs.h"

#include <ATen/cuda/CUDAGraph.h>
#include <c10/cuda/CUDACachingAllocator.h>
#include <c10/cuda/CUDAFunctions.h>

#include <exception>
#include <mutex>

namespace belfry {
namespace {

constexpr int kOrdinary = 4;           // steps before a capture
constexpr int kProbes = 2;             // of the first capture
constexpr double kMostDistance = 1e-4; // relative: rounding stays far below

// Of the whole process: the tensor library allows one capture at a time.
std::mutex& capturing() {
    static std::mutex mutex;
    return mutex;
}

void captureInto(at::cuda::CUDAGraph& graph, const at::cuda::MempoolId_t& pool, const StepGraphs::Half& work) {
    graph.capture_begin(pool, cudaStreamCaptureModeThreadLocal); // other threads drive other devices
    std::exception_ptr failure;
    try {
        work();
    } catch (const std::exception&) {
        failure = std::current_exception();
    }
    try {
        graph.capture_end(); // also of a capture that failed, or the stream would stay in it
    } catch (const std::exception&) {
        if (!failure)
            failure = std::current_exception();
        try { // else all that is allocated on this stream from now on would be kept for the graph
            c10::cuda::CUDACachingAllocator::endAllocateToPool(c10::cuda::current_device(), pool);
        } catch (const std::exception&) { // it was ended already
        }
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace

// They share their memory: backward reads what forward has kept, and both are replayed in the order of their capture.
struct StepGraphs::Captured {
    at::cuda::MempoolId_t pool = at::cuda::graph_pool_handle();
    at::cuda::CUDAGraph forward, backward;
};

StepGraphs::StepGraphs() = default;
StepGraphs::~StepGraphs() = default;

bool StepGraphs::stand(const Key& key, const Half& forward, const Half& backward) {
    if (!problem_.empty())
        return false;
    if (captured_ && key == key_)
        return true;
    if (key.images > largest_) {
        largest_ = key.images;
        ordinary_ = 0;
    }
    if (key.images < largest_ || ordinary_++ < kOrdinary) // a short batch comes once an epoch
        return false;
    capture(key, forward, backward);
    return captured_ != nullptr;
}

void StepGraphs::capture(const Key& key, const Half& forward, const Half& backward) {
    captured_.reset();
    try {
        const std::lock_guard lock(capturing());
        auto made = std::make_unique<Captured>();
        captureInto(made->forward, made->pool, forward);
        captureInto(made->backward, made->pool, backward);
        captured_ = std::move(made);
        key_ = key;
        probes_ = probed_ ? probes_ : kProbes;
        probed_ = true;
    } catch (const c10::Error& error) {
        problem_ = error.what_without_backtrace();
    } catch (const std::exception& error) {
        problem_ = error.what();
    }
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
    problem_ = "A replayed step gave another gradient than the step that it replaces.";
    captured_.reset();
}

} // namespace belfry
