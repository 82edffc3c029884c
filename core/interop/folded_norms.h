// A network for evaluation, with its batch norms inside the weights and biases of the layers before them, where the
// graph allows it. No state; any thread.
#pragma once

#include "core/train/snapshot.h"

namespace belfry {

// The same answers but for rounding. A batch norm goes where it alone gets the output of a linear convolution or dense
// layer, which then has its offset as a bias and its activation. The flat vector keeps its order and size: numbers
// that no layer has any more stay in it. The architecture is still that of the original.
Snapshot foldedNorms(const Snapshot& snapshot);

} // namespace belfry
