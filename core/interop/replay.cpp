#include "core/interop/replay.h"

#include "core/device/devices.h"
#include "core/tower/predict_batch.h"

namespace belfry {

Answers answersOf(const Snapshot& snapshot, std::span<const std::uint8_t> images) {
    const std::vector<at::Device> devices(1, at::kCPU);
    TowerTeam team(devices, usableCores(), snapshot.blueprint, 0);
    team.setWeights(snapshot.weights);
    Answers answers{predictBatch(team, images), {}};
    const at::Tensor logits = at::tensor(answers.logits).view({-1, snapshot.blueprint->classes});
    const at::Tensor probabilities = at::softmax(logits, 1);
    answers.probabilities.assign(probabilities.const_data_ptr<float>(),
                                 probabilities.const_data_ptr<float>() + probabilities.numel());
    return answers;
}

} // namespace belfry
