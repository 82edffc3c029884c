#include "core/model/activation_kind.h"
#include "core/model/layer_kinds/common_fields.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class BatchNormKind : public LayerKindOf<BatchNormLayer> {
    std::string word() const override { return "batchnorm"; }
    std::string prefix() const override { return "batchnorm"; }
    std::string packageName() const override { return "batch_norm"; }
    std::string operation() const override { return "FusedBatchNorm"; }
    std::string example() const override { return "batchnorm linear"; }
    Text title() const override { return Text::tr("Batch norm"); }
    Text syntax() const override {
        return Text::tr("after batchnorm come no-scale, momentum M, epsilon E, synchronised or an activation.");
    }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }

    Text summaryOf(const BatchNormLayer& spec) const override {
        return Text::tr("batch norm, %1", kindOf(spec.activation).summary);
    }
    std::vector<LayerField> fieldsOf(BatchNormLayer& spec) const override {
        const BatchNormLayer defaults;
        return {{.name = "no-scale",
                 .form = LayerField::Form::Flag,
                 .value = &spec.scale,
                 .title = Text::tr("Scale"),
                 .help = Text::tr("Also trains a factor for each channel."),
                 .inPackage = false}, // the tensor is there or not
                {.name = "momentum",
                 .form = LayerField::Form::Option,
                 .value = &spec.momentum,
                 .title = Text::tr("Momentum"),
                 .help = Text::tr("Fraction of the running averages that is kept at each step."),
                 .expected = Text::tr("a fraction"),
                 .absent = defaults.momentum},
                epsilonField(spec.epsilon, defaults.epsilon),
                {.name = "synchronised",
                 .form = LayerField::Form::Flag,
                 .value = &spec.synchronised,
                 .title = Text::tr("Synchronised"),
                 .help = Text::tr("Takes mean and variance over all towers instead of each tower's share."),
                 .inPackage = false},
                activationField(spec.activation)};
    }

    void planFrom(LayerPlanner& planner, const BatchNormLayer& spec) const override {
        if (!(spec.momentum >= 0 && spec.momentum < 1) || !(spec.epsilon >= 1e-12 && spec.epsilon <= 1))
            planner.refuse(Text::tr("expected a momentum of 0 to less than 1 and an epsilon of 0.000000000001 to 1."));
        BlueprintLayer& layer = planner.layer();
        const int channels = layer.in.channels;
        if (spec.scale)
            layer.weightSlice = planner.addSlice({.name = ".scale", .shape = {channels}, .start = 1});
        layer.biasSlice = planner.addSlice({.name = ".offset", .shape = {channels}});
        planner.keepAverages(spec.momentum);
        layer.parameters = std::int64_t{channels} * (spec.scale ? 2 : 1);
        layer.multiplyAdds = layer.out.elements();
        layer.synchronised = spec.synchronised;
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const BatchNormLayer& spec) const override {
        graph.picture(layer.in);
        const std::string scale =
            layer.weightSlice >= 0 ? graph.weight(layer.weightSlice) : graph.ones(layer.in.channels);
        graph.follow(
            "BatchNormalization", {{"epsilon", static_cast<float>(spec.epsilon)}}, "normalised",
            {scale, graph.weight(layer.biasSlice), graph.weight(layer.meanSlice), graph.weight(layer.varianceSlice)});
    }
};

} // namespace

const LayerKind& rowOf(const BatchNormLayer&) { return onlyRow<BatchNormKind>(); }

} // namespace belfry
