#include "core/exchange/central_variables.h"

namespace belfry {

void CentralVariables::setWeights(std::span<const float> weights) {
    variables_.setWeights(weights);
    synchroniseReplicas();
}

void CentralVariables::restore(std::span<const float> weights, std::span<const float> average,
                               std::span<const std::vector<float>> optimizerState) {
    variables_.restore(weights, average, optimizerState);
    synchroniseReplicas();
}

void CentralVariables::synchroniseReplicas() {
    synchronize();
    const at::Tensor& weights = variables_.weights();
    team_.run([&weights](Tower& tower) { tower.takeWeights(weights); });
}

void CentralVariables::synchronize() const {
    if (stream_)
        stream_->synchronize();
}

} // namespace belfry
