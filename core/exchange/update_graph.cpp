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
    const auto capture = [&] { return std::make_unique<Captured>(capture_(work), mean.const_data_ptr()); };
    const bool ready = work_.captured() || work_.captureWhenDue(capture);
    if (!ready || mean.const_data_ptr() != work_.captured()->mean)
        return work();
    if (work_.isProbed())
        return probe(mean, kept, work);
    work_.countReplay();
    work_.captured()->replay();
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
        work_.captured()->replay();
        return std::ranges::equal(kept, after, [](const auto& a, const auto& b) { return at::equal(a, b); });
    };
    work_.probe(agree, Text::tr("A replayed update gave other weights than the update that it replaces."),
                Text::tr("There was too little memory to compare a replayed update with the update that it replaces."));
    done ? put(after, kept) : work();
}

} // namespace belfry
