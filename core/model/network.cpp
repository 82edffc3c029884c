#include "core/model/network.h"

#include "core/model/layers/typed_data.h"
#include "core/model/lowering.h"

#include <c10/cuda/CUDAStream.h>

namespace belfry {

ExecutionContext contextOf(at::Device device) {
    if (device.is_cuda())
        return {true, c10::cuda::getCurrentCUDAStream(device.index()).stream()};
    return {};
}

StageBatch stageBatch(const std::uint8_t* images, std::int64_t count, const PassContext& context) {
    return {images, context.rows, count, context.training, context.imageIds, context.seed, context.epoch};
}

Network::Network(std::shared_ptr<const Blueprint> blueprint, at::Device device, at::Tensor weights, at::Tensor gradient,
                 Arithmetic arithmetic, NetworkKernels kernels)
    : arithmetic_(arithmetic), weights_(std::move(weights)), operands_(weights_) {
    const c10::InferenceMode inference; // explicit backward: autograd only costs
    if (arithmetic.activations != at::kFloat)
        operands_ = at::empty_like(weights_, arithmetic.products);
    LoweredNetwork lowered = lower(*blueprint, device, {weights_, operands_, gradient}, arithmetic, kernels);
    front_ = std::move(lowered.front);
    ops_ = std::make_unique<OpGraph>(std::move(lowered.ops));
    if (operands_.storage().use_count() == 1) // no op has a view of it: own kernels round what they multiply
        operands_ = weights_;
}

Network::~Network() = default;

at::Tensor Network::forward(const std::uint8_t* images, std::int64_t count, const PassContext& context) {
    const c10::InferenceMode inference; // explicit backward: autograd only costs
    if (!operands_.is_same(weights_))   // once a step: the copy is never stale, however the weights were changed
        withNumbersOf(operands_, [&]<typename T>() {
            roundToBf16(contextOf(weights_.device()), numbers<float>(weights_), numbers<T>(operands_),
                        weights_.numel());
        });
    const at::Tensor values = ops_->forward(front_->forward(images, count, context), context);
    endsInPictures_ = values.dim() == 4;
    return (endsInPictures_ ? values.reshape({count, -1}) : values).to(at::kFloat).contiguous();
}

void Network::backward(const at::Tensor& logitsGradient, const PassContext& context,
                       const std::function<void(int)>& ready) {
    const c10::InferenceMode inference; // explicit backward: autograd only costs
    at::Tensor gradient = logitsGradient.to(arithmetic_.activations);
    if (endsInPictures_)
        gradient = gradient.view({gradient.size(0), gradient.size(1), 1, 1});
    const auto announce = [&](const std::vector<int>& slices) {
        for (int slice : slices)
            ready(slice);
    };
    gradient = ops_->backward(gradient, context, [&](const LayerOp& op) { announce(op.slices()); });
    if (front_->wantsGradient()) {
        if (gradient.defined())
            front_->backward(gradient, context);
        announce(front_->slices());
    }
}

std::vector<std::string> Network::describe() const {
    std::vector<std::string> lines{front_->describe()};
    for (const OpGraph::Step& step : ops_->steps())
        lines.push_back(step.op->describe());
    return lines;
}

} // namespace belfry
