// One line of a network from its text; lineText() in architecture.h is the way back. Internal to core/model.
#pragma once

#include "core/base/text.h"
#include "core/model/architecture.h"

#include <string>

namespace belfry {

// Throws Error(Usage) that starts with `where` ("Network 'n', line 3") and names the word.
Line lineFromText(const std::string& text, const Text& where);

[[noreturn]] void refuseLine(const Text& where, const Text& what); // Error(Usage): "where: what"

} // namespace belfry
