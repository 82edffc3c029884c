#include "core/model/layer_kind.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class ClassTokenKind : public LayerKindOf<ClassTokenLayer> {
    std::string word() const override { return "class-token"; }
    std::string prefix() const override { return "classtoken"; }
    std::string packageName() const override { return "class_token"; }
    std::string operation() const override { return "ConcatV2"; }
    std::string example() const override { return "class-token"; }
    Text title() const override { return Text::tr("Class token"); }
    Text syntax() const override { return Text::tr("nothing comes after class-token."); }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }

    Text summaryOf(const ClassTokenLayer&) const override { return Text::tr("class token"); }
    std::vector<LayerField> fieldsOf(ClassTokenLayer&) const override { return {}; }

    void planFrom(LayerPlanner& planner, const ClassTokenLayer&) const override {
        BlueprintLayer& layer = planner.layer();
        const std::int64_t tokens = std::int64_t{layer.in.height} * layer.in.width;
        layer.out = {.height = static_cast<int>(tokens) + 1, .width = 1, .channels = layer.in.channels};
        layer.weightSlice =
            planner.addSlice({.name = ".token", .shape = {1, layer.in.channels}, .deviation = kTokenDeviation});
        layer.parameters = layer.in.channels;
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const ClassTokenLayer&) const override {
        // Zeros before the tokens and behind the class token, then their sum.
        const std::int64_t channels = layer.in.channels, tokens = layer.out.height;
        graph.picture(layer.in);
        graph.follow("Reshape", {}, "in_a_row", {graph.ints("tokens", {-1, channels, tokens - 1})});
        const std::string others = graph.follow("Pad", {}, "others", {graph.ints("before", {0, 0, 1, 0, 0, 0})});
        graph.put("Reshape", {graph.weight(layer.weightSlice), graph.ints("token_shape", {1, channels, 1})}, {},
                  "token");
        graph.follow("Pad", {}, "token_first", {graph.ints("behind", {0, 0, 0, 0, 0, tokens - 1})});
        graph.follow("Add", {}, "all", {others});
        graph.follow("Reshape", {}, "as_picture", {graph.ints("picture", {-1, channels, tokens, 1})});
    }
};

} // namespace

const LayerKind& rowOf(const ClassTokenLayer&) { return onlyRow<ClassTokenKind>(); }

} // namespace belfry
