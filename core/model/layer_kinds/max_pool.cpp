#include "core/model/layer_kinds/common_fields.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class MaxPoolKind : public LayerKindOf<MaxPoolLayer> {
    std::string word() const override { return "maxpool"; }
    std::string prefix() const override { return "pool"; }
    std::string packageName() const override { return "max_pool"; }
    std::string operation() const override { return "MaxPool"; }
    std::string example() const override { return "maxpool 2x2 stride 2"; }
    Text title() const override { return Text::tr("Max pool"); }
    Text syntax() const override { return Text::tr("after the size come stride N, same or valid."); }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }

    Text summaryOf(const MaxPoolLayer& spec) const override {
        return Text::tr("max pool %1×%1, stride %2", spec.kernel, spec.stride);
    }
    std::vector<LayerField> fieldsOf(MaxPoolLayer& spec) const override {
        return {kernelField(spec.kernel, Text::tr("a size such as 2x2")), strideField(spec.stride, spec.kernel, true),
                paddingField(spec.padding)};
    }

    void planFrom(LayerPlanner& planner, const MaxPoolLayer& spec) const override {
        planner.requirePositive(spec.kernel, Text::tr("the size"));
        planner.requirePositive(spec.stride, Text::tr("the stride"));
        if (spec.kernel > 255)
            planner.refuse(Text::tr("the window is %1 wide; at most 255 is possible.", spec.kernel));
        planner.slideWindow(spec.kernel, spec.stride, spec.padding);
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const MaxPoolLayer& spec) const override {
        graph.picture(layer.in);
        graph.follow("MaxPool", windowAttributes(spec.kernel, spec.stride, *layer.padding), "largest");
    }
};

} // namespace

const LayerKind& kindOf(const MaxPoolLayer&) {
    static const MaxPoolKind kind;
    return kind;
}

} // namespace belfry
