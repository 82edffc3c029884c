// Messages for unknown names: "Unknown network 'lenett'; did you mean 'lenet'? Known: lenet, mlp."
#pragma once

#include "core/base/error.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

namespace belfry {

// The name in `known` with the smallest edit distance to `name`, at most a third of its length; "" if there is none. A
// transposition of two letters is one edit.
std::string nearestName(std::string_view name, std::span<const std::string> known);

// The whole message; `kind` is "network", "data set", "preset" ...
Text unknownName(const Text& kind, std::string_view name, std::span<const std::string> known);

// The names of a table's rows.
template <typename Table>
std::vector<std::string> namesIn(const Table& table) {
    std::vector<std::string> names;
    for (const auto& row : table)
        names.emplace_back(row.name);
    return names;
}

// The row of this name. Throws Error(Usage) with that message.
template <typename Table>
const auto& rowNamed(const Table& table, const Text& kind, std::string_view name) {
    const auto found = std::ranges::find_if(table, [name](const auto& row) { return row.name == name; });
    if (found == table.end())
        throw usageError(unknownName(kind, name, namesIn(table)));
    return *found;
}

} // namespace belfry
