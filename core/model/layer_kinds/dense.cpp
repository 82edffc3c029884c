#include "core/model/activation_kind.h"
#include "core/model/layer_kinds/common_fields.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

#include <utility>

namespace belfry {
namespace {

class DenseKind : public LayerKindOf<DenseLayer> {
    std::string word() const override { return "dense"; }
    std::string prefix() const override { return "dense"; }
    std::string packageName() const override { return "dense"; }
    std::string operation() const override { return "MatMul"; }
    std::string example() const override { return "dense 128 relu"; }
    Text title() const override { return Text::tr("Dense"); }
    Text syntax() const override {
        return Text::tr("after the units come an activation, no-bias, deviation D or fan-in, bias B, decay L.");
    }
    LayerGlyph glyph() const override { return LayerGlyph::Units; }

    Text summaryOf(const DenseLayer& spec) const override {
        const Text& activation = kindOf(spec.activation).summary;
        return spec.units > 0 ? Text::tr("dense %1, %2", spec.units, activation)
                              : Text::tr("dense, one per class, %1", activation);
    }
    std::vector<LayerField> fieldsOf(DenseLayer& spec) const override {
        return withWeights({{.name = "units",
                             .form = LayerField::Form::Number,
                             .value = &spec.units,
                             .title = Text::tr("Units"),
                             .help = Text::tr("Number of outputs; 0: one for each class, as the last layer needs."),
                             .expected = Text::tr("a number of units or 'classes'"),
                             .max = 1'000'000,
                             .zero = "classes",
                             .zeroTitle = Text::tr("one per class")},
                            activationField(spec.activation),
                            biasField(spec.bias)},
                           spec.weights);
    }

    void planFrom(LayerPlanner& planner, const DenseLayer& spec) const override {
        const int units = spec.units != 0 ? spec.units : planner.classes();
        planner.requirePositive(units, Text::tr("the number of units"));
        BlueprintLayer& layer = planner.layer();
        const std::int64_t inputs = layer.in.elements();
        if (inputs > 100'000'000)
            planner.refuse(Text::tr("that is %1 inputs; at most 100,000,000 are possible.", inputs));
        layer.out = {1, 1, units};
        planner.addWeights({units, static_cast<int>(inputs)}, spec.weights, inputs, units, spec.bias);
        layer.multiplyAdds = inputs * units;
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const DenseLayer& spec) const override {
        graph.flatten(layer.in);
        OnnxGraph::Names parameters{graph.weight(layer.weightSlice)};
        if (spec.bias)
            parameters.push_back(graph.weight(layer.biasSlice));
        graph.follow("Gemm", {{"transB", std::int64_t{1}}}, "products", std::move(parameters));
    }
};

} // namespace

const LayerKind& rowOf(const DenseLayer&) { return onlyRow<DenseKind>(); }

} // namespace belfry
