// A flat vector of a network as tensors of a file, one for each slice ("best.conv2.weight"), and back. No state; any
// thread.
#pragma once

#include "core/formats/safetensors.h"
#include "core/model/blueprint.h"

#include <span>
#include <string>
#include <vector>

namespace belfry {

std::string shapeText(std::span<const std::int64_t> shape); // "3x3x1"

// flat: blueprint.flatSize floats, which outlive the view.
void addFlat(SafetensorsView& file, const Blueprint& blueprint, const std::string& prefix, std::span<const float> flat);

bool hasFlat(const SafetensorsFile& file, const std::string& prefix);

// Every tensor is checked before memory is taken for what the metadata claims. Throws Error(Data) with a part of a
// sentence that names the tensor, what was found and what is expected.
std::vector<float> flatFrom(const SafetensorsFile& file, const Blueprint& blueprint, const std::string& prefix);

} // namespace belfry
