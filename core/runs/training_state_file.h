// The training state in a weights file, which makes the file a checkpoint. No state; any thread.
#pragma once

#include "core/formats/safetensors.h"
#include "core/model/blueprint.h"
#include "core/train/training_state.h"

#include <string_view>

namespace belfry {

// Metadata "training" (JSON), and tensors "best.conv2.weight", "optimizer.0.conv2.weight" ...; `training` must
// outlive the view.
void addTrainingState(SafetensorsView& file, const Blueprint& blueprint, const TrainingState& training);

bool hasTrainingState(const SafetensorsFile& file);
// The name of the weight in the name of a tensor of the training state; other names are returned unchanged.
std::string_view weightNameIn(std::string_view tensor);

// Throws Error(Data), or an exception of the JSON library, with a partial sentence that names what is missing or wrong.
TrainingState trainingStateFrom(const SafetensorsFile& file, const Blueprint& blueprint);

} // namespace belfry
