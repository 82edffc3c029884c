// Means over classes in JSON records: "balanced_accuracy" and "macro_f1", absent where they are unknown, as in records
// of earlier versions. Any thread.
#pragma once

#include "core/base/evaluation_result.h"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace belfry {

// prefix: before the keys, "best_".
void setClassMeans(nlohmann::json& object, const ClassMeans& means, const std::string& prefix = {});
// Throws Error(Data) with a partial sentence for what is not a number from 0 to 1.
ClassMeans classMeansIn(const nlohmann::json& object, const std::string& prefix = {});

} // namespace belfry
