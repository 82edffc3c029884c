#include "core/model/layer_kind.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

#include <algorithm>

namespace belfry {
namespace {

class PadKind : public LayerKindOf<PadLayer> {
    std::string word() const override { return "pad"; }
    std::string prefix() const override { return "pad"; }
    std::string packageName() const override { return "pad"; }
    std::string operation() const override { return "Pad"; }
    std::string example() const override { return "pad 32"; }
    Text title() const override { return Text::tr("Padding"); }
    Text syntax() const override { return {}; }
    LayerGlyph glyph() const override { return LayerGlyph::Frame; }
    bool computes() const override { return false; }

    Text summaryOf(const PadLayer& spec) const override { return Text::tr("padding to %1×%1", spec.size); }
    std::vector<LayerField> fieldsOf(PadLayer& spec) const override {
        return {{.name = "size",
                 .form = LayerField::Form::Number,
                 .value = &spec.size,
                 .title = Text::tr("Size"),
                 .help = Text::tr("Zeros are added on all sides up to this size."),
                 .expected = Text::tr("a size"),
                 .min = 1,
                 .max = 4096,
                 .inPackage = false}}; // what is added, by side, instead
    }

    void planFrom(LayerPlanner& planner, const PadLayer& spec) const override {
        planner.requirePositive(spec.size, Text::tr("the size"));
        if (spec.size > 4096)
            planner.refuse(Text::tr("the size is %1; at most 4096 is possible.", spec.size));
        BlueprintLayer& layer = planner.layer();
        layer.out.height = std::max(layer.in.height, spec.size);
        layer.out.width = std::max(layer.in.width, spec.size);
        // Centred; the odd line goes after.
        const int vertical = layer.out.height - layer.in.height, horizontal = layer.out.width - layer.in.width;
        layer.padding =
            LayerPadding{vertical / 2, horizontal / 2, vertical - vertical / 2, horizontal - horizontal / 2};
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const PadLayer&) const override {
        const LayerPadding& lines = *layer.padding;
        graph.picture(layer.in);
        graph.follow("Pad", {}, "padded",
                     {graph.ints("pads", {0, 0, lines.top, lines.left, 0, 0, lines.bottom, lines.right})});
    }
};

} // namespace

const LayerKind& rowOf(const PadLayer&) { return onlyRow<PadKind>(); }

} // namespace belfry
