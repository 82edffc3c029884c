#include "core/model/layer_kind.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class LrnKind : public LayerKindOf<LrnLayer> {
    std::string word() const override { return "lrn"; }
    std::string prefix() const override { return "lrn"; }
    std::string packageName() const override { return "lrn"; }
    std::string operation() const override { return "LRN"; }
    std::string example() const override { return "lrn 4 bias 1 alpha 0.0001 beta 0.75"; }
    Text title() const override { return Text::tr("Response normalisation"); }
    Text syntax() const override { return Text::tr("after the radius come bias B, alpha A, beta E."); }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }

    Text summaryOf(const LrnLayer& spec) const override {
        return Text::tr("response normalisation, radius %1", spec.radius);
    }
    std::vector<LayerField> fieldsOf(LrnLayer& spec) const override {
        const LrnLayer defaults;
        return {{.name = "radius",
                 .form = LayerField::Form::Number,
                 .value = &spec.radius,
                 .title = Text::tr("Radius"),
                 .help = Text::tr("Neighbouring channels on either side."),
                 .expected = Text::tr("a radius in channels"),
                 .max = 1000},
                {.name = "bias",
                 .form = LayerField::Form::Option,
                 .value = &spec.bias,
                 .title = Text::tr("Bias"),
                 .help = Text::tr("Added to the sum of squares."),
                 .expected = Text::tr("a bias"),
                 .absent = defaults.bias,
                 .always = true},
                {.name = "alpha",
                 .form = LayerField::Form::Option,
                 .value = &spec.alpha,
                 .title = Text::tr("Alpha"),
                 .help = Text::tr("Factor of the sum of squares."),
                 .expected = Text::tr("a factor"),
                 .absent = defaults.alpha,
                 .always = true},
                {.name = "beta",
                 .form = LayerField::Form::Option,
                 .value = &spec.beta,
                 .title = Text::tr("Beta"),
                 .help = Text::tr("Exponent of the divisor."),
                 .expected = Text::tr("an exponent"),
                 .absent = defaults.beta,
                 .always = true}};
    }

    void planFrom(LayerPlanner& planner, const LrnLayer& spec) const override {
        if (spec.radius < 0 || spec.radius > 1000)
            planner.refuse(Text::tr("the radius is %1 channels; expected 0 to 1,000.", spec.radius));
        // Then no value is divided by zero or by the root of a negative number.
        if (!(spec.bias >= 1e-6 && spec.bias <= 1e6) || !(spec.alpha >= 0 && spec.alpha <= 1e6) ||
            !(spec.beta >= 0 && spec.beta <= 100))
            planner.refuse(Text::tr(
                "expected a bias of 0.000001 to 1,000,000, an alpha of 0 to 1,000,000 and a beta of 0 to 100."));
        planner.layer().multiplyAdds = planner.layer().out.elements() * (2 * spec.radius + 1);
    }

    // ONNX divides alpha by the window, TensorFlow does not.
    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const LrnLayer& spec) const override {
        const std::int64_t window = 2 * spec.radius + 1;
        graph.picture(layer.in);
        graph.follow("LRN",
                     {{"size", window},
                      {"alpha", static_cast<float>(spec.alpha * static_cast<double>(window))},
                      {"beta", static_cast<float>(spec.beta)},
                      {"bias", static_cast<float>(spec.bias)}},
                     "normalised");
    }
};

} // namespace

const LayerKind& rowOf(const LrnLayer&) { return onlyRow<LrnKind>(); }

} // namespace belfry
