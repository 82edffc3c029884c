#include "core/model/architecture.h"

#include "core/model/line_text.h"

#include <nlohmann/json.hpp>

#include <sstream>

namespace belfry {
namespace {

constexpr std::size_t kMaxLines = 1000;

// As messages begin; of the name as much as one can show.
Text titled(std::string_view name) {
    return name.empty() ? Text::tr("Network") : Text::tr("Network '%1'", name.substr(0, 80));
}

Text layerOf(std::string_view name, std::size_t layer) { return Text::tr("%1, layer %2", titled(name), layer); }

void addLine(Architecture& architecture, const std::string& line, const Text& where) {
    if (architecture.lines.size() == kMaxLines)
        refuseLine(titled(architecture.name), Text::tr("more than 1,000 layers; at most 1,000 are possible."));
    architecture.lines.push_back(lineFromText(line, where));
}

} // namespace

std::string architectureText(const Architecture& architecture) {
    std::string text;
    std::size_t depth = 0;
    for (const Line& line : architecture.lines) {
        if (std::holds_alternative<BlockEnd>(line.content) && depth > 0)
            --depth;
        text += std::string(kLineIndent * depth, ' ') + lineText(line) + "\n";
        if (std::holds_alternative<BlockStart>(line.content))
            ++depth;
    }
    return text;
}

Architecture architectureFromText(std::string_view name, std::string_view text) {
    Architecture architecture{.name = std::string(name), .lines = {}};
    std::istringstream lines{std::string(text)};
    int lineNumber = 0;
    for (std::string line; std::getline(lines, line);) {
        ++lineNumber;
        const std::size_t first = line.find_first_not_of(" \t\r");
        if (first == std::string::npos || line[first] == '#')
            continue;
        addLine(architecture, line,
                Text::tr("%1, line %2, layer %3", titled(name), lineNumber, architecture.lines.size() + 1));
        architecture.lines.back().place.line = lineNumber;
    }
    return architecture;
}

Architecture architectureFromLines(std::string_view name, std::span<const std::string> lines) {
    Architecture architecture{.name = std::string(name), .lines = {}};
    for (const std::string& line : lines)
        addLine(architecture, line, layerOf(name, architecture.lines.size() + 1));
    return architecture;
}

std::vector<std::string> layerLines(const Architecture& architecture) {
    std::vector<std::string> lines;
    for (const Line& line : architecture.lines)
        lines.push_back(lineText(line));
    return lines;
}

// JSON carries the same lines as the text: one grammar, one parser.
nlohmann::json toJson(const Architecture& architecture) {
    return {{"name", architecture.name}, {"layers", layerLines(architecture)}};
}

Architecture architectureFromJson(const nlohmann::json& json) {
    if (!json.is_object() || !json.contains("layers") || !json["layers"].is_array())
        refuseLine(
            titled({}),
            Text::tr("found no list 'layers'; expected {\"name\": ..., \"layers\": [\"conv 6 5x5 relu\", ...]}."));
    std::string name;
    if (json.contains("name")) {
        if (!json["name"].is_string())
            refuseLine(titled({}), Text::tr("'name' is not a text."));
        name = json["name"].get<std::string>();
    }
    std::vector<std::string> lines;
    for (const nlohmann::json& line : json["layers"]) {
        if (!line.is_string())
            refuseLine(layerOf(name, lines.size() + 1),
                       Text::tr("found something that is not a text such as \"dense 120 relu\"."));
        lines.push_back(line.get<std::string>());
    }
    return architectureFromLines(name, lines);
}

} // namespace belfry
