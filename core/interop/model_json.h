// model.json of a package: what the network is, for Belfry and for programs that know nothing of it. No state; any
// thread.
#pragma once

#include "core/train/snapshot.h"

#include <nlohmann/json_fwd.hpp>

namespace belfry {

// Keys: format ("belfry-model"), version (1), belfry, name, step, data, data_version, split_by (absent: packages of
// earlier versions), classes (by label), image (height, width, channels), input (augmentation and normalisation by the
// names of plans; crop: top, left, height, width, or null), architecture (Belfry's own lines, model/architecture.h) and
// layers: the same with every default said, each with kind, name, input and output (height, width, channels), and the
// tensors of model.safetensors by name.
nlohmann::json modelJson(const Snapshot& snapshot);

// Without weights. Throws Error or a JSON library's exception with a part of a sentence for what is missing or wrong.
Snapshot snapshotFromModelJson(const nlohmann::json& json);

} // namespace belfry
