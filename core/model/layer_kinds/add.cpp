#include "core/model/activation_kind.h"
#include "core/model/layer_kinds/common_fields.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class AddKind : public LayerKindOf<AddLayer> {
    std::string word() const override { return "add"; }
    std::string prefix() const override { return "add"; }
    std::string packageName() const override { return "add"; }
    std::string operation() const override { return "Add"; }
    std::string example() const override { return "add input relu"; }
    Text title() const override { return Text::tr("Add"); }
    Text syntax() const override { return Text::tr("after the name comes an activation."); }
    LayerGlyph glyph() const override { return LayerGlyph::Sum; }

    Text summaryOf(const AddLayer& spec) const override {
        return Text::tr("add %1, %2", spec.other, kindOf(spec.activation).summary);
    }
    std::vector<LayerField> fieldsOf(AddLayer& spec) const override {
        return {{.name = "other",
                 .form = LayerField::Form::Name,
                 .value = &spec.other,
                 .title = Text::tr("Other line"),
                 .help = Text::tr("Name of the line whose output is added, or 'input': what the block gets."),
                 .expected = Text::tr("the name of a line, or 'input'"),
                 .inPackage = false}, // among the layer's inputs
                activationField(spec.activation)};
    }

    void planFrom(LayerPlanner& planner, const AddLayer& spec) const override {
        const BlueprintLayer& layer = planner.layer();
        const TensorShape other = planner.shapeFrom(layer.inputs.back());
        if (other != layer.in)
            planner.refuse(Text::tr("'%1' is %2; expected the same shape.", spec.other, other.text()));
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const AddLayer&) const override {
        graph.addOutputOf(layer.inputs.back(), layer.in);
    }
};

} // namespace

const LayerKind& rowOf(const AddLayer&) { return onlyRow<AddKind>(); }

} // namespace belfry
