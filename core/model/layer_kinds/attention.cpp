#include "core/model/layer_kind.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

#include <cmath>

namespace belfry {
namespace {

constexpr int kMaxHeads = 1000;

class AttentionKind : public LayerKindOf<AttentionLayer> {
    std::string word() const override { return "attention"; }
    std::string prefix() const override { return "attention"; }
    std::string packageName() const override { return "attention"; }
    std::string operation() const override { return "Attention"; }
    std::string example() const override { return "attention 3"; }
    Text title() const override { return Text::tr("Attention"); }
    Text syntax() const override { return {}; }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }

    Text summaryOf(const AttentionLayer& spec) const override { return Text::tr("attention of %1 heads", spec.heads); }
    std::vector<LayerField> fieldsOf(AttentionLayer& spec) const override {
        return {{.name = "heads",
                 .form = LayerField::Form::Number,
                 .value = &spec.heads,
                 .title = Text::tr("Heads"),
                 .help = Text::tr("Number of attentions side by side. They divide a third of the channels evenly."),
                 .expected = Text::tr("a number of heads"),
                 .min = 1,
                 .max = kMaxHeads}};
    }

    void planFrom(LayerPlanner& planner, const AttentionLayer& spec) const override {
        BlueprintLayer& layer = planner.layer();
        if (spec.heads < 1 || spec.heads > kMaxHeads)
            planner.refuse(Text::tr("the number of heads is %1; expected 1 to 1,000.", spec.heads));
        if (layer.in.channels % (3 * spec.heads) != 0)
            planner.refuse(Text::tr("%1 heads need queries, keys and values of equal size: channels that %2 divides.",
                                    spec.heads, 3 * spec.heads));
        layer.out.channels = layer.in.channels / 3;
        const std::int64_t tokens = std::int64_t{layer.in.height} * layer.in.width;
        layer.kept = planner.requireScores(tokens, spec.heads);
        layer.multiplyAdds = 2 * tokens * tokens * layer.out.channels;
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const AttentionLayer& spec) const override {
        // Batch, part (queries, keys, values), head, channel, token.
        const std::int64_t channels = layer.out.channels, heads = spec.heads, depth = channels / heads;
        graph.picture(layer.in);
        const std::string parts = graph.follow(
            "Reshape", {}, "parts",
            {graph.ints("by_part", {-1, 3, heads, depth, std::int64_t{layer.in.height} * layer.in.width})});
        const auto part = [&](const char* name, std::int64_t index) {
            const std::string label = name;
            return graph.put("Slice",
                             {parts, graph.ints((label + "_start").c_str(), {index}),
                              graph.ints((label + "_end").c_str(), {index + 1}),
                              graph.ints((label + "_axis").c_str(), {1})},
                             {}, label);
        };
        const auto turned = [&](const std::string& name) {
            return graph.follow("Transpose", {{"perm", OnnxGraph::Ints{0, 1, 2, 4, 3}}}, name);
        };
        const std::string keys = part("keys", 1), values = part("values", 2);
        part("queries", 0);
        turned("queries_by_token");
        graph.follow("MatMul", {}, "products", {keys});
        graph.follow("Mul", {}, "scores",
                     {graph.number("scale", static_cast<float>(1 / std::sqrt(static_cast<double>(depth))))});
        graph.follow("Softmax", {{"axis", std::int64_t{-1}}}, "weights");
        graph.put("MatMul", {values, turned("weights_by_key")}, {}, "answers");
        graph.follow("Reshape", {}, "as_picture",
                     {graph.ints("picture", {-1, channels, layer.in.height, layer.in.width})});
    }
};

} // namespace

const LayerKind& rowOf(const AttentionLayer&) { return onlyRow<AttentionKind>(); }

} // namespace belfry
