#include "core/model/activation_kind.h"
#include "core/model/layer_kinds/common_fields.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class LayerNormKind : public LayerKindOf<LayerNormLayer> {
    std::string word() const override { return "layernorm"; }
    std::string prefix() const override { return "layernorm"; }
    std::string packageName() const override { return "layer_norm"; }
    std::string operation() const override { return "LayerNorm"; }
    std::string example() const override { return "layernorm linear"; }
    Text title() const override { return Text::tr("Layer norm"); }
    Text syntax() const override { return Text::tr("after layernorm come epsilon E or an activation."); }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }

    Text summaryOf(const LayerNormLayer& spec) const override {
        return Text::tr("layer norm, %1", kindOf(spec.activation).summary);
    }
    std::vector<LayerField> fieldsOf(LayerNormLayer& spec) const override {
        return {epsilonField(spec.epsilon, LayerNormLayer().epsilon), activationField(spec.activation)};
    }

    void planFrom(LayerPlanner& planner, const LayerNormLayer& spec) const override {
        planner.requireEpsilon(spec.epsilon);
        planner.addScaleAndOffset();
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const LayerNormLayer& spec) const override {
        graph.channelsLast();
        graph.follow("LayerNormalization", {{"axis", std::int64_t{-1}}, {"epsilon", static_cast<float>(spec.epsilon)}},
                     "normalised", {graph.weight(layer.weightSlice), graph.weight(layer.biasSlice)});
        graph.channelsFirst();
    }
};

} // namespace

const LayerKind& rowOf(const LayerNormLayer&) { return onlyRow<LayerNormKind>(); }

} // namespace belfry
