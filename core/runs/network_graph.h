// The network as TensorBoard draws it: a group for each layer with its operations and variables. No state; any thread.
#pragma once

#include "core/formats/tensorboard.h"
#include "core/model/blueprint.h"

#include <vector>

namespace belfry {

// From the images' bytes to the probabilities; every input is the name of a node before.
std::vector<GraphNode> networkGraph(const Blueprint& blueprint);

} // namespace belfry
