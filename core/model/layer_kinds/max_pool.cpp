#include "core/model/layer_kinds/pool_kind.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class MaxPoolKind : public PoolKind<MaxPoolLayer> {
    std::string word() const override { return "maxpool"; }
    std::string prefix() const override { return "pool"; }
    std::string packageName() const override { return "max_pool"; }
    std::string operation() const override { return "MaxPool"; }
    std::string example() const override { return "maxpool 2x2 stride 2"; }
    Text title() const override { return Text::tr("Max pool"); }
    Text summaryOf(const MaxPoolLayer& spec) const override {
        return Text::tr("max pool %1×%1, stride %2", spec.kernel, spec.stride);
    }
    Text tooWide(int kernel) const override {
        return kernel > 255 ? Text::tr("the window is %1 wide; at most 255 is possible.", kernel) : Text();
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const MaxPoolLayer& spec) const override {
        graph.picture(layer.in);
        graph.follow("MaxPool", windowAttributes(spec.kernel, spec.stride, *layer.padding), "largest");
    }
};

} // namespace

const LayerKind& rowOf(const MaxPoolLayer&) { return onlyRow<MaxPoolKind>(); }

} // namespace belfry
