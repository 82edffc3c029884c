#include "core/model/layer_kind.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class PositionKind : public LayerKindOf<PositionLayer> {
    std::string word() const override { return "positions"; }
    std::string prefix() const override { return "positions"; }
    std::string packageName() const override { return "position_embedding"; }
    std::string operation() const override { return "Add"; }
    std::string example() const override { return "positions"; }
    Text title() const override { return Text::tr("Position embedding"); }
    Text syntax() const override { return Text::tr("nothing comes after positions."); }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }

    Text summaryOf(const PositionLayer&) const override { return Text::tr("position embedding"); }
    std::vector<LayerField> fieldsOf(PositionLayer&) const override { return {}; }

    void planFrom(LayerPlanner& planner, const PositionLayer&) const override {
        BlueprintLayer& layer = planner.layer();
        layer.weightSlice = planner.addSlice({.name = ".weight",
                                              .shape = {layer.in.height * layer.in.width, layer.in.channels},
                                              .deviation = kTokenDeviation});
        layer.parameters = layer.multiplyAdds = layer.in.elements();
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const PositionLayer&) const override {
        graph.picture(layer.in);
        const std::string values = graph.last();
        graph.put("Transpose", {graph.weight(layer.weightSlice)}, {{"perm", OnnxGraph::Ints{1, 0}}}, "by_channel");
        graph.follow("Reshape", {}, "positions",
                     {graph.ints("picture", {layer.in.channels, layer.in.height, layer.in.width})});
        graph.follow("Add", {}, "placed", {values});
    }
};

} // namespace

const LayerKind& rowOf(const PositionLayer&) { return onlyRow<PositionKind>(); }

} // namespace belfry
