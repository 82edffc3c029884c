// The training state as a part of a weights file: what makes a checkpoint of it. No state; any thread.
#pragma once

#include "core/formats/safetensors.h"
#include "core/model/blueprint.h"
#include "core/train/training_state.h"

#include <string_view>

namespace belfry {

// Metadata "training" (JSON), and tensors "best.conv2.weight", "optimizer.0.conv2.weight" ...; `training` outlives the
// view.
void addTrainingState(SafetensorsView& file, const Blueprint& blueprint, const TrainingState& training);

bool hasTrainingState(const SafetensorsFile& file);
// The name of a weight inside the name of a tensor of this part; the name itself for any other.
std::string_view weightNameIn(std::string_view tensor);

// Throws Error(Data), also a JSON library's exception, with a part of a sentence that names what is missing or wrong.
TrainingState trainingStateFrom(const SafetensorsFile& file, const Blueprint& blueprint);

} // namespace belfry
