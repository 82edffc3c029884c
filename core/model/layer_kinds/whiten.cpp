#include "core/model/activation_kind.h"
#include "core/model/layer_kinds/common_fields.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class WhitenKind : public LayerKindOf<WhitenLayer> {
    std::string word() const override { return "whiten"; }
    std::string prefix() const override { return "whiten"; }
    std::string packageName() const override { return "whiten"; }
    std::string operation() const override { return "Conv2D"; }
    std::string example() const override { return "whiten 2x2 gelu"; }
    Text title() const override { return Text::tr("Whitening"); }
    Text syntax() const override { return Text::tr("after the kernel comes an activation."); }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }

    Text summaryOf(const WhitenLayer& spec) const override {
        return Text::tr("whitening %1×%1, %2", spec.kernel, kindOf(spec.activation).summary);
    }
    std::vector<LayerField> fieldsOf(WhitenLayer& spec) const override {
        return {kernelField(spec.kernel, Text::tr("a kernel such as 2x2")), activationField(spec.activation)};
    }

    void planFrom(LayerPlanner& planner, const WhitenLayer& spec) const override {
        BlueprintLayer& layer = planner.layer();
        if (layer.inputs.front() != kPicture)
            planner.refuse(
                Text::tr("it whitens the pictures themselves; expected it as the first layer, or 'from input'."));
        planner.requirePositive(spec.kernel, Text::tr("the kernel"));
        planner.slideWindow(spec.kernel, 1, Padding::Valid);
        const std::int64_t numbers = std::int64_t{spec.kernel} * spec.kernel * layer.in.channels;
        if (numbers > 1000)
            planner.refuse(Text::tr("a patch has %1 numbers; at most 1,000 are possible.", numbers));
        layer.out.channels = static_cast<int>(2 * numbers);
        layer.biasSlice = planner.addSlice({.name = ".bias", .shape = {layer.out.channels}});
        planner.keepFixed({layer.out.channels, spec.kernel, spec.kernel, layer.in.channels});
        layer.parameters = (numbers + 1) * layer.out.channels;
        layer.multiplyAdds = layer.out.elements() * numbers;
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const WhitenLayer& spec) const override {
        graph.picture(layer.in);
        graph.follow("Conv", windowAttributes(spec.kernel, 1, *layer.padding), "products",
                     {graph.weight(layer.weightSlice), graph.weight(layer.biasSlice)});
    }
};

} // namespace

const LayerKind& rowOf(const WhitenLayer&) { return onlyRow<WhitenKind>(); }

} // namespace belfry
