#include "core/base/csv.h"

namespace belfry {
namespace {

// One field, from `at` on; leaves `at` behind it. `quoted`: its quote is not closed.
std::string takeField(std::string_view text, std::size_t& at, char separator, std::int64_t& line, bool& quoted) {
    std::string field;
    for (; at < text.size(); ++at) {
        const char letter = text[at];
        const bool quote = letter == '"';
        if (quoted && quote && text.substr(at + 1).starts_with('"')) {
            field += '"';
            ++at;
        } else if (quote && (quoted || field.empty())) {
            quoted = !quoted;
        } else if (!quoted && (letter == separator || letter == '\n')) {
            break;
        } else {
            line += letter == '\n';
            field += letter;
        }
    }
    if (field.ends_with('\r') && !quoted)
        field.pop_back();
    return field;
}

} // namespace

std::string csvField(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string field = "\"";
    for (const char letter : text)
        field += letter == '"' ? "\"\"" : std::string(1, letter);
    return field + '"';
}

std::optional<std::int64_t>
readCsv(std::string_view text, char separator,
        const std::function<void(std::int64_t line, std::vector<std::string>& fields)>& row) {
    std::vector<std::string> fields;
    std::int64_t line = 1, first = 1;
    bool quoted = false; // at the end of a field only where it is the last one
    for (std::size_t at = 0; at < text.size(); ++at, ++line) {
        first = line;
        fields.clear();
        fields.push_back(takeField(text, at, separator, line, quoted));
        while (at < text.size() && text[at] == separator)
            fields.push_back(takeField(text, ++at, separator, line, quoted));
        if (fields.size() > 1 || !fields.front().empty())
            row(first, fields);
    }
    return quoted ? std::optional(first) : std::nullopt;
}

} // namespace belfry
