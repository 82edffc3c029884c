// One layer from its line of text; layerText() in architecture.h is the way back. Internal to core/model.
#pragma once

#include "core/base/text.h"
#include "core/model/architecture.h"

#include <string>

namespace belfry {

// Throws Error(Usage) that starts with `where` ("Network 'n', line 3") and names the word.
Layer layerFromText(const std::string& line, const Text& where);

} // namespace belfry
