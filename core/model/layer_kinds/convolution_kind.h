// The common part of convolutions: a kernel with weights that slides over the picture. Internal to core/model.
#pragma once

#include "core/model/activation_kind.h"
#include "core/model/layer_kinds/common_fields.h"
#include "core/model/layer_planner.h"
#include "core/model/onnx_graph.h"

#include <utility>

namespace belfry {

template <typename Spec>
class ConvolutionKindOf : public LayerKindOf<Spec> {
    LayerGlyph glyph() const override { return LayerGlyph::Maps; }

    virtual int filtersOf(const Spec& spec, const TensorShape& in) const = 0;
    virtual int groupsOf(const Spec& spec, const TensorShape& in) const = 0;
    virtual bool startsAsIdentity(const Spec&) const { return false; }

    void planFrom(LayerPlanner& planner, const Spec& spec) const override {
        BlueprintLayer& layer = planner.layer();
        const int filters = filtersOf(spec, layer.in), groups = groupsOf(spec, layer.in);
        planner.requirePositive(filters, Text::tr("the number of filters"));
        planner.requirePositive(groups, Text::tr("the number of groups"));
        planner.requirePositive(spec.kernel, Text::tr("the kernel"));
        planner.requirePositive(spec.stride, Text::tr("the stride"));
        planner.requirePositive(spec.dilation, Text::tr("the dilation"));
        if (const std::int64_t width = dilatedKernel(spec.kernel, spec.dilation); width > 1000)
            planner.refuse(Text::tr("the kernel is %1 wide; at most 1,000 is possible.", width));
        if (layer.in.channels % groups != 0 || filters % groups != 0)
            planner.refuse(Text::tr("%1 groups do not divide %2 channels and %3 filters evenly.", groups,
                                    layer.in.channels, filters));
        planner.slideWindow(static_cast<int>(dilatedKernel(spec.kernel, spec.dilation)), spec.stride, spec.padding);
        layer.out.channels = filters;
        const int channels = layer.in.channels / groups;
        const std::int64_t window = std::int64_t{spec.kernel} * spec.kernel;
        planner.addWeights({filters, spec.kernel, spec.kernel, channels}, spec.weights, window * channels,
                           window * (filters / groups), spec.bias);
        planner.startAsIdentity(startsAsIdentity(spec));
        layer.multiplyAdds = layer.out.elements() * window * channels;
    }

    void addNodes(OnnxGraph& graph, const BlueprintLayer& layer, const Spec& spec) const override {
        graph.picture(layer.in);
        OnnxGraph::Attributes attributes = windowAttributes(spec.kernel, spec.stride, *layer.padding);
        attributes.push_back({"group", std::int64_t{groupsOf(spec, layer.in)}});
        attributes.push_back({"dilations", OnnxGraph::Ints{spec.dilation, spec.dilation}});
        OnnxGraph::Names parameters{graph.weight(layer.weightSlice)};
        if (spec.bias)
            parameters.push_back(graph.weight(layer.biasSlice));
        graph.follow("Conv", std::move(attributes), "products", std::move(parameters));
    }

protected:
    // `first`, and after them what all convolutions have.
    static std::vector<LayerField> withWindow(std::vector<LayerField> first, Spec& spec) {
        first.push_back(kernelField(spec.kernel, Text::tr("a kernel such as 5x5")));
        first.push_back(strideField(spec.stride, 1, false));
        first.push_back(
            {.name = "dilation",
             .form = LayerField::Form::Option,
             .value = &spec.dilation,
             .title = Text::tr("Dilation"),
             .help = Text::tr("Pixels from one of the kernel's pixels to the next; 1: they are neighbours."),
             .expected = Text::tr("a dilation"),
             .absent = 1,
             .min = 1,
             .max = 1000});
        first.push_back(paddingField(spec.padding));
        first.push_back(activationField(spec.activation));
        first.push_back(biasField(spec.bias));
        return withWeights(std::move(first), spec.weights);
    }
};

} // namespace belfry
