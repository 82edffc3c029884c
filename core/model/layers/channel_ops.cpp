#include "core/kernels/lrn.h"
#include "core/kernels/max_pool.h"
#include "core/model/layers/layer_ops.h"
#include "core/model/layers/typed_data.h"

#include <utility>

namespace belfry {
namespace {

class MaxPoolOp : public LayerOp {
public:
    MaxPoolOp(const BlueprintLayer& layer, bool relu) : name_(layer.name) {
        const auto& spec = std::get<MaxPoolLayer>(layer.spec);
        work_ = {.channels = layer.in.channels,
                 .inHeight = layer.in.height,
                 .inWidth = layer.in.width,
                 .outHeight = layer.out.height,
                 .outWidth = layer.out.width,
                 .kernel = spec.kernel,
                 .stride = spec.stride,
                 .above = layer.padding->top,
                 .left = layer.padding->left,
                 .relu = relu};
    }

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        const at::Tensor in = pixelRows(input);
        work_.images = in.size(0);
        at::Tensor out = at::empty({work_.images, work_.outHeight, work_.outWidth, work_.channels}, in.options());
        if (context.keeps())
            winners_ = at::empty_like(out, at::kShort);
        withNumbersOf(in, [&]<typename T>() {
            maxPoolForward(contextOf(in.device()), work_, numbers<const T>(in), numbers<T>(out),
                           context.keeps() ? winners() : nullptr);
        });
        return fromPixelRows(out);
    }
    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        const at::Tensor gradient = pixelRows(outputGradient);
        at::Tensor in = at::empty({work_.images, work_.inHeight, work_.inWidth, work_.channels}, gradient.options());
        withNumbersOf(in, [&]<typename T>() {
            maxPoolBackward(contextOf(in.device()), work_, numbers<const T>(gradient), winners(), numbers<T>(in));
        });
        winners_ = at::Tensor();
        return fromPixelRows(in);
    }
    std::string describe() const override { return (work_.relu ? "relu + " : "") + name_ + ": own kernel"; }

private:
    std::uint16_t* winners() { return reinterpret_cast<std::uint16_t*>(winners_.data_ptr<std::int16_t>()); }

    std::string name_;
    MaxPoolWork work_;
    at::Tensor winners_; // 16 bits each, of no type that ATen would compute with
};

class LrnOp : public LayerOp {
public:
    LrnOp(const BlueprintLayer& layer, bool relu) : name_(layer.name) {
        const auto& spec = std::get<LrnLayer>(layer.spec);
        work_ = {.channels = layer.in.channels,
                 .radius = spec.radius,
                 .bias = static_cast<float>(spec.bias),
                 .alpha = static_cast<float>(spec.alpha),
                 .beta = static_cast<float>(spec.beta),
                 .relu = relu};
    }

    at::Tensor forward(const at::Tensor& input, const PassContext& context) override {
        const at::Tensor in = pixelRows(input);
        work_.rows = in.numel() / work_.channels;
        at::Tensor out = at::empty_like(in);
        if (context.keeps()) {
            input_ = in;
            divisor_ = at::empty_like(in, at::kFloat);
        }
        withNumbersOf(in, [&]<typename T>() {
            lrnForward(contextOf(in.device()), work_, numbers<const T>(in), numbers<T>(out),
                       context.keeps() ? numbers<float>(divisor_) : nullptr);
        });
        return fromPixelRows(out);
    }
    at::Tensor backward(const at::Tensor& outputGradient, const PassContext&) override {
        const at::Tensor gradient = pixelRows(outputGradient);
        at::Tensor in = at::empty_like(gradient);
        withNumbersOf(in, [&]<typename T>() {
            lrnBackward(contextOf(in.device()), work_, numbers<const T>(input_), numbers<const float>(divisor_),
                        numbers<const T>(gradient), numbers<T>(in));
        });
        input_ = divisor_ = at::Tensor();
        return fromPixelRows(in);
    }
    std::string describe() const override { return (work_.relu ? "relu + " : "") + name_ + ": own kernel"; }

private:
    std::string name_;
    LrnWork work_;
    at::Tensor input_, divisor_;
};

} // namespace

void addOp(Lowering& lowering, const BlueprintLayer& layer, const MaxPoolLayer&) {
    lowering.put(std::make_unique<MaxPoolOp>(layer, std::exchange(lowering.relu, false)));
}

void addOp(Lowering& lowering, const BlueprintLayer& layer, const LrnLayer&) {
    lowering.put(std::make_unique<LrnOp>(layer, std::exchange(lowering.relu, false)));
}

} // namespace belfry
