// What dropout and drop path have in common. Internal (ATen).
#pragma once

#include "core/model/layers/layer_ops.h"

#include <string>
#include <utility>

namespace belfry {

// In training it sets some numbers to 0, and their gradients alike.
class MaskOp : public LayerOp {
public:
    MaskOp(std::string name, double fraction, std::uint32_t number)
        : fraction_(static_cast<float>(fraction)), name_(std::move(name)), number_(number) {}

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        return context.training ? masked(input, context) : input;
    }
    at::Tensor backward(const at::Tensor& outputGradient, const PassContext& context) override {
        return context.training ? masked(outputGradient, context) : outputGradient;
    }
    std::string describe() const override { return name_ + ": own kernel"; }

protected:
    virtual at::Tensor masked(const at::Tensor& values, const PassContext& context) const = 0;
    DropoutKey keyOf(const PassContext& context) const { return {context.seed, number_, context.epoch}; }

    float fraction_;

private:
    std::string name_;
    std::uint32_t number_; // of the layer in the network
};

} // namespace belfry
