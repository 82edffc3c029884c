#include "core/model/activation_kind.h"
#include "core/model/layer_kinds/common_fields.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

namespace belfry {
namespace {

class ConvolutionKind : public LayerKindOf<ConvolutionLayer> {
    std::string word() const override { return "conv"; }
    std::string prefix() const override { return "conv"; }
    std::string packageName() const override { return "convolution"; }
    std::string operation() const override { return "Conv2D"; }
    std::string example() const override { return "conv 32 3x3 same relu"; }
    Text title() const override { return Text::tr("Convolution"); }
    Text syntax() const override {
        return Text::tr("after the kernel come stride N, same, valid, an activation, no-bias, deviation D or fan-in, "
                        "bias B, decay L.");
    }
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }

    Text summaryOf(const ConvolutionLayer& spec) const override {
        const Text stride = spec.stride > 1 ? Text::tr(", stride %1", spec.stride) : Text();
        const std::string filters = spec.filters > 0 ? std::to_string(spec.filters) : kWidthWord;
        return Text::tr("convolution %1, %2×%2%3, %4", filters, spec.kernel, stride, kindOf(spec.activation).summary);
    }
    std::vector<LayerField> fieldsOf(ConvolutionLayer& spec) const override {
        return withWeights(
            {{.name = "filters",
              .form = LayerField::Form::Number,
              .value = &spec.filters,
              .title = Text::tr("Filters"),
              .help = Text::tr("Number of output channels. More filters learn more, and take more time and memory."),
              .expected = Text::tr("a number of filters"),
              .min = 1,
              .max = 1'000'000,
              .zero = kWidthWord,
              .zeroTitle = Text::tr("the block's width")},
             kernelField(spec.kernel, Text::tr("a kernel such as 5x5")),
             strideField(spec.stride, 1, false),
             paddingField(spec.padding),
             activationField(spec.activation),
             {.name = "no-bias",
              .form = LayerField::Form::Flag,
              .value = &spec.bias,
              .title = Text::tr("Biases"),
              .help = Text::tr("A bias for each filter. Before a batch norm, which has an offset, they add nothing."),
              .inPackage = false}}, // the tensor is there or not
            spec.weights);
    }

    void planFrom(LayerPlanner& planner, const ConvolutionLayer& spec) const override {
        planner.requirePositive(spec.filters, Text::tr("the number of filters"));
        planner.requirePositive(spec.kernel, Text::tr("the kernel"));
        planner.requirePositive(spec.stride, Text::tr("the stride"));
        if (spec.kernel > 1000)
            planner.refuse(Text::tr("the kernel is %1 wide; at most 1,000 is possible.", spec.kernel));
        planner.slideWindow(spec.kernel, spec.stride, spec.padding);
        BlueprintLayer& layer = planner.layer();
        layer.out.channels = spec.filters;
        const std::int64_t window = std::int64_t{spec.kernel} * spec.kernel;
        planner.addWeights({spec.filters, spec.kernel, spec.kernel, layer.in.channels}, spec.weights,
                           window * layer.in.channels, window * spec.filters, spec.bias);
        layer.multiplyAdds = layer.out.elements() * window * layer.in.channels;
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const ConvolutionLayer& spec) const override {
        graph.picture(layer.in);
        OnnxGraph::Names parameters{graph.weight(layer.weightSlice)};
        if (spec.bias)
            parameters.push_back(graph.weight(layer.biasSlice));
        graph.follow("Conv", windowAttributes(spec.kernel, spec.stride, *layer.padding), "products",
                     std::move(parameters));
    }
};

} // namespace

const LayerKind& rowOf(const ConvolutionLayer&) { return onlyRow<ConvolutionKind>(); }

} // namespace belfry
