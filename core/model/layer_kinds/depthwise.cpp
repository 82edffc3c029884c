#include "core/model/layer_kinds/convolution_kind.h"

namespace belfry {
namespace {

class DepthwiseKind : public ConvolutionKindOf<DepthwiseLayer> {
    std::string word() const override { return "depthwise"; }
    std::string prefix() const override { return "depthwise"; }
    std::string packageName() const override { return "depthwise_convolution"; }
    std::string operation() const override { return "DepthwiseConv2dNative"; }
    std::string example() const override { return "depthwise 3x3 same relu"; }
    Text title() const override { return Text::tr("Depthwise convolution"); }
    Text syntax() const override {
        return Text::tr("after the kernel come stride N, dilation N, same, symmetric, valid, an activation, no-bias, "
                        "deviation D or "
                        "fan-in, bias B, decay L.");
    }
    int filtersOf(const DepthwiseLayer&, const TensorShape& in) const override { return in.channels; }
    int groupsOf(const DepthwiseLayer&, const TensorShape& in) const override { return in.channels; }

    Text summaryOf(const DepthwiseLayer& spec) const override {
        const Text stride = spec.stride > 1 ? Text::tr(", stride %1", spec.stride) : Text();
        return Text::tr("depthwise convolution, %1×%1%2, %3", spec.kernel, stride, kindOf(spec.activation).summary);
    }
    std::vector<LayerField> fieldsOf(DepthwiseLayer& spec) const override { return withWindow({}, spec); }
};

} // namespace

const LayerKind& rowOf(const DepthwiseLayer&) { return onlyRow<DepthwiseKind>(); }

} // namespace belfry
