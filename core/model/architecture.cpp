#include "core/model/architecture.h"

#include "core/base/error.h"
#include "core/model/layer_text.h"

#include <nlohmann/json.hpp>

#include <sstream>

namespace belfry {
namespace {

constexpr std::size_t kMostLayers = 1000;

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
    throw Error(ErrorCategory::Usage, where + ": " + what);
}

// As messages begin; of the name as much as one can show.
std::string titled(std::string_view name) {
    return name.empty() ? "Network" : "Network '" + std::string(name.substr(0, 80)) + "'";
}

void addLayer(Architecture& architecture, const std::string& line, const std::string& where) {
    if (architecture.layers.size() == kMostLayers)
        refuse(titled(architecture.name), "more than 1,000 layers; at most so many are possible.");
    architecture.layers.push_back(layerFromText(line, where));
}

} // namespace

std::string architectureText(const Architecture& architecture) {
    std::string text;
    for (const Layer& layer : architecture.layers)
        text += layerText(layer) + "\n";
    return text;
}

Architecture architectureFromText(std::string_view name, std::string_view text) {
    Architecture architecture{.name = std::string(name), .layers = {}};
    std::istringstream lines{std::string(text)};
    int lineNumber = 0;
    for (std::string line; std::getline(lines, line);) {
        ++lineNumber;
        if (line.find_first_not_of(" \t\r") == std::string::npos || line[line.find_first_not_of(" \t\r")] == '#')
            continue;
        addLayer(architecture, line,
                 titled(name) + ", line " + std::to_string(lineNumber) + ", layer " +
                     std::to_string(architecture.layers.size() + 1));
    }
    return architecture;
}

Architecture architectureFromLines(std::string_view name, std::span<const std::string> lines) {
    Architecture architecture{.name = std::string(name), .layers = {}};
    for (const std::string& line : lines)
        addLayer(architecture, line, titled(name) + ", layer " + std::to_string(architecture.layers.size() + 1));
    return architecture;
}

std::vector<std::string> layerLines(const Architecture& architecture) {
    std::vector<std::string> lines;
    for (const Layer& layer : architecture.layers)
        lines.push_back(layerText(layer));
    return lines;
}

// JSON carries the same lines as the text: one grammar, one parser.
nlohmann::json toJson(const Architecture& architecture) {
    return {{"name", architecture.name}, {"layers", layerLines(architecture)}};
}

Architecture architectureFromJson(const nlohmann::json& json) {
    if (!json.is_object() || !json.contains("layers") || !json["layers"].is_array())
        refuse("Network", "found no list 'layers'; expected {\"name\": ..., \"layers\": [\"conv 6 5x5 relu\", ...]}.");
    std::string name;
    if (json.contains("name")) {
        if (!json["name"].is_string())
            refuse("Network", "'name' is not a text.");
        name = json["name"].get<std::string>();
    }
    std::vector<std::string> lines;
    for (const nlohmann::json& line : json["layers"]) {
        if (!line.is_string())
            refuse(titled(name) + ", layer " + std::to_string(lines.size() + 1),
                   "found something that is not a text such as \"dense 120 relu\".");
        lines.push_back(line.get<std::string>());
    }
    return architectureFromLines(name, lines);
}

} // namespace belfry
