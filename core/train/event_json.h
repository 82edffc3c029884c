// Events as JSON, one object each: what belfry-cli --json prints, line by line. Free of torch; any thread.
#pragma once

#include "core/train/events.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace belfry {

nlohmann::json toJson(const EvaluationResult& result); // loss, accuracy, correct, images, images_per_second

// {"event": "step", "run": ..., ...}; numbers that are not finite become null.
nlohmann::json toJson(const Event& event, const std::string& run);

} // namespace belfry
