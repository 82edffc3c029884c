#include "core/model/layer_kind.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class DropoutKind : public LayerKindOf<DropoutLayer> {
    std::string word() const override { return "dropout"; }
    std::string prefix() const override { return "dropout"; }
    std::string packageName() const override { return "dropout"; }
    std::string operation() const override { return "Dropout"; }
    std::string example() const override { return "dropout 0.5"; }
    Text title() const override { return Text::tr("Dropout"); }
    Text syntax() const override { return {}; }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }
    bool computes() const override { return false; }

    Text summaryOf(const DropoutLayer& spec) const override {
        return Text::tr("dropout %1 %", decimals(100 * spec.fraction, 0));
    }
    std::vector<LayerField> fieldsOf(DropoutLayer& spec) const override {
        return {{.name = "fraction",
                 .form = LayerField::Form::Number,
                 .value = &spec.fraction,
                 .title = Text::tr("Fraction"),
                 .help = Text::tr("Share of the inputs that is dropped in training, from 0 to less than 1."),
                 .expected = Text::tr("the fraction to drop")}};
    }

    void planFrom(LayerPlanner& planner, const DropoutLayer& spec) const override {
        planner.requireDropped(spec.fraction);
    }

    void addNodes(OnnxGraph&, const BlueprintLayer&, const DropoutLayer&) const override {} // not in evaluation
};

} // namespace

const LayerKind& rowOf(const DropoutLayer&) { return onlyRow<DropoutKind>(); }

} // namespace belfry
