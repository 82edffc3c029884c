#include "core/base/csv.h"

namespace belfry {

std::string csvField(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string field = "\"";
    for (const char letter : text)
        field += letter == '"' ? "\"\"" : std::string(1, letter);
    return field + '"';
}

} // namespace belfry
