#include "core/model/layer_kind.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class TokenPoolKind : public LayerKindOf<TokenPoolLayer> {
    std::string word() const override { return "token-pool"; }
    std::string prefix() const override { return "tokenpool"; }
    std::string packageName() const override { return "token_pool"; }
    std::string operation() const override { return "StridedSlice"; }
    std::string example() const override { return "token-pool"; }
    Text title() const override { return Text::tr("Token pool"); }
    Text syntax() const override { return Text::tr("nothing comes after token-pool."); }
    LayerGlyph glyph() const override { return LayerGlyph::Units; }

    Text summaryOf(const TokenPoolLayer&) const override { return Text::tr("class token as a vector"); }
    std::vector<LayerField> fieldsOf(TokenPoolLayer&) const override { return {}; }

    void planFrom(LayerPlanner& planner, const TokenPoolLayer&) const override {
        BlueprintLayer& layer = planner.layer();
        layer.out = {.height = 1, .width = 1, .channels = layer.in.channels};
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const TokenPoolLayer&) const override {
        graph.picture(layer.in);
        graph.follow("Slice", {}, "token",
                     {graph.ints("starts", {0, 0}), graph.ints("ends", {1, 1}), graph.ints("axes", {2, 3})});
    }
};

} // namespace

const LayerKind& rowOf(const TokenPoolLayer&) { return onlyRow<TokenPoolKind>(); }

} // namespace belfry
