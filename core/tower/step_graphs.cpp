#include "core/tower/step_graphs.h"

namespace belfry {
namespace {

constexpr double kMaxDistance = 1e-4; // relative: rounding stays far below

} // namespace

// The two share their memory: backward reads what forward has kept, and both are replayed in the order of their
// capture. The next capture takes it over, which the last one keeps until then.
struct StepGraphs::Captured {
    Captured(const Key& capturedKey, const Captured* last, const Work& runForward, const Work& runBackward)
        : key(capturedKey), memory(last ? last->memory : DeviceGraph::newMemory()), forward(memory, runForward),
          backward(memory, runBackward) {}
    Key key;
    DeviceGraph::Memory memory;
    DeviceGraph forward, backward;
};

StepGraphs::StepGraphs() = default;

StepGraphs::~StepGraphs() = default;

bool StepGraphs::ready(const Key& key, const Work& forward, const Work& backward) {
    justCaptured_ = false;
    if (work_.captured() && work_.captured()->key == key)
        return true;
    if (key.images > largest_) {
        largest_ = key.images;
        work_.restartCount();
    }
    justCaptured_ = key.images == largest_ && work_.captureWhenDue([&] {
        return std::make_unique<Captured>(key, work_.captured(), forward, backward);
    });
    return justCaptured_;
}

void StepGraphs::replayForward() { work_.captured()->forward.replay(); }

void StepGraphs::replayBackward() {
    work_.captured()->backward.replay();
    work_.countReplay();
}

void StepGraphs::giveUp(const Text& problem) { work_.giveUp(problem); }

void StepGraphs::probe(at::Tensor& gradient, const Work& ordinary) {
    bool done = false;
    const auto agree = [&] {
        const at::Tensor replayed = gradient.clone();
        ordinary();
        done = true;
        const double distance = (replayed - gradient).norm().item<double>();
        return distance <= kMaxDistance * gradient.norm().item<double>();
    };
    work_.probe(agree, Text::tr("A replayed step gave another gradient than the step that it replaces."),
                Text::tr("There was too little memory to compare a replayed step with the step that it replaces."));
    if (!done)
        ordinary();
}

} // namespace belfry
