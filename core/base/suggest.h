// "Unknown network 'lenett'; did you mean 'lenet'? Known: lenet, mlp." - the sentence for every unknown name.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace belfry {

// The name of `known` nearest to `name` (edits, two letters in the wrong order being one; at most a third of its letters), or "" when none is near.
std::string nearestName(std::string_view name, std::span<const std::string> known);

// The whole sentence; `kind` is the field's word ("network", "data set", "preset").
std::string unknownName(std::string_view kind, std::string_view name, std::span<const std::string> known);

} // namespace belfry
