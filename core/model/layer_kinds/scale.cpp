#include "core/model/layer_kind.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

#include <cmath>

namespace belfry {
namespace {

class ScaleKind : public LayerKindOf<ScaleLayer> {
    std::string word() const override { return "scale"; }
    std::string prefix() const override { return "scale"; }
    std::string packageName() const override { return "scale"; }
    std::string operation() const override { return "Mul"; }
    std::string example() const override { return "scale 1"; }
    Text title() const override { return Text::tr("Scale"); }
    Text syntax() const override { return Text::tr("after the factor comes fixed."); }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }

    Text summaryOf(const ScaleLayer& spec) const override {
        return spec.fixed ? Text::tr("times %1", decimals(spec.start, 3)) : Text::tr("a factor for each channel");
    }
    std::vector<LayerField> fieldsOf(ScaleLayer& spec) const override {
        return {{.name = "start",
                 .form = LayerField::Form::Number,
                 .value = &spec.start,
                 .title = Text::tr("Factor"),
                 .help = Text::tr("What each channel is multiplied by at the start of training."),
                 .expected = Text::tr("a factor")},
                {.name = "fixed",
                 .form = LayerField::Form::Flag,
                 .value = &spec.fixed,
                 .title = Text::tr("Fixed"),
                 .help = Text::tr("The factor is not trained."),
                 .inPackage = false}};
    }

    void planFrom(LayerPlanner& planner, const ScaleLayer& spec) const override {
        if (!(std::abs(spec.start) <= 1e6))
            planner.refuse(Text::tr("the factor must be -1,000,000 to 1,000,000."));
        BlueprintLayer& layer = planner.layer();
        layer.multiplyAdds = layer.out.elements();
        if (spec.fixed)
            return;
        layer.weightSlice = planner.addSlice({.name = ".scale", .shape = {layer.in.channels}, .start = spec.start});
        layer.parameters = layer.in.channels;
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const ScaleLayer& spec) const override {
        graph.picture(layer.in);
        if (spec.fixed)
            graph.follow("Mul", {}, "scaled", {graph.number("factor", static_cast<float>(spec.start))});
        else
            graph.byChannel("Mul", layer.weightSlice, "scaled");
    }
};

} // namespace

const LayerKind& rowOf(const ScaleLayer&) { return onlyRow<ScaleKind>(); }

} // namespace belfry
