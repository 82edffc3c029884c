#include "core/model/layer_outputs.h"

#include "core/model/lowering.h"

namespace belfry {

void forEachOutput(const Blueprint& blueprint, std::span<const float> weights, const std::uint8_t* images,
                   std::int64_t count, const LookAtOutput& look) {
    const c10::InferenceMode inference;
    const at::Tensor flat =
        at::from_blob(const_cast<float*>(weights.data()), {static_cast<std::int64_t>(weights.size())}, at::kFloat);
    LoweredNetwork network = lower(blueprint, at::kCPU, {flat, flat, {}}, {}, NetworkKernels::Usual, Fusion::None);
    const PassContext evaluation;
    network.ops.forward(network.front->forward(images, count, evaluation), evaluation,
                        [&look](std::size_t layer, const at::Tensor& output) {
                            const at::Tensor dense =
                                output.is_non_overlapping_and_dense() ? output : output.contiguous();
                            look(layer, {dense.const_data_ptr<float>(), static_cast<std::size_t>(dense.numel())});
                        });
}

} // namespace belfry
