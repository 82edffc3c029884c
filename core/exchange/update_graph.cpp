#include "core/exchange/update_graph.h"

#include <algorithm>
#include <vector>

namespace belfry {
namespace {

using Tensors = std::vector<at::Tensor>;

Tensors copiesOf(std::span<at::Tensor> tensors) {
    Tensors copies;
    for (const at::Tensor& tensor : tensors)
        copies.push_back(tensor.clone());
    return copies;
}

void put(const Tensors& values, std::span<at::Tensor> into) {
    for (std::size_t i = 0; i < values.size(); ++i)
        into[i].copy_(values[i]);
}

} // namespace

UpdateGraph::UpdateGraph()
    : UpdateGraph([](const Work& work) {
          return [graph = std::make_shared<DeviceGraph>(DeviceGraph::newMemory(), work)] { graph->replay(); };
      }) {}

void UpdateGraph::run(at::Tensor& mean, std::span<at::Tensor> kept, const Work& work) {
    const bool stands = replay_ || (problem_.empty() && ordinary_++ >= kStepsBeforeCapture && capture(mean, work));
    if (!stands || mean.const_data_ptr() != mean_)
        return work();
    if (probes_ > 0)
        return probe(mean, kept, work);
    ++replays_;
    replay_();
}

bool UpdateGraph::capture(const at::Tensor& mean, const Work& work) {
    try {
        replay_ = capture_(work);
        mean_ = mean.const_data_ptr();
    } catch (const std::exception& error) {
        giveUp(captureProblem(error));
    }
    return replay_ != nullptr;
}

// A replay beside the ordinary update, which stands whatever comes out.
void UpdateGraph::probe(at::Tensor& mean, std::span<at::Tensor> kept, const Work& work) {
    --probes_;
    Tensors before, after;
    bool done = false;
    try {
        const at::Tensor meanBefore = mean.clone();
        before = copiesOf(kept);
        work();
        done = true;
        after = copiesOf(kept);
        mean.copy_(meanBefore);
        put(before, kept);
        replay_();
        const bool same = std::ranges::equal(kept, after, [](const auto& a, const auto& b) { return at::equal(a, b); });
        if (!same)
            giveUp("A replayed update gave other weights than the update that it replaces.");
    } catch (const c10::OutOfMemoryError&) {
        giveUp("There was too little memory to compare a replayed update with the update that it replaces.");
    } catch (const std::exception& error) {
        giveUp(captureProblem(error));
    }
    done ? put(after, kept) : work();
}

void UpdateGraph::giveUp(const std::string& problem) {
    problem_ = problem;
    replay_ = nullptr;
}

} // namespace belfry
