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

void UpdateGraph::run(at::Tensor& mean, std::span<at::Tensor> kept, const Work& work, const Tower::Pending& step) {
    if (!step.before.empty() && replays(mean) && !work_.isProbed() && replayJoined(step))
        return;
    for (Graph* graph : step.before)
        graph->replay();
    runAlone(mean, kept, work);
    for (Graph* graph : step.after)
        graph->replay();
}

bool UpdateGraph::replays(const at::Tensor& mean) const {
    return work_.captured() && mean.const_data_ptr() == work_.captured()->mean;
}

void UpdateGraph::runAlone(at::Tensor& mean, std::span<at::Tensor> kept, const Work& work) {
    const auto capture = [&] {
        return std::make_unique<Captured>(capturer_->capture([&](const auto&) { work(); }), mean.const_data_ptr());
    };
    if (!work_.captured())
        work_.captureWhenDue(capture);
    if (!replays(mean))
        return work();
    if (work_.isProbed())
        return probe(mean, kept, work);
    work_.countReplay();
    work_.captured()->graphs.front()->replay();
}

// The same graphs as one by one, hence the same numbers: only how they are started differs.
bool UpdateGraph::replayJoined(const Tower::Pending& step) {
    if (!joinProblem_.empty())
        return false;
    std::vector<Graph*> parts = step.before;
    parts.push_back(work_.captured()->graphs.front().get());
    parts.insert(parts.end(), step.after.begin(), step.after.end());
    try {
        if (!joined_.graph || joined_.parts != parts || joined_.capture != step.capture)
            joined_ = {capturer_->join(parts), parts, step.capture};
    } catch (const std::exception& error) {
        joinProblem_ = captureProblem(error);
        return false;
    }
    joined_.graph->replay();
    work_.countReplay();
    return true;
}

// A replay beside the ordinary update, which stands whatever comes out.
void UpdateGraph::probe(at::Tensor& mean, std::span<at::Tensor> kept, const Work& work) {
    Tensors before, after;
    bool done = false;
    const auto agree = [&] {
        const at::Tensor meanBefore = mean.clone();
        before = copiesOf(kept);
        work();
        done = true;
        after = copiesOf(kept);
        mean.copy_(meanBefore);
        put(before, kept);
        work_.captured()->graphs.front()->replay();
        return std::ranges::equal(kept, after, [](const auto& a, const auto& b) { return at::equal(a, b); });
    };
    work_.probe(agree, Text::tr("A replayed update gave other weights than the update that it replaces."),
                Text::tr("There was too little memory to compare a replayed update with the update that it replaces."));
    done ? put(after, kept) : work();
}

} // namespace belfry
