#include "core/model/layer_outputs.h"

#include "core/model/lowering.h"

namespace belfry {

void forEachOutput(const Blueprint& blueprint, std::span<const float> weights, const std::uint8_t* images,
                   std::int64_t count, const LookAtOutput& look) {
    const c10::InferenceMode inference;
    const at::Tensor flat =
        at::from_blob(const_cast<float*>(weights.data()), {static_cast<std::int64_t>(weights.size())}, at::kFloat);
    const LoweredNetwork network =
        lower(blueprint, at::kCPU, {flat, flat, {}}, {}, NetworkKernels::Usual, Fusion::None);
    const PassContext evaluation;
    at::Tensor values = network.front->forward(images, count, evaluation);
    for (std::size_t layer = 0; layer < network.ops.size(); ++layer) {
        values = network.ops[layer]->forward(values, evaluation);
        const at::Tensor dense = values.is_non_overlapping_and_dense() ? values : values.contiguous();
        look(layer, {dense.const_data_ptr<float>(), static_cast<std::size_t>(dense.numel())});
    }
}

} // namespace belfry
