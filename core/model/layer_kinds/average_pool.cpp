#include "core/model/layer_kinds/common_fields.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class AveragePoolKind : public LayerKindOf<AveragePoolLayer> {
    std::string word() const override { return "avgpool"; }
    std::string prefix() const override { return "avgpool"; }
    std::string packageName() const override { return "average_pool"; }
    std::string operation() const override { return "AvgPool"; }
    std::string example() const override { return "avgpool 2x2 stride 2"; }
    Text title() const override { return Text::tr("Average pool"); }
    Text syntax() const override { return Text::tr("after the size come stride N, same or valid."); }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }

    Text summaryOf(const AveragePoolLayer& spec) const override {
        return Text::tr("average pool %1×%1, stride %2", spec.kernel, spec.stride);
    }
    std::vector<LayerField> fieldsOf(AveragePoolLayer& spec) const override {
        return {kernelField(spec.kernel, Text::tr("a size such as 2x2")), strideField(spec.stride, spec.kernel, true),
                paddingField(spec.padding)};
    }

    void planFrom(LayerPlanner& planner, const AveragePoolLayer& spec) const override {
        planner.requirePositive(spec.kernel, Text::tr("the size"));
        planner.requirePositive(spec.stride, Text::tr("the stride"));
        if (spec.kernel > 1000)
            planner.refuse(Text::tr("the window is %1 wide; at most 1,000 is possible.", spec.kernel));
        planner.slideWindow(spec.kernel, spec.stride, spec.padding);
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const AveragePoolLayer& spec) const override {
        OnnxGraph::Attributes attributes = windowAttributes(spec.kernel, spec.stride, *layer.padding);
        attributes.push_back({"count_include_pad", std::int64_t{0}});
        graph.picture(layer.in);
        graph.follow("AveragePool", std::move(attributes), "means");
    }
};

} // namespace

const LayerKind& kindOf(const AveragePoolLayer&) {
    static const AveragePoolKind kind;
    return kind;
}

} // namespace belfry
