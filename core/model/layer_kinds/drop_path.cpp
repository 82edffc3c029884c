#include "core/model/layer_kind.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class DropPathKind : public LayerKindOf<DropPathLayer> {
    std::string word() const override { return "drop-path"; }
    std::string prefix() const override { return "droppath"; }
    std::string packageName() const override { return "drop_path"; }
    std::string operation() const override { return "Dropout"; }
    std::string example() const override { return "drop-path 0.1"; }
    Text title() const override { return Text::tr("Drop path"); }
    Text syntax() const override { return {}; }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }
    bool computes() const override { return false; }

    Text summaryOf(const DropPathLayer& spec) const override {
        return Text::tr("drop path %1 %", decimals(100 * spec.fraction, 0));
    }
    std::vector<LayerField> fieldsOf(DropPathLayer& spec) const override {
        return {{.name = "fraction",
                 .form = LayerField::Form::Number,
                 .value = &spec.fraction,
                 .title = Text::tr("Fraction"),
                 .help = Text::tr("Share of the images that lose this branch in training, from 0 to less than 1."),
                 .expected = Text::tr("the fraction to drop")}};
    }

    void planFrom(LayerPlanner& planner, const DropPathLayer& spec) const override {
        planner.requireDropped(spec.fraction);
    }

    void addNodes(OnnxGraph&, const BlueprintLayer&, const DropPathLayer&) const override {}
};

} // namespace

const LayerKind& rowOf(const DropPathLayer&) { return onlyRow<DropPathKind>(); }

} // namespace belfry
