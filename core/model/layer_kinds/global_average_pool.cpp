#include "core/model/layer_kind.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class GlobalAveragePoolKind : public LayerKindOf<GlobalAveragePoolLayer> {
    std::string word() const override { return "global-avgpool"; }
    std::string prefix() const override { return "globalpool"; }
    std::string packageName() const override { return "global_average_pool"; }
    std::string operation() const override { return "Mean"; }
    std::string example() const override { return "global-avgpool"; }
    Text title() const override { return Text::tr("Global average pool"); }
    Text syntax() const override { return Text::tr("nothing comes after global-avgpool."); }
    LayerGlyph glyph() const override { return LayerGlyph::Units; }
    Text summaryOf(const GlobalAveragePoolLayer&) const override { return Text::tr("global average pool"); }
    std::vector<LayerField> fieldsOf(GlobalAveragePoolLayer&) const override { return {}; }

    void planFrom(LayerPlanner& planner, const GlobalAveragePoolLayer&) const override {
        BlueprintLayer& layer = planner.layer();
        layer.out = {.height = 1, .width = 1, .channels = layer.in.channels};
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const GlobalAveragePoolLayer&) const override {
        graph.picture(layer.in);
        graph.follow("GlobalAveragePool", {}, "means");
    }
};

} // namespace

const LayerKind& rowOf(const GlobalAveragePoolLayer&) { return onlyRow<GlobalAveragePoolKind>(); }

} // namespace belfry
