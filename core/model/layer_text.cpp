#include "core/model/layer_text.h"

#include "core/base/error.h"
#include "core/base/suggest.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <sstream>

namespace belfry {
namespace {

constexpr std::array<std::string_view, 7> kActivations{"linear",  "relu",         "elu",     "tanh",
                                                       "sigmoid", "hard_sigmoid", "softplus"};

// Shortest text that reads back to the same double.
std::string number(double value) {
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::string square(int side) {
    return std::to_string(side) + "x" + std::to_string(side);
}

// The option with its value, or nothing for the value that is meant when the option is absent.
std::string option(const char* name, double value, double usual) {
    return value != usual ? " " + std::string(name) + " " + number(value) : "";
}

struct TextOf {
    static std::string weights(const WeightOptions& w) {
        return option("deviation", w.deviation, 0) + (w.fanIn ? " fan-in" : "") + option("bias", w.bias, 0) +
               option("decay", w.decay, 0);
    }
    std::string operator()(const PadLayer& l) const { return "pad " + std::to_string(l.size); }
    std::string operator()(const ConvolutionLayer& l) const {
        return "conv " + std::to_string(l.filters) + " " + square(l.kernel) + option("stride", l.stride, 1) +
               (l.padding == Padding::Same ? " same " : " ") + std::string(activationName(l.activation)) +
               weights(l.weights);
    }
    std::string operator()(const MaxPoolLayer& l) const {
        return "maxpool " + square(l.kernel) + " stride " + std::to_string(l.stride) +
               (l.padding == Padding::Same ? " same" : "");
    }
    std::string operator()(const DenseLayer& l) const {
        return "dense " + (l.units != 0 ? std::to_string(l.units) : std::string("classes")) + " " +
               std::string(activationName(l.activation)) + weights(l.weights);
    }
    std::string operator()(const DropoutLayer& l) const { return "dropout " + number(l.fraction); }
    std::string operator()(const LrnLayer& l) const {
        return "lrn " + std::to_string(l.radius) + " bias " + number(l.bias) + " alpha " + number(l.alpha) + " beta " +
               number(l.beta);
    }
    std::string operator()(const BatchNormLayer& l) const {
        const BatchNormLayer usual;
        return std::string("batchnorm") + (l.scale ? "" : " no-scale") +
               option("momentum", l.momentum, usual.momentum) + option("epsilon", l.epsilon, usual.epsilon) +
               (l.synchronised ? " synchronised " : " ") + std::string(activationName(l.activation));
    }
};

bool parseActivation(std::string_view text, Activation& activation) {
    for (std::size_t i = 0; i < kActivations.size(); ++i)
        if (text == kActivations[i]) {
            activation = static_cast<Activation>(i);
            return true;
        }
    return false;
}

// The words of one line, taken from the left.
class Words {
public:
    // Zero bytes of a foreign file would end the message that quotes them.
    Words(std::string line, std::string where) : where_(std::move(where)) {
        std::ranges::replace(line, '\0', '?');
        stream_.str(std::move(line));
    }

    [[noreturn]] void refuse(const std::string& what) const { throw Error(ErrorCategory::Usage, where_ + ": " + what); }
    // Of what was found, as much as a message can show.
    static std::string shown(const std::string& text) { return "found '" + text.substr(0, 80) + "'"; }

    std::string word(const std::string& expected) {
        std::string text;
        if (!(stream_ >> text))
            refuse("the line ends where " + expected + " was expected.");
        return text;
    }
    bool next(std::string& text) { return static_cast<bool>(stream_ >> text); }
    int integer(const std::string& expected) { return integerOf(word(expected), expected); }
    int integerOf(const std::string& text, const std::string& expected) const {
        int value = 0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (code != std::errc() || end != text.data() + text.size())
            refuse(shown(text) + " where " + expected + " was expected.");
        return value;
    }
    // "5x5": square kernels only.
    int square(const std::string& expected) {
        const std::string text = word(expected);
        const std::size_t cross = text.find('x');
        const int side = integerOf(text.substr(0, cross), expected);
        if (cross != std::string::npos && integerOf(text.substr(cross + 1), expected) != side)
            refuse(shown(text) + "; kernels are square, such as 5x5.");
        return side;
    }
    double real(const std::string& expected) {
        const std::string text = word(expected);
        double value = 0;
        const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (code != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
            refuse(shown(text) + " where " + expected + " was expected.");
        return value;
    }
    // An option may stand once in a line.
    void once(const std::string& option) {
        if (!options_.insert(option).second)
            refuse("found a second " + option + "; one is possible.");
    }
    // One word that is an activation.
    bool activation(const std::string& text, Activation& activation) {
        if (!parseActivation(text, activation))
            return false;
        once("activation");
        return true;
    }
    bool padding(const std::string& text, Padding& padding) {
        if (text != "same" && text != "valid")
            return false;
        once("padding");
        padding = text == "same" ? Padding::Same : Padding::Valid;
        return true;
    }
    // A name followed by its value.
    bool option(const std::string& text, const char* name, const char* expected, double& value) {
        if (text != name)
            return false;
        once(text);
        value = real(expected);
        return true;
    }
    bool weights(const std::string& text, WeightOptions& weights) {
        if (text == "fan-in") {
            once("initialiser");
            return weights.fanIn = true;
        }
        if (text == "deviation")
            once("initialiser");
        return option(text, "deviation", "a standard deviation", weights.deviation) ||
               option(text, "bias", "the start of the biases", weights.bias) ||
               option(text, "decay", "an L2 coefficient", weights.decay);
    }
    void end() {
        if (std::string text; next(text))
            refuse(shown(text) + " where the line should end.");
    }

private:
    std::istringstream stream_;
    std::set<std::string> options_;
    std::string where_;
};

ConvolutionLayer parseConvolution(Words& words) {
    ConvolutionLayer layer{.filters = words.integer("a number of filters"),
                           .kernel = words.square("a kernel such as 5x5")};
    for (std::string text; words.next(text);) {
        if (words.padding(text, layer.padding) || words.activation(text, layer.activation) ||
            words.weights(text, layer.weights))
            continue;
        if (text != "stride")
            words.refuse(Words::shown(text) + "; after the kernel come stride N, same, valid, an activation, "
                                              "deviation D or fan-in, bias B, decay L.");
        words.once(text);
        layer.stride = words.integer("a stride");
    }
    return layer;
}

DenseLayer parseDense(Words& words) {
    const std::string units = words.word("a number of units or 'classes'");
    DenseLayer layer{.units = units == "classes" ? 0 : words.integerOf(units, "a number of units or 'classes'")};
    if (units != "classes" && layer.units < 1)
        words.refuse("found " + units + " units; at least 1 is needed.");
    for (std::string text; words.next(text);)
        if (!words.activation(text, layer.activation) && !words.weights(text, layer.weights))
            words.refuse(Words::shown(text) +
                         "; after the units come an activation, deviation D or fan-in, bias B, decay L.");
    return layer;
}

MaxPoolLayer parseMaxPool(Words& words) {
    MaxPoolLayer layer{.kernel = words.square("a size such as 2x2")};
    layer.stride = layer.kernel;
    for (std::string text; words.next(text);) {
        if (words.padding(text, layer.padding))
            continue;
        if (text != "stride")
            words.refuse(Words::shown(text) + "; after the size come stride N, same or valid.");
        words.once(text);
        layer.stride = words.integer("a stride");
    }
    return layer;
}

LrnLayer parseLrn(Words& words) {
    LrnLayer layer{.radius = words.integer("a radius in channels")};
    for (std::string text; words.next(text);)
        if (!words.option(text, "bias", "a bias", layer.bias) &&
            !words.option(text, "alpha", "a factor", layer.alpha) &&
            !words.option(text, "beta", "an exponent", layer.beta))
            words.refuse(Words::shown(text) + "; after the radius come bias B, alpha A, beta E.");
    return layer;
}

BatchNormLayer parseBatchNorm(Words& words) {
    BatchNormLayer layer;
    for (std::string text; words.next(text);) {
        if (words.activation(text, layer.activation) || words.option(text, "momentum", "a fraction", layer.momentum) ||
            words.option(text, "epsilon", "a small number", layer.epsilon))
            continue;
        words.once(text);
        if (text == "no-scale")
            layer.scale = false;
        else if (text == "synchronised")
            layer.synchronised = true;
        else
            words.refuse(Words::shown(text) + "; after batchnorm come no-scale, momentum M, epsilon E, synchronised "
                                              "or an activation.");
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
    if (kind == "lrn")
        return parseLrn(words);
    if (kind == "batchnorm")
        return parseBatchNorm(words);
    const std::vector<std::string> known{"pad", "conv", "maxpool", "dense", "dropout", "lrn", "batchnorm"};
    words.refuse(unknownName("layer", kind, known).english());
}

} // namespace

std::string_view activationName(Activation activation) {
    return kActivations[static_cast<std::size_t>(activation)];
}

Activation activationFromName(std::string_view name) {
    Activation activation{};
    if (parseActivation(name, activation))
        return activation;
    const std::vector<std::string> known(kActivations.begin(), kActivations.end());
    throw Error(ErrorCategory::Usage, unknownName("activation", name, known));
}

std::string layerText(const Layer& layer) {
    return std::visit(TextOf{}, layer);
}

Layer layerFromText(const std::string& line, const std::string& where) {
    Words words(line, where);
    Layer layer = parseWords(words);
    words.end();
    return layer;
}

} // namespace belfry
