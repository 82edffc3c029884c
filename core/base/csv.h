// Fields of comma-separated values (RFC 4180). No state; any thread.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace belfry {

// The text as one field: in quotes where it has a comma, a quote or a line break, else as it is.
std::string csvField(std::string_view text);

// Calls row(line, fields) for every row; line: where it begins, from 1. Empty lines are no rows. The fields are valid
// during the call. A quote that is not closed takes the rest of the text; the line of its row is returned.
std::optional<std::int64_t>
readCsv(std::string_view text, char separator,
        const std::function<void(std::int64_t line, std::vector<std::string>& fields)>& row);

} // namespace belfry
