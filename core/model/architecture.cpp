#include "core/model/architecture.h"

#include "core/base/error.h"
#include "core/base/suggest.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <sstream>

namespace belfry {
namespace {

constexpr std::array<std::string_view, 5> kActivations{"linear", "relu", "elu", "tanh", "sigmoid"};
constexpr std::size_t kMostLayers = 1000;

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
    throw Error(ErrorCategory::Usage, where + ": " + what);
}

// Shortest text that reads back to the same double.
std::string number(double value) {
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

// A deviation that cannot be is written too: the blueprint's refusal then shows it.
std::string deviationText(double deviation) {
    return deviation != 0 ? " deviation " + number(deviation) : "";
}

struct TextOf {
    std::string operator()(const PadLayer& l) const { return "pad " + std::to_string(l.size); }
    std::string operator()(const ConvolutionLayer& l) const {
        std::string text =
            "conv " + std::to_string(l.filters) + " " + std::to_string(l.kernel) + "x" + std::to_string(l.kernel);
        if (l.stride != 1)
            text += " stride " + std::to_string(l.stride);
        if (l.padding == Padding::Same)
            text += " same";
        return text + " " + std::string(activationName(l.activation)) + deviationText(l.deviation);
    }
    std::string operator()(const MaxPoolLayer& l) const {
        return "maxpool " + std::to_string(l.kernel) + "x" + std::to_string(l.kernel) + " stride " +
               std::to_string(l.stride);
    }
    std::string operator()(const DenseLayer& l) const {
        return "dense " + (l.units != 0 ? std::to_string(l.units) : std::string("classes")) + " " +
               std::string(activationName(l.activation)) + deviationText(l.deviation);
    }
    std::string operator()(const DropoutLayer& l) const { return "dropout " + number(l.fraction); }
};

// The words of one line, taken from the left.
class Words {
public:
    Words(const std::string& line, std::string where) : stream_(line), where_(std::move(where)) {}

    // Of what was found, as much as a message can show.
    static std::string shown(const std::string& text) { return "found '" + text.substr(0, 80) + "'"; }

    std::string word(const std::string& expected) {
        std::string text;
        if (!(stream_ >> text))
            refuse(where_, "the line ends where " + expected + " was expected");
        return text;
    }
    bool next(std::string& text) { return static_cast<bool>(stream_ >> text); }
    int integer(const std::string& expected) { return integerOf(word(expected), expected); }
    int integerOf(const std::string& text, const std::string& expected) const {
        int value = 0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (code != std::errc() || end != text.data() + text.size())
            refuse(where_, shown(text) + " where " + expected + " was expected");
        return value;
    }
    // "5x5": square kernels only.
    int square(const std::string& expected) {
        const std::string text = word(expected);
        const std::size_t cross = text.find('x');
        const int side = integerOf(text.substr(0, cross), expected);
        if (cross != std::string::npos && integerOf(text.substr(cross + 1), expected) != side)
            refuse(where_, shown(text) + "; kernels are square, such as 5x5");
        return side;
    }
    double real(const std::string& expected) {
        const std::string text = word(expected);
        double value = 0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (code != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
            refuse(where_, shown(text) + " where " + expected + " was expected");
        return value;
    }
    // An option may stand once in a line.
    void once(const std::string& option) {
        if (!options_.insert(option).second)
            refuse(where_, "found a second " + option + "; one is possible");
    }
    void end() {
        if (std::string text; next(text))
            refuse(where_, shown(text) + " where the line should end");
    }
    const std::string& where() const { return where_; }

private:
    std::istringstream stream_;
    std::set<std::string> options_;
    std::string where_;
};

bool parseActivation(const std::string& text, Activation& activation) {
    for (std::size_t i = 0; i < kActivations.size(); ++i)
        if (text == kActivations[i]) {
            activation = static_cast<Activation>(i);
            return true;
        }
    return false;
}

ConvolutionLayer parseConvolution(Words& words) {
    ConvolutionLayer layer{.filters = words.integer("a number of filters"),
                           .kernel = words.square("a kernel such as 5x5")};
    for (std::string text; words.next(text);) {
        const bool padding = text == "same" || text == "valid";
        const bool activation = parseActivation(text, layer.activation);
        words.once(padding ? "padding" : activation ? "activation" : text);
        if (text == "stride")
            layer.stride = words.integer("a stride");
        else if (padding)
            layer.padding = text == "same" ? Padding::Same : Padding::Valid;
        else if (text == "deviation")
            layer.deviation = words.real("a standard deviation");
        else if (!activation)
            refuse(words.where(),
                   Words::shown(text) + "; after the kernel come stride N, same, valid, deviation D or an activation");
    }
    return layer;
}

DenseLayer parseDense(Words& words) {
    const std::string units = words.word("a number of units or 'classes'");
    DenseLayer layer{.units = units == "classes" ? 0 : words.integerOf(units, "a number of units or 'classes'")};
    if (units != "classes" && layer.units < 1)
        refuse(words.where(), "found " + units + " units; at least 1 is needed");
    for (std::string text; words.next(text);) {
        const bool activation = parseActivation(text, layer.activation);
        words.once(activation ? "activation" : text);
        if (text == "deviation")
            layer.deviation = words.real("a standard deviation");
        else if (!activation)
            refuse(words.where(), Words::shown(text) + "; after the units come deviation D or an activation");
    }
    return layer;
}

MaxPoolLayer parseMaxPool(Words& words) {
    MaxPoolLayer layer{.kernel = words.square("a size such as 2x2")};
    layer.stride = layer.kernel;
    if (std::string text; words.next(text)) {
        if (text != "stride")
            refuse(words.where(), Words::shown(text) + " where 'stride' was expected");
        layer.stride = words.integer("a stride");
    }
    return layer;
}

Layer parseWords(Words& words) {
    const std::string kind = words.word("a kind of layer");
    if (kind == "pad")
        return PadLayer{words.integer("a size")};
    if (kind == "conv")
        return parseConvolution(words);
    if (kind == "maxpool")
        return parseMaxPool(words);
    if (kind == "dense")
        return parseDense(words);
    if (kind == "dropout")
        return DropoutLayer{words.real("the fraction to drop")};
    const std::vector<std::string> known{"pad", "conv", "maxpool", "dense", "dropout"};
    refuse(words.where(), unknownName("layer", kind, known));
}

Layer parseLayer(const std::string& line, const std::string& where) {
    Words words(line, where);
    Layer layer = parseWords(words);
    words.end();
    return layer;
}

} // namespace

std::string_view activationName(Activation activation) {
    return kActivations[static_cast<std::size_t>(activation)];
}

Activation activationFromName(std::string_view name) {
    Activation activation{};
    if (parseActivation(std::string(name), activation))
        return activation;
    const std::vector<std::string> known(kActivations.begin(), kActivations.end());
    throw Error(ErrorCategory::Usage, unknownName("activation", name, known));
}

std::string layerText(const Layer& layer) {
    return std::visit(TextOf{}, layer);
}

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
        architecture.layers.push_back(
            parseLayer(line, "Network '" + architecture.name.substr(0, 80) + "', line " + std::to_string(lineNumber)));
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
        architecture.layers.push_back(parseLayer(line.get<std::string>(), where));
    }
    return architecture;
}

} // namespace belfry
