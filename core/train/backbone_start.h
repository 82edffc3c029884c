// The weights that a run with a backbone begins with: the backbone's, and a last layer fitted on what it makes of the
// training images. Session thread; internal to the engine (ATen).
#pragma once

#include "core/train/prepare.h"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace belfry {

struct BackboneStart {
    std::int64_t computed = 0, kept = 0; // images whose features were computed, and those of earlier runs
    double featureSeconds = 0, fitSeconds = 0;
    double decay = 0;
    double validationAccuracy = 0;
    double temperature = 1; // by cross-validated last layers, where the validation pictures are too few for one
    Text notKept;           // why features could not be kept; "" where they were
    Text sentence(const std::string& backbone) const;
};

// Overwrites the weights of prepared.backbone in `weights` (blueprint.flatSize floats), and those of the last layer.
// Features are kept on disk (backbones/feature_store.h); where they cannot be, the run goes on. onProgress(images that
// are done, of all): on this thread. None when stopped.
std::optional<BackboneStart> startFromBackbone(const PreparedRun& prepared, std::vector<float>& weights,
                                               const std::stop_token& stop,
                                               const std::function<void(std::int64_t, std::int64_t)>& onProgress);

} // namespace belfry
