#include "core/model/activation_kind.h"
#include "core/model/layer_kinds/common_fields.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class GroupNormKind : public LayerKindOf<GroupNormLayer> {
    std::string word() const override { return "groupnorm"; }
    std::string prefix() const override { return "groupnorm"; }
    std::string packageName() const override { return "group_norm"; }
    std::string operation() const override { return "GroupNorm"; }
    std::string example() const override { return "groupnorm 2 linear"; }
    Text title() const override { return Text::tr("Group norm"); }
    Text syntax() const override { return Text::tr("after the groups come epsilon E or an activation."); }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }

    Text summaryOf(const GroupNormLayer& spec) const override {
        return Text::tr("group norm of %1, %2", spec.groups, kindOf(spec.activation).summary);
    }
    std::vector<LayerField> fieldsOf(GroupNormLayer& spec) const override {
        return {{.name = "groups",
                 .form = LayerField::Form::Number,
                 .value = &spec.groups,
                 .title = Text::tr("Groups"),
                 .help = Text::tr(
                     "Groups of neighbouring channels, each normalised by itself. They divide the channels evenly."),
                 .expected = Text::tr("a number of groups"),
                 .min = 1,
                 .max = 1'000'000},
                epsilonField(spec.epsilon, GroupNormLayer().epsilon),
                activationField(spec.activation)};
    }

    void planFrom(LayerPlanner& planner, const GroupNormLayer& spec) const override {
        planner.requireEpsilon(spec.epsilon);
        planner.requirePositive(spec.groups, Text::tr("the number of groups"));
        if (planner.layer().in.channels % spec.groups != 0)
            planner.refuse(
                Text::tr("%1 groups do not divide %2 channels evenly.", spec.groups, planner.layer().in.channels));
        planner.addScaleAndOffset();
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const GroupNormLayer& spec) const override {
        // The operator set has none: the norm of an instance whose channels are the groups, then scale and offset.
        graph.picture(layer.in);
        graph.follow("Reshape", {}, "groups", {graph.ints("by_group", {0, spec.groups, -1})});
        graph.follow("InstanceNormalization", {{"epsilon", static_cast<float>(spec.epsilon)}}, "in_groups",
                     {graph.ones(spec.groups), graph.zeros(spec.groups)});
        graph.follow("Reshape", {}, "normalised",
                     {graph.ints("by_channel", {-1, layer.in.channels, layer.in.height, layer.in.width})});
        graph.byChannel("Mul", layer.weightSlice, "scaled");
        graph.byChannel("Add", layer.biasSlice, "shifted");
    }
};

} // namespace

const LayerKind& rowOf(const GroupNormLayer&) { return onlyRow<GroupNormKind>(); }

} // namespace belfry
