// A network's weights in the order that other libraries keep them: convolutions output, input, height, width (OIHW).
// Everything else is as in the flat vector: the inputs of a dense layer after a picture are in height, width, channels
// order. No state; any thread.
#pragma once

#include "core/formats/safetensors.h"
#include "core/model/blueprint.h"

#include <span>
#include <vector>

namespace belfry {

// One tensor for each slice, by its name. flat: blueprint.flatSize floats.
SafetensorsFile packageWeights(const Blueprint& blueprint, std::span<const float> flat);

// The way back. Throws Error(Data) with a part of a sentence that names the tensor, what was found and what is
// expected.
std::vector<float> flatFromPackage(const SafetensorsFile& file, const Blueprint& blueprint);

} // namespace belfry
