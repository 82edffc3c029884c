// Layers to which the pixels of a picture are tokens.
#include "core/model/layers/layer_ops.h"
#include "core/model/layers/typed_data.h"

#include <cmath>
#include <utility>

namespace belfry {
namespace {

// Images x tokens x channels, and back to pictures of so many rows.
at::Tensor tokensOf(const at::Tensor& values) {
    const at::Tensor rows = pixelRows(values);
    return rows.view({rows.size(0), -1, rows.size(-1)});
}
at::Tensor pictures(const at::Tensor& tokens, std::int64_t height, std::int64_t width) {
    return fromPixelRows(tokens.reshape({tokens.size(0), height, width, tokens.size(2)}));
}

class ClassTokenOp : public LayerOp {
public:
    ClassTokenOp(const BlueprintLayer& layer, ParameterViews parameters)
        : layer_(layer), parameters_(std::move(parameters)) {}

    at::Tensor forward(const at::Tensor& input, const PassContext&) override {
        const at::Tensor tokens = tokensOf(input);
        const at::Tensor own =
            parameters_.weight.to(tokens.scalar_type()).expand({tokens.size(0), 1, layer_.in.channels});
        return pictures(at::cat({own, tokens}, 1), layer_.out.height, 1);
    }
    at::Tensor backward(const at::Tensor& outputGradient, const PassContext& context) override {
        const at::Tensor tokens = tokensOf(outputGradient);
        if (context.training)
            parameters_.weightGradient.copy_(tokens.narrow(1, 0, 1).sum(0, /*keepdim=*/false, at::kFloat));
        return pictures(tokens.narrow(1, 1, tokens.size(1) - 1), layer_.in.height, layer_.in.width);
    }
    std::vector<int> slices() const override { return parameters_.slices; }
    std::string describe() const override { return layer_.name + ": ATen"; }

private:
    BlueprintLayer layer_;
    ParameterViews parameters_;
};

class PositionOp : public LayerOp {
public:
    PositionOp(const BlueprintLayer& layer, ParameterViews parameters)
        : layer_(layer), parameters_(std::move(parameters)) {}

    at::Tensor forward(const at::Tensor& input, const PassContext&) override {
        return pictures((tokensOf(input) + parameters_.weight).to(input.scalar_type()), layer_.in.height,
                        layer_.in.width);
    }
    at::Tensor backward(const at::Tensor& outputGradient, const PassContext& context) override {
        if (context.training)
            parameters_.weightGradient.copy_(tokensOf(outputGradient).sum(0, /*keepdim=*/false, at::kFloat));
        return outputGradient;
    }
    std::vector<int> slices() const override { return parameters_.slices; }
    std::string describe() const override { return layer_.name + ": ATen"; }

private:
    BlueprintLayer layer_;
    ParameterViews parameters_;
};

class TokenPoolOp : public LayerOp {
public:
    explicit TokenPoolOp(const BlueprintLayer& layer) : layer_(layer) {}

    at::Tensor forward(const at::Tensor& input, const PassContext&) override {
        return tokensOf(input).select(1, 0).contiguous();
    }
    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        const at::Tensor first = outputGradient.view({-1, 1, layer_.in.channels});
        const std::int64_t tokens = std::int64_t{layer_.in.height} * layer_.in.width;
        return pictures(at::constant_pad_nd(first, {0, 0, 0, tokens - 1}), layer_.in.height, layer_.in.width);
    }
    std::string describe() const override { return layer_.name + ": ATen"; }

private:
    BlueprintLayer layer_;
};

// Softmax(queries keys^T / sqrt(depth)) values, for each image and head. Scores are in fp32 in either precision.
class AttentionOp : public LayerOp {
public:
    AttentionOp(const BlueprintLayer& layer, const AttentionLayer& spec)
        : layer_(layer), heads_(spec.heads), depth_(layer.out.channels / spec.heads),
          scale_(1 / std::sqrt(static_cast<double>(depth_))) {}

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        // Parts x images x heads x tokens x depth.
        const at::Tensor tokens = tokensOf(input);
        const at::Tensor parts =
            tokens.view({tokens.size(0), tokens.size(1), 3, heads_, depth_}).permute({2, 0, 3, 1, 4}).contiguous();
        const at::Tensor weights =
            at::softmax(at::matmul(parts[0], parts[1].transpose(-2, -1)).mul_(scale_), -1, at::kFloat);
        const at::Tensor answers = at::matmul(weights.to(input.scalar_type()), parts[2]);
        if (context.keeps())
            kept_ = {parts, weights};
        return joined(answers);
    }

    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        const Kept kept = std::exchange(kept_, {});
        const at::ScalarType type = outputGradient.scalar_type();
        const at::Tensor tokens = tokensOf(outputGradient);
        const at::Tensor answers =
            tokens.view({tokens.size(0), tokens.size(1), heads_, depth_}).permute({0, 2, 1, 3}).contiguous();
        const at::Tensor values = at::matmul(kept.weights.to(type).transpose(-2, -1), answers);
        const at::Tensor scores =
            at::_softmax_backward_data(at::matmul(answers, kept.parts[2].transpose(-2, -1)).to(at::kFloat),
                                       kept.weights, -1, at::kFloat)
                .mul_(scale_)
                .to(type);
        const at::Tensor queries = at::matmul(scores, kept.parts[1]);
        const at::Tensor keys = at::matmul(scores.transpose(-2, -1), kept.parts[0]);
        const at::Tensor parts = at::stack({queries, keys, values}); // parts, images, heads, tokens, depth
        return pictures(parts.permute({1, 3, 0, 2, 4}).reshape({tokens.size(0), tokens.size(1), -1}), layer_.in.height,
                        layer_.in.width);
    }
    std::string describe() const override { return layer_.name + ": ATen"; }

private:
    at::Tensor joined(const at::Tensor& answers) const { // images x heads x tokens x depth
        return pictures(answers.permute({0, 2, 1, 3}).reshape({answers.size(0), answers.size(2), -1}),
                        layer_.out.height, layer_.out.width);
    }

    BlueprintLayer layer_;
    std::int64_t heads_, depth_;
    double scale_;
    struct Kept {
        at::Tensor parts, weights;
    } kept_;
};

} // namespace

void addOp(Lowering& lowering, const BlueprintLayer& layer, const ClassTokenLayer&) {
    lowering.put(std::make_unique<ClassTokenOp>(layer, lowering.parametersFrom(layer, lowering.vectors().weights)));
}

void addOp(Lowering& lowering, const BlueprintLayer& layer, const PositionLayer&) {
    lowering.put(std::make_unique<PositionOp>(layer, lowering.parametersFrom(layer, lowering.vectors().weights)));
}

void addOp(Lowering& lowering, const BlueprintLayer& layer, const TokenPoolLayer&) {
    lowering.put(std::make_unique<TokenPoolOp>(layer));
}

void addOp(Lowering& lowering, const BlueprintLayer& layer, const AttentionLayer& spec) {
    lowering.put(std::make_unique<AttentionOp>(layer, spec));
}

} // namespace belfry
