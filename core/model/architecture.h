// A network as a value: a line of layers that reads and writes as text and as JSON. It knows no sizes of data: the same
// Architecture becomes a Blueprint for MNIST or for CIFAR-10 (blueprint.h). Plain values; any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace belfry {

enum class Activation { Linear, Relu, Elu, Tanh, Sigmoid };
enum class Padding { Valid, Same };

// Pads with zeros on all sides, centred, up to `size` x `size`; larger pictures pass unchanged.
struct PadLayer {
    int size = 32;
    bool operator==(const PadLayer&) const = default;
};
// Square convolution + bias + activation.
struct ConvolutionLayer {
    int filters = 0;
    int kernel = 0;
    int stride = 1;
    Padding padding = Padding::Valid;
    Activation activation = Activation::Relu;
    double deviation = 0; // of the truncated normal that starts the weights; 0: Glorot uniform
    bool operator==(const ConvolutionLayer&) const = default;
};
struct MaxPoolLayer {
    int kernel = 2;
    int stride = 2;
    bool operator==(const MaxPoolLayer&) const = default;
};
// Fully connected + bias + activation; flattens what it gets (height, width, channels order). units 0: one per class.
struct DenseLayer {
    int units = 0;
    Activation activation = Activation::Relu;
    double deviation = 0; // as in ConvolutionLayer
    bool operator==(const DenseLayer&) const = default;
};
// `fraction` of the inputs is dropped while training, the rest is scaled up; nothing happens in evaluation.
struct DropoutLayer {
    double fraction = 0;
    bool operator==(const DropoutLayer&) const = default;
};

using Layer = std::variant<PadLayer, ConvolutionLayer, MaxPoolLayer, DenseLayer, DropoutLayer>;

struct Architecture {
    std::string name;
    std::vector<Layer> layers;
    bool operator==(const Architecture&) const = default;
};

std::string_view activationName(Activation activation);
Activation activationFromName(std::string_view name); // throws Error(Usage) with the known names

// "conv 6 5x5 relu": the line by which a layer is written in text, messages and pictures.
std::string layerText(const Layer& layer);
// One layer per line. architectureFromText(architectureText(a)) == a. Throws Error(Usage) naming line and word.
std::string architectureText(const Architecture& architecture);
Architecture architectureFromText(std::string_view name, std::string_view text);

nlohmann::json toJson(const Architecture& architecture);
// Throws Error(Usage) with the layer's number and field for anything that is not an architecture.
Architecture architectureFromJson(const nlohmann::json& json);

} // namespace belfry
