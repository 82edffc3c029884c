#include "core/predict/evaluate_snapshot.h"

#include "core/base/error.h"
#include "core/device/devices.h"
#include "core/train/evaluator.h"

namespace belfry {

EvaluationResult evaluateSnapshot(const Snapshot& snapshot, const DataSet& data, const ImageStore& split) {
    const Blueprint& blueprint = *snapshot.blueprint;
    if (blueprint.image != data.shape || blueprint.classes != static_cast<int>(data.classes.size()))
        throw Error(ErrorCategory::Data, "The network reads " + std::to_string(blueprint.image.height) + "x" +
                                             std::to_string(blueprint.image.width) + "x" +
                                             std::to_string(blueprint.image.channels) + " pictures of " +
                                             std::to_string(blueprint.classes) + " classes; " + data.title +
                                             " has others. Evaluate it on " + snapshot.data + ".");
    const std::vector<at::Device> devices(static_cast<std::size_t>(usableCores()), at::kCPU);
    TowerTeam team(devices, 1, snapshot.blueprint, 0);
    team.setWeights(snapshot.weights);
    return evaluate(team, split);
}

} // namespace belfry
