// The network as a TensorBoard graph: a group per layer with its operations and variables. No state; any thread.
#pragma once

#include "core/formats/tensorboard.h"
#include "core/model/blueprint.h"

#include <vector>

namespace belfry {

// From the bytes of the images to the probabilities. Inputs are names of earlier nodes.
std::vector<GraphNode> networkGraph(const Blueprint& blueprint);

} // namespace belfry
