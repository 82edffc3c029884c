#include "core/tower/step_graphs.h"

#include "core/tower/settling.h"

#include <exception>

namespace belfry {
namespace {

constexpr double kMostDistance = 1e-4; // relative: rounding stays far below

} // namespace

// The two share their memory: backward reads what forward has kept, and both are replayed in the order of their
// capture. The next capture takes it over, which the last one keeps until then.
struct StepGraphs::Captured {
    Captured(const Captured* last, const Half& goForward, const Half& goBackward)
        : memory(last ? last->memory : DeviceGraph::newMemory()), forward(memory, goForward),
          backward(memory, goBackward) {}
    DeviceGraph::Memory memory;
    DeviceGraph forward, backward;
};

StepGraphs::StepGraphs() = default;

StepGraphs::~StepGraphs() = default;

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
        captured_ = std::make_unique<Captured>(captured_.get(), forward, backward);
        key_ = key;
        justCaptured_ = true;
        probes_ = probed_ ? probes_ : kReplaysProbed;
        probed_ = true;
    } catch (const std::exception& error) {
        giveUp(captureProblem(error));
    }
}

void StepGraphs::replayForward() {
    captured_->forward.replay();
}

void StepGraphs::replayBackward() {
    captured_->backward.replay();
    ++replays_;
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
    captured_.reset();
}

} // namespace belfry
