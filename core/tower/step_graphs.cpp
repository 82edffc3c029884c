#include "core/tower/step_graphs.h"

#include <algorithm>
#include <map>
#include <utility>

namespace belfry {
namespace {

constexpr double kMaxDistance = 1e-4; // relative: rounding stays far below

} // namespace

// Forward and backward share their memory: backward reads what forward has kept.
struct StepGraphs::Captured {
    Key key;
    std::unique_ptr<Graph> forward;
    Graphs backward;
    std::vector<std::vector<int>> slices; // that each graph of backward makes final
};

StepGraphs::StepGraphs(std::vector<int> groupOf, std::unique_ptr<GraphCapturer> capturer)
    : groupOf_(std::move(groupOf)), capturer_(std::move(capturer)) {}

StepGraphs::~StepGraphs() = default;

bool StepGraphs::ready(const Key& key, const Work& work) {
    justCaptured_ = false;
    if (work_.captured() && work_.captured()->key == key)
        return true;
    if (key.frozenLayers != std::exchange(frozenLayers_, key.frozenLayers))
        work_.restart(); // with kernels that have not run yet
    if (key.images > largest_) {
        largest_ = key.images;
        work_.restartCount();
    }
    justCaptured_ = key.images == largest_ && work_.captureWhenDue([&] { return capture(key, work); });
    return justCaptured_;
}

// A group's graph ends with its last slice. The last group's ends with backward itself.
std::unique_ptr<StepGraphs::Captured> StepGraphs::capture(const Key& key, const Work& work) {
    ++captures_;
    auto captured = std::make_unique<Captured>();
    captured->key = key;
    captured->forward = std::move(capturer_->capture([&](const auto&) { work.forward(); }).front());
    std::map<int, int> missing; // slices, by group
    for (const int group : groupOf_)
        ++missing[group];
    captured->slices.emplace_back();
    captured->backward = capturer_->capture([&](const GraphCapturer::Cut& cut) {
        work.backward([&](int slice) {
            captured->slices.back().push_back(slice);
            if (groupOf_.empty() || --missing[groupOf_[static_cast<std::size_t>(slice)]] > 0)
                return;
            if (std::ranges::any_of(missing, [](const auto& group) { return group.second > 0; })) {
                cut();
                captured->slices.emplace_back();
            }
        });
    });
    return captured;
}

void StepGraphs::replayForward() { work_.captured()->forward->replay(); }

void StepGraphs::replayBackward(const Ready& ready) {
    const Captured& captured = *work_.captured();
    for (std::size_t part = 0; part < captured.backward.size(); ++part) {
        captured.backward[part]->replay();
        for (const int slice : captured.slices[part])
            ready(slice);
    }
    work_.countReplay();
}

void StepGraphs::besideGraphs(const std::function<void()>& work) const {
    hasGraphs() ? capturer_->inTheirMemory(work) : work();
}

std::vector<Graph*> StepGraphs::graphs() const {
    const Captured& captured = *work_.captured();
    std::vector<Graph*> graphs{captured.forward.get()};
    for (const auto& part : captured.backward)
        graphs.push_back(part.get());
    return graphs;
}

void StepGraphs::giveUp(const Text& problem) { work_.giveUp(problem); }

void StepGraphs::probe(at::Tensor& gradient, const Work& work) {
    bool done = false;
    const auto queueOrdinary = [&] {
        work.forward();
        work.backward([](int) {});
        done = true;
    };
    const auto agree = [&] {
        const at::Tensor replayed = gradient.clone();
        capturer_->inTheirMemory(queueOrdinary);
        const double distance = (replayed - gradient).norm().item<double>();
        return distance <= kMaxDistance * gradient.norm().item<double>();
    };
    work_.probe(agree, Text::tr("A replayed step gave another gradient than the step that it replaces."),
                Text::tr("There was too little memory to compare a replayed step with the step that it replaces."));
    if (!done)
        queueOrdinary();
}

} // namespace belfry
