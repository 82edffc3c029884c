// Properties that several kinds of layers have. Internal to core/model.
#pragma once

#include "core/model/layer_kind.h"

namespace belfry {

LayerField kernelField(int& kernel, Text expected);
LayerField strideField(int& stride, int absent, bool always);
LayerField paddingField(Padding& padding);
LayerField activationField(Activation& activation);
LayerField biasField(bool& bias);                        // no-bias
LayerField epsilonField(double& epsilon, double absent); // of a norm
// `fields`, and after them how weights and biases start, and L2.
std::vector<LayerField> withWeights(std::vector<LayerField> fields, WeightOptions& weights);

} // namespace belfry
