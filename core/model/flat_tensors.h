// Converts a network's flat vector to tensors of a file, one per slice ("best.conv2.weight"), and back. No state; any
// thread.
#pragma once

#include "core/base/text.h"
#include "core/formats/safetensors.h"
#include "core/model/blueprint.h"

#include <span>
#include <string>
#include <vector>

namespace belfry {

Text shapeText(std::span<const std::int64_t> shape); // "3x3x1"

// flat: blueprint.flatSize floats, which must outlive the view.
void addFlat(SafetensorsView& file, const Blueprint& blueprint, const std::string& prefix, std::span<const float> flat);

bool hasFlat(const SafetensorsFile& file, const std::string& prefix);

// Checks every tensor before memory is allocated. Throws Error(Data) with a partial sentence that names the tensor,
// what was found and what is expected.
std::vector<float> flatFrom(const SafetensorsFile& file, const Blueprint& blueprint, const std::string& prefix);

} // namespace belfry
