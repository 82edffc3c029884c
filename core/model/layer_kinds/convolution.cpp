#include "core/model/layer_kinds/convolution_kind.h"

namespace belfry {
namespace {

class ConvolutionKind : public ConvolutionKindOf<ConvolutionLayer> {
    std::string word() const override { return "conv"; }
    std::string prefix() const override { return "conv"; }
    std::string packageName() const override { return "convolution"; }
    std::string operation() const override { return "Conv2D"; }
    std::string example() const override { return "conv 32 3x3 same relu"; }
    Text title() const override { return Text::tr("Convolution"); }
    Text syntax() const override {
        return Text::tr(
            "after the kernel come stride N, dilation N, groups N, same, symmetric, valid, an activation, no-bias, "
            "deviation D or fan-in, identity, bias B, decay L.");
    }
    int filtersOf(const ConvolutionLayer& spec, const TensorShape&) const override { return spec.filters; }
    int groupsOf(const ConvolutionLayer& spec, const TensorShape&) const override { return spec.groups; }
    bool startsAsIdentity(const ConvolutionLayer& spec) const override { return spec.identity; }

    Text summaryOf(const ConvolutionLayer& spec) const override {
        const Text stride = spec.stride > 1 ? Text::tr(", stride %1", spec.stride) : Text();
        const std::string filters = spec.filters > 0 ? std::to_string(spec.filters) : kWidthWord;
        return Text::tr("convolution %1, %2×%2%3, %4", filters, spec.kernel, stride, kindOf(spec.activation).summary);
    }
    std::vector<LayerField> fieldsOf(ConvolutionLayer& spec) const override {
        std::vector<LayerField> fields = withWindow(
            {{.name = "filters",
              .form = LayerField::Form::Number,
              .value = &spec.filters,
              .title = Text::tr("Filters"),
              .help = Text::tr("Number of output channels. More filters learn more, and take more time and memory."),
              .expected = Text::tr("a number of filters"),
              .min = 1,
              .max = 1'000'000,
              .zero = kWidthWord,
              .zeroTitle = Text::tr("the block's width")}},
            spec);
        fields.push_back(
            {.name = "groups",
             .form = LayerField::Form::Option,
             .value = &spec.groups,
             .title = Text::tr("Groups"),
             .help = Text::tr("Each group of filters sees its part of the channels only; 1: all filters see all."),
             .expected = Text::tr("a number of groups"),
             .absent = 1,
             .min = 1,
             .max = 1'000'000});
        fields.push_back({.name = "identity",
                          .form = LayerField::Form::Flag,
                          .value = &spec.identity,
                          .title = Text::tr("Identity"),
                          .help = Text::tr("The first filters start as the identity: each passes one channel on."),
                          .inPackage = false});
        return fields;
    }
};

} // namespace

const LayerKind& rowOf(const ConvolutionLayer&) { return onlyRow<ConvolutionKind>(); }

} // namespace belfry
