#include "tests/core/model/reference_network.h"

#include <cmath>
#include <limits>

namespace belfry::test {
namespace {

at::Tensor activated(const at::Tensor& x, Activation activation) {
    switch (activation) {
    case Activation::Relu:
        return at::relu(x);
    case Activation::Elu:
        return at::elu(x);
    case Activation::Tanh:
        return at::tanh(x);
    case Activation::Sigmoid:
        return at::sigmoid(x);
    case Activation::HardSigmoid:
        return at::clamp(x * 0.2 + 0.5, 0, 1);
    case Activation::Softplus:
        return at::softplus(x);
    case Activation::Relu6:
        return at::clamp(x, 0, 6);
    case Activation::Silu:
        return x * at::sigmoid(x);
    case Activation::HardSwish:
        return x * at::clamp(x + 3, 0, 6) / 6;
    case Activation::Gelu:
        return x * (at::erf(x / std::sqrt(2.0)) + 1) / 2;
    default:
        return x;
    }
}

// Walks the layers with `x` as N x C x H x W, or N x units after a dense layer.
struct Walk {
    const Blueprint& blueprint;
    const at::Tensor& weights;
    const ReferencePass& pass;
    std::vector<at::Tensor> outputs; // the pictures, then of each layer
    at::Tensor x = {};
    std::size_t number = 0;

    at::Tensor input(std::size_t which) const {
        return outputs[static_cast<std::size_t>(layer().inputs.at(which) + 1)];
    }

    at::Tensor parameter(int slice) const {
        const Slice& s = blueprint.slices[static_cast<std::size_t>(slice)];
        return weights.narrow(0, s.offset, s.count).view(std::vector<std::int64_t>(s.shape.begin(), s.shape.end()));
    }
    const BlueprintLayer& layer() const { return blueprint.layers[number]; }

    // Each channel's number as a shape that broadcasts over x.
    at::Tensor perChannel(const at::Tensor& values) const { return x.dim() == 4 ? values.view({1, -1, 1, 1}) : values; }

    at::Tensor asPictures() const { return x.dim() == 4 ? x : x.view({x.size(0), -1, 1, 1}); }

