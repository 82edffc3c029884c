#include "core/model/layers/layer_ops.h"

#include <optional>

namespace belfry {
namespace {

// In fp32 in either precision: where windows overlap, a gradient is a sum.
class AveragePoolOp : public LayerOp {
public:
    AveragePoolOp(const BlueprintLayer& layer, at::Device device)
        : name_(layer.name), window_(2, std::get<AveragePoolLayer>(layer.spec).kernel),
          stride_(2, std::get<AveragePoolLayer>(layer.spec).stride), outside_{layer.padding->left, layer.padding->right,
                                                                              layer.padding->top,
                                                                              layer.padding->bottom} {
        if (*layer.padding == LayerPadding())
            return;
        divisor_ = 1; // sums, each of which is divided by its own number of pixels
        share_ = pooled(at::ones({1, 1, layer.in.height, layer.in.width}, at::device(device))).reciprocal();
    }

    at::Tensor forward(const at::Tensor& input, const PassContext&) override {
        inputSizes_ = input.sizes().vec();
        const at::Tensor pictures = input.dim() == 4 ? input : input.view({input.size(0), -1, 1, 1}); // after dense
        const at::Tensor output = pooled(pictures.to(at::kFloat));
        return (share_.defined() ? output * share_ : output).to(input.scalar_type());
    }

    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        at::Tensor gradient = outputGradient.to(at::kFloat);
        if (share_.defined())
            gradient = gradient * share_;
        const at::Tensor shape = // all that ATen looks for in the input
            at::empty(paddedSizes_, gradient.options().memory_format(at::MemoryFormat::ChannelsLast));
        at::Tensor input = at::avg_pool2d_backward(gradient, shape, window_, stride_, {0, 0}, /*ceil_mode=*/false,
                                                   /*count_include_pad=*/true, divisor_);
        if (share_.defined())
            input = at::constant_pad_nd(input, {-outside_[0], -outside_[1], -outside_[2], -outside_[3]});
        input = input.to(outputGradient.scalar_type());
        return inputSizes_.size() == 4 ? input : input.reshape(inputSizes_);
    }

    std::string describe() const override { return name_ + ": ATen"; }

private:
    // Zeros outside add nothing to a sum. ATen pads alike on both sides, SAME may not.
    at::Tensor pooled(const at::Tensor& values) {
        const at::Tensor padded = divisor_ ? at::constant_pad_nd(values, outside_) : values;
        paddedSizes_ = padded.sizes().vec();
        return at::avg_pool2d(padded, window_, stride_, {0, 0}, /*ceil_mode=*/false, /*count_include_pad=*/true,
                              divisor_);
    }

    std::string name_;
    std::vector<std::int64_t> window_, stride_, outside_;
    std::optional<std::int64_t> divisor_;
    at::Tensor share_; // one by the pixels in each window
    std::vector<std::int64_t> inputSizes_, paddedSizes_;
};

class GlobalAveragePoolOp : public LayerOp {
public:
    explicit GlobalAveragePoolOp(const BlueprintLayer& layer) : name_(layer.name) {}

    at::Tensor forward(const at::Tensor& input, const PassContext&) override {
        sizes_ = input.sizes().vec();
        return sizes_.size() == 4 ? input.mean({2, 3}, /*keepdim=*/false, at::kFloat).to(input.scalar_type()) : input;
    }
    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        if (sizes_.size() != 4)
            return outputGradient;
        const auto pixels = static_cast<double>(sizes_[2] * sizes_[3]);
        return (outputGradient / pixels)
            .view({sizes_[0], sizes_[1], 1, 1})
            .expand(sizes_)
            .contiguous(at::MemoryFormat::ChannelsLast);
    }
    std::string describe() const override { return name_ + ": ATen"; }

private:
    std::string name_;
    std::vector<std::int64_t> sizes_;
};

} // namespace

void addOp(Lowering& lowering, const BlueprintLayer& layer, const GlobalAveragePoolLayer&) {
    lowering.put(std::make_unique<GlobalAveragePoolOp>(layer));
}

void addOp(Lowering& lowering, const BlueprintLayer& layer, const AveragePoolLayer&) {
    lowering.put(std::make_unique<AveragePoolOp>(layer, lowering.vectors().weights.device()));
}

} // namespace belfry
