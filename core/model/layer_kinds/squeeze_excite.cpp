#include "core/model/activation_kind.h"
#include "core/model/layer_kinds/common_fields.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class SqueezeExciteKind : public LayerKindOf<SqueezeExciteLayer> {
    std::string word() const override { return "squeeze-excite"; }
    std::string prefix() const override { return "se"; }
    std::string packageName() const override { return "squeeze_excite"; }
    std::string operation() const override { return "SqueezeExcite"; }
    std::string example() const override { return "squeeze-excite 8 relu"; }
    Text title() const override { return Text::tr("Squeeze-and-excite"); }
    Text syntax() const override { return Text::tr("after the units comes an activation."); }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }

    Text summaryOf(const SqueezeExciteLayer& spec) const override {
        return Text::tr("squeeze-and-excite %1, %2", spec.units, kindOf(spec.activation).summary);
    }
    std::vector<LayerField> fieldsOf(SqueezeExciteLayer& spec) const override {
        LayerField activation = activationField(spec.activation);
        activation.name = "squeeze_activation"; // not what the layer gives
        activation.help = Text::tr("Activation function of the dense layer in between.");
        return {{.name = "units",
                 .form = LayerField::Form::Number,
                 .value = &spec.units,
                 .title = Text::tr("Units"),
                 .help = Text::tr("Units of the dense layer between the means of the maps and their factors."),
                 .expected = Text::tr("a number of units"),
                 .min = 1,
                 .max = 1'000'000},
                activation};
    }

    void planFrom(LayerPlanner& planner, const SqueezeExciteLayer& spec) const override {
        planner.requirePositive(spec.units, Text::tr("the number of units"));
        BlueprintLayer& layer = planner.layer();
        const int channels = layer.in.channels;
        planner.addWeights({spec.units, channels}, {}, channels, spec.units);
        layer.gateWeightSlice = planner.addSlice(
            {.name = ".gate_weight", .shape = {channels, spec.units}, .fanIn = spec.units, .fanOut = channels});
        layer.gateBiasSlice = planner.addSlice({.name = ".gate_bias", .shape = {channels}});
        layer.parameters += (std::int64_t{spec.units} + 1) * channels;
        layer.multiplyAdds = 2 * layer.out.elements() + 2 * std::int64_t{spec.units} * channels;
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const SqueezeExciteLayer& spec) const override {
        graph.picture(layer.in);
        const std::string maps = graph.last();
        graph.follow("GlobalAveragePool", {}, "means");
        graph.follow("Reshape", {}, "squeezed", {graph.ints("flat", {-1, layer.in.channels})});
        graph.follow("Gemm", {{"transB", std::int64_t{1}}}, "products",
                     {graph.weight(layer.weightSlice), graph.weight(layer.biasSlice)});
        kindOf(spec.activation).addTo(graph);
        graph.follow("Gemm", {{"transB", std::int64_t{1}}}, "gate_products",
                     {graph.weight(layer.gateWeightSlice), graph.weight(layer.gateBiasSlice)});
        graph.follow("Sigmoid", {}, "gate");
        graph.follow("Reshape", {}, "factors", {graph.ints("by_map", {-1, layer.in.channels, 1, 1})});
        graph.follow("Mul", {}, "excited", {maps});
    }
};

} // namespace

const LayerKind& rowOf(const SqueezeExciteLayer&) { return onlyRow<SqueezeExciteKind>(); }

} // namespace belfry