    // `value` in so many more rows and columns around, the odd one after.
    void pad(std::int64_t rows, std::int64_t columns, double value = 0) {
        x = at::constant_pad_nd(x, {columns / 2, columns - columns / 2, rows / 2, rows - rows / 2}, value);
    }
    void padAround(const auto& spec, double value, std::int64_t dilation = 1) {
        const auto missing = [&](std::int64_t in, std::int64_t out) {
            return std::max<std::int64_t>(0, (out - 1) * spec.stride + dilation * (spec.kernel - 1) + 1 - in);
        };
        if (spec.padding == Padding::Symmetric) { // PyTorch's padding=lines
            const std::int64_t lines = dilation * (spec.kernel - 1) / 2;
            pad(2 * lines, 2 * lines, value);
        }
        if (spec.padding == Padding::Same)
            pad(missing(layer().in.height, layer().out.height), missing(layer().in.width, layer().out.width), value);
    }
    void operator()(const PadLayer&) {
        pad(layer().out.height - layer().in.height, layer().out.width - layer().in.width);
    }
    void operator()(const ConvolutionLayer& spec) { convolve(spec, spec.groups); }
    void operator()(const DepthwiseLayer& spec) { convolve(spec, layer().in.channels); }
    void convolve(const auto& spec, std::int64_t groups) {
        x = asPictures();
        padAround(spec, 0, spec.dilation);
        const at::Tensor bias = spec.bias ? parameter(layer().biasSlice) : at::Tensor();
        x = activated(at::conv2d(x, parameter(layer().weightSlice).permute({0, 3, 1, 2}), bias,
                                 at::IntArrayRef({spec.stride, spec.stride}), at::IntArrayRef({0, 0}),
                                 {spec.dilation, spec.dilation}, groups),
                      spec.activation);
    }
    void operator()(const MaxPoolLayer& spec) {
        padAround(spec, -std::numeric_limits<double>::infinity());
        x = at::max_pool2d(x, {spec.kernel, spec.kernel}, {spec.stride, spec.stride});
    }
    void operator()(const AveragePoolLayer& spec) {
        const auto sums = [&](const at::Tensor& values) {
            x = values;
            padAround(spec, 0);
            return x.unfold(2, spec.kernel, spec.stride).unfold(3, spec.kernel, spec.stride).sum({-2, -1});
        };
        const at::Tensor pictures = asPictures();
        const at::Tensor whole = sums(pictures), pixels = sums(at::ones_like(pictures));
        x = whole / pixels;
    }
    void operator()(const GlobalAveragePoolLayer&) {
        if (x.dim() == 4)
            x = x.mean({2, 3});
    }
    void operator()(const AddLayer& spec) { x = activated(x + input(1).reshape(x.sizes()), spec.activation); }
    void operator()(const DenseLayer& spec) {
        if (x.dim() == 4)
            x = x.permute({0, 2, 3, 1}).flatten(1);
        const at::Tensor products = at::matmul(x, parameter(layer().weightSlice).t());
        x = activated(spec.bias ? products + parameter(layer().biasSlice) : products, spec.activation);
    }
    void operator()(const LayerNormLayer& spec) {
        const at::Tensor centred = x - x.mean({1}, true);
        x = centred / (centred.square().mean({1}, true) + spec.epsilon).sqrt();
        x = activated(x * perChannel(parameter(layer().weightSlice)) + perChannel(parameter(layer().biasSlice)),
                      spec.activation);
    }
    void operator()(const GroupNormLayer& spec) {
        const at::Tensor groups = x.reshape({x.size(0), spec.groups, -1}), centred = groups - groups.mean({2}, true);
        x = (centred / (centred.square().mean({2}, true) + spec.epsilon).sqrt()).view(x.sizes());
        x = activated(x * perChannel(parameter(layer().weightSlice)) + perChannel(parameter(layer().biasSlice)),
                      spec.activation);
    }
    void operator()(const ScaleLayer& spec) {
        x = spec.fixed ? x * spec.start : x * perChannel(parameter(layer().weightSlice));
    }
    void operator()(const SqueezeExciteLayer& spec) {
        const at::Tensor means = x.dim() == 4 ? x.mean({2, 3}) : x;
        const at::Tensor units =
            activated(at::linear(means, parameter(layer().weightSlice), parameter(layer().biasSlice)), spec.activation);
        const at::Tensor factors =
            at::sigmoid(at::linear(units, parameter(layer().gateWeightSlice), parameter(layer().gateBiasSlice)));
        x = x * (x.dim() == 4 ? factors.unsqueeze(2).unsqueeze(3) : factors);
    }
    void operator()(const ClassTokenLayer&) {
        const at::Tensor tokens = asPictures().flatten(2);
        const at::Tensor own = parameter(layer().weightSlice).view({1, -1, 1}).expand({x.size(0), -1, -1});
        x = at::cat({own, tokens}, 2).unsqueeze(3);
    }
    void operator()(const PositionLayer&) {
        x = asPictures();
        x = x + parameter(layer().weightSlice).t().reshape({1, x.size(1), x.size(2), x.size(3)});
    }
    void operator()(const TokenPoolLayer&) { x = asPictures().flatten(2).select(2, 0); }
    void operator()(const AttentionLayer& spec) { // as einsum has it
        x = asPictures();
        const at::Tensor parts = x.flatten(2).view({x.size(0), 3, spec.heads, -1, x.size(2) * x.size(3)});
        const at::Tensor queries = parts.select(1, 0), keys = parts.select(1, 1), values = parts.select(1, 2);
        const double scale = 1 / std::sqrt(static_cast<double>(queries.size(2)));
        const at::Tensor shares = at::softmax(at::einsum("nhdq,nhdk->nhqk", {queries, keys}) * scale, -1);
        x = at::einsum("nhqk,nhdk->nhdq", {shares, values}).reshape({x.size(0), -1, x.size(2), x.size(3)});
    }
    void operator()(const WhitenLayer& spec) {
        x = activated(at::conv2d(x, parameter(layer().weightSlice).permute({0, 3, 1, 2}), parameter(layer().biasSlice)),
                      spec.activation);
    }
    void operator()(const DropoutLayer& spec) {
        if (!pass.training)
            return;
        // The kernel on ones gives the mask; its units count height, width, channels.
        const auto [height, width, channels] = layer().out;
        at::Tensor mask = at::ones({x.size(0), height, width, channels}, at::kFloat);
        dropout({}, mask.data_ptr<float>(), pass.imageIds.data(), x.size(0), layer().out.elements(),
                static_cast<float>(spec.fraction), {pass.seed, static_cast<std::uint32_t>(number), &pass.epoch});
        mask = mask.to(weights.scalar_type()).permute({0, 3, 1, 2});
        x = x * (x.dim() == 4 ? mask : mask.flatten(1));
    }
    void operator()(const DropPathLayer& spec) {
        if (!pass.training)
            return;
        at::Tensor mask = at::ones({x.size(0)}, at::kFloat);
        dropout({}, mask.data_ptr<float>(), pass.imageIds.data(), x.size(0), 1, static_cast<float>(spec.fraction),
                {pass.seed, static_cast<std::uint32_t>(number), &pass.epoch});
        std::vector<std::int64_t> sizes(static_cast<std::size_t>(x.dim()), 1);
        sizes[0] = x.size(0);
        x = x * mask.to(weights.scalar_type()).view(sizes);
    }
    void operator()(const LrnLayer& spec) {
        std::vector<std::int64_t> around(2 * static_cast<std::size_t>(x.dim() - 1), 0);
        around[around.size() - 2] = around[around.size() - 1] = spec.radius;
        const at::Tensor sums = at::constant_pad_nd(x * x, around).unfold(1, 2 * spec.radius + 1, 1).sum(-1);
        x = x * at::pow(sums * spec.alpha + spec.bias, -spec.beta);
    }
    void operator()(const BatchNormLayer& spec) {
        const std::vector<std::int64_t> all =
            x.dim() == 4 ? std::vector<std::int64_t>{0, 2, 3} : std::vector<std::int64_t>{0};
        const at::Tensor mean = pass.training ? x.mean(all) : parameter(layer().meanSlice);
        const at::Tensor variance =
            pass.training ? (x - perChannel(mean)).square().mean(all) : parameter(layer().varianceSlice);
        x = (x - perChannel(mean)) / perChannel((variance + spec.epsilon).sqrt());
        if (spec.scale)
            x = x * perChannel(parameter(layer().weightSlice));
        x = activated(x + perChannel(parameter(layer().biasSlice)), spec.activation);
    }
};

} // namespace

at::Tensor referencePictures(const at::Tensor& weights, const at::Tensor& images) {
    return images.to(weights.scalar_type()).permute({0, 3, 1, 2}) / 255.0;
}

at::Tensor referenceForward(const Blueprint& blueprint, const at::Tensor& weights, const at::Tensor& images,
                            const ReferencePass& pass) {
    return referenceOutputs(blueprint, weights, referencePictures(weights, images), pass).back().flatten(1);
}

std::vector<at::Tensor> referenceOutputs(const Blueprint& blueprint, const at::Tensor& weights,
                                         const at::Tensor& pictures, const ReferencePass& pass) {
    Walk walk{blueprint, weights, pass, {pictures}};
    for (; walk.number < blueprint.layers.size(); ++walk.number) {
        walk.x = walk.input(0);
        std::visit([&walk](const auto& spec) { walk(spec); }, blueprint.layers[walk.number].spec);
        walk.outputs.push_back(walk.x);
    }
    return walk.outputs;
}

} // namespace belfry::test
