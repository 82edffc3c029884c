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
        architecture.layers.push_back(layerFromText(line, "Network '" + architecture.name.substr(0, 80) + "', line " +
                                                              std::to_string(lineNumber)));
        if (architecture.layers.size() > kMostLayers)
            refuse("Network '" + architecture.name.substr(0, 80) + "'", "more than 1,000 layers");
    }
    return architecture;
}

// JSON carries the same lines as the text: one grammar, one parser.
nlohmann::json toJson(const Architecture& architecture) {
    nlohmann::json layers = nlohmann::json::array();
    for (const Layer& layer : architecture.layers)
        layers.push_back(layerText(layer));
    return {{"name", architecture.name}, {"layers", layers}};
}

Architecture architectureFromJson(const nlohmann::json& json) {
    if (!json.is_object() || !json.contains("layers") || !json["layers"].is_array())
        refuse("Network", "found no list 'layers'; expected {\"name\": ..., \"layers\": [\"conv 6 5x5 relu\", ...]}");
    Architecture architecture;
    if (json.contains("name")) {
        if (!json["name"].is_string())
            refuse("Network", "'name' is not a text");
        architecture.name = json["name"].get<std::string>();
    }
    if (json["layers"].size() > kMostLayers)
        refuse("Network", "more than 1,000 layers");
    for (const nlohmann::json& line : json["layers"]) {
        const std::string where = "Network, layer " + std::to_string(architecture.layers.size() + 1);
        if (!line.is_string())
            refuse(where, "found something that is not a text such as \"dense 120 relu\"");
        architecture.layers.push_back(layerFromText(line.get<std::string>(), where));
    }
    return architecture;
}

} // namespace belfry
