// Messages for unknown names: "Unknown network 'lenett'; did you mean 'lenet'? Known: lenet, mlp."
#pragma once

#include "core/base/text.h"

#include <span>
#include <string>
#include <string_view>

namespace belfry {

// The name in `known` with the smallest edit distance to `name`, at most a third of its length; "" if there is none. A
// transposition of two letters is one edit.
std::string nearestName(std::string_view name, std::span<const std::string> known);

// The whole message; `kind` is "network", "data set", "preset" ...
Text unknownName(const Text& kind, std::string_view name, std::span<const std::string> known);

} // namespace belfry
