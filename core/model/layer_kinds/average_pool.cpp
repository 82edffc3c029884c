#include "core/model/layer_kinds/pool_kind.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class AveragePoolKind : public PoolKind<AveragePoolLayer> {
    std::string word() const override { return "avgpool"; }
    std::string prefix() const override { return "avgpool"; }
    std::string packageName() const override { return "average_pool"; }
    std::string operation() const override { return "AvgPool"; }
    std::string example() const override { return "avgpool 2x2 stride 2"; }
    Text title() const override { return Text::tr("Average pool"); }
    Text summaryOf(const AveragePoolLayer& spec) const override {
        return Text::tr("average pool %1×%1, stride %2", spec.kernel, spec.stride);
    }
    Text tooWide(int kernel) const override {
        return kernel > 1000 ? Text::tr("the window is %1 wide; at most 1,000 is possible.", kernel) : Text();
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const AveragePoolLayer& spec) const override {
        OnnxGraph::Attributes attributes = windowAttributes(spec.kernel, spec.stride, *layer.padding);
        attributes.push_back({"count_include_pad", std::int64_t{0}});
        graph.picture(layer.in);
        graph.follow("AveragePool", std::move(attributes), "means");
    }
};

} // namespace

const LayerKind& rowOf(const AveragePoolLayer&) { return onlyRow<AveragePoolKind>(); }

} // namespace belfry
