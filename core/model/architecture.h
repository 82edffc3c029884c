// A network as a value, which reads and writes as lines of text and as JSON. It knows no sizes of data: the same
// Architecture becomes a Blueprint for MNIST or for CIFAR-10 (blueprint.h). Plain values; any thread.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace belfry {

enum class Activation {
    Linear,
    Relu,
    Elu,
    Tanh,
    Sigmoid,
    HardSigmoid,
    Softplus,
    Gelu,
    Relu6,
    Silu,
    HardSwish // activation_kind.h
};
enum class Padding { Valid, Same };

// How the weights and biases of a layer start, and the L2 penalty that keeps its weights small.
struct WeightOptions {
    double deviation = 0; // of a truncated normal (drawn again beyond 2 deviations); 0: Glorot uniform
    bool fanIn = false;   // truncated normal with deviation 1 / sqrt(inputs of a unit); `deviation` is 0 then
    double bias = 0;      // of every unit or filter
    double decay = 0;     // adds decay / 2 x sum of the squared weights (not biases) to what is minimised
    bool operator==(const WeightOptions&) const = default;
};

// Pads with zeros on all sides, centred, up to `size` x `size`; larger pictures pass unchanged.
struct PadLayer {
    int size = 32;
    bool operator==(const PadLayer&) const = default;
};
// Square convolution + bias + activation.
struct ConvolutionLayer {
    int filters = 0; // 0: the width of the block it stands in
    int kernel = 0;
    int stride = 1;
    Padding padding = Padding::Valid;
    Activation activation = Activation::Relu;
    WeightOptions weights;
    bool bias = true; // not needed before a batch norm, which has an offset
    int groups = 1;   // each of which has its part of the channels and of the filters
    int dilation = 1; // pixels from one of the kernel's to the next
    bool operator==(const ConvolutionLayer&) const = default;
};
// A convolution in which each channel has one filter of its own.
struct DepthwiseLayer {
    int kernel = 3;
    int stride = 1;
    Padding padding = Padding::Valid;
    Activation activation = Activation::Relu;
    WeightOptions weights;
    bool bias = true;
    int dilation = 1;
    bool operator==(const DepthwiseLayer&) const = default;
};
struct MaxPoolLayer {
    int kernel = 2;
    int stride = 2;
    Padding padding = Padding::Valid; // Same: TensorFlow's, the odd line goes after; nothing outside ever wins
    bool operator==(const MaxPoolLayer&) const = default;
};
// The mean of a window's pixels; lines outside the picture do not count.
struct AveragePoolLayer {
    int kernel = 2;
    int stride = 2;
    Padding padding = Padding::Valid; // Same: as a MaxPoolLayer's
    bool operator==(const AveragePoolLayer&) const = default;
};
// The mean of every map, as a vector.
struct GlobalAveragePoolLayer {
    bool operator==(const GlobalAveragePoolLayer&) const = default;
};
// Fully connected + bias + activation; flattens what it gets (height, width, channels order). units 0: one per class.
struct DenseLayer {
    int units = 0;
    Activation activation = Activation::Relu;
    WeightOptions weights;
    bool operator==(const DenseLayer&) const = default;
};
// `fraction` of the inputs is dropped while training, the rest is scaled up; nothing happens in evaluation.
struct DropoutLayer {
    double fraction = 0;
    bool operator==(const DropoutLayer&) const = default;
};

// Local response normalisation over neighbouring channels with TensorFlow's meaning: every value is divided by
// (bias + alpha x sum of the squares of the channels at most `radius` away) ^ beta. alpha is not divided by the window.
struct LrnLayer {
    int radius = 5;
    double bias = 1, alpha = 1, beta = 0.5;
    bool operator==(const LrnLayer&) const = default;
};
// Normalises every channel by mean and variance (divided by n) of the batch in training, by running averages else; then
// scale, offset and activation. A tower uses its own share's statistics, or with `synchronised` those of all towers'
// images together: then N towers compute what one tower does with the whole batch. The running averages follow the mean
// of the towers' statistics weighted by images; synchronised, that is the whole batch's mean and variance.
struct BatchNormLayer {
    bool scale = true;      // a trained factor per channel; the trained offset is always there
    double momentum = 0.99; // share of a running average that stays at each step
    double epsilon = 0.001; // added to the variance
    bool synchronised = false;
    Activation activation = Activation::Linear;
    bool operator==(const BatchNormLayer&) const = default;
};
// Adds what another layer gave, of the same shape; then the activation.
struct AddLayer {
    std::string other; // that layer's name (Line::as), or kInputName
    Activation activation = Activation::Linear;
    bool operator==(const AddLayer&) const = default;
};

// In the order in which lists and menus have the kinds.
using Layer = std::variant<PadLayer, ConvolutionLayer, DepthwiseLayer, MaxPoolLayer, AveragePoolLayer,
                           GlobalAveragePoolLayer, DenseLayer, DropoutLayer, LrnLayer, BatchNormLayer, AddLayer>;

// Beside its struct each kind has a row with all facts about it (layer_kind.h; in layer_kinds/), and an op
// (layers/layer_ops.h; in layers/). A kind without one does not build.
class LayerKind;
class Lowering;
struct BlueprintLayer;
const LayerKind& rowOf(const PadLayer&);
const LayerKind& rowOf(const ConvolutionLayer&);
const LayerKind& rowOf(const DepthwiseLayer&);
const LayerKind& rowOf(const MaxPoolLayer&);
const LayerKind& rowOf(const AveragePoolLayer&);
const LayerKind& rowOf(const GlobalAveragePoolLayer&);
const LayerKind& rowOf(const DenseLayer&);
const LayerKind& rowOf(const DropoutLayer&);
const LayerKind& rowOf(const LrnLayer&);
const LayerKind& rowOf(const BatchNormLayer&);
const LayerKind& rowOf(const AddLayer&);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const PadLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const ConvolutionLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const DepthwiseLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const MaxPoolLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const AveragePoolLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const GlobalAveragePoolLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const DenseLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const DropoutLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const LrnLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const BatchNormLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const AddLayer& spec);

// Begins a block, whose lines up to its BlockEnd stand for `repeats` times as many, one after the other.
struct BlockStart {
    std::string name; // in messages and pictures
    int width = 0;    // which filters of its layers may be; 0: it has none
    int repeats = 1;
    bool operator==(const BlockStart&) const = default;
};
struct BlockEnd {
    bool operator==(const BlockEnd&) const = default;
};

// By it a line means what its block gets, each time it is repeated, or outside of blocks the picture.
constexpr std::string_view kInputName = "input";

// A line of a network: a layer, or where a block begins or ends. Each gets what the line before gave, unless it says
// otherwise: that makes a graph of the lines. Names count from their line to the end of the block that it stands in.
struct Line {
    using Content = std::variant<Layer, BlockStart, BlockEnd>;
    Content content;
    std::string from; // by name, whose output it gets; "": of the line before. Not of a BlockEnd
    std::string as;   // the name of what it gives; "": none. Not of a BlockStart

    template <typename Given>
    requires std::constructible_from<Content, Given> Line(Given given, std::string getsFrom = {},
                                                          std::string isNamed = {})
        : content(std::move(given)), from(std::move(getsFrom)), as(std::move(isNamed)) {}
    const Layer* layer() const { return std::get_if<Layer>(&content); } // null: it is no layer
    bool operator==(const Line&) const = default;
};

struct Architecture {
    std::string name;
    std::vector<Line> lines;
    bool operator==(const Architecture&) const = default;
};

std::string_view activationName(Activation activation);
Activation activationFromName(std::string_view name); // throws Error(Usage) with the known names

// Whether a line may be named so: a letter, then at most 39 letters, digits, - and _.
bool isName(std::string_view text);
constexpr int kLineIndent = 2; // spaces, for each block that a line stands in

// "conv 6 5x5 relu": how a layer is written in text, messages and pictures.
std::string layerText(const Layer& layer);
// The same with its names, "conv 6 5x5 relu as trunk"; "block residual 64 x3 {" and "}".
std::string lineText(const Line& line);
// The lines, those of blocks indented. architectureFromText(architectureText(a)) == a. Throws Error(Usage) naming line
// and word.
std::string architectureText(const Architecture& architecture);
Architecture architectureFromText(std::string_view name, std::string_view text);

// The same lines one by one, as a plan keeps them. Throws Error(Usage) naming the layer's number and the word.
std::vector<std::string> layerLines(const Architecture& architecture);
Architecture architectureFromLines(std::string_view name, std::span<const std::string> lines);

nlohmann::json toJson(const Architecture& architecture);
// Throws Error(Usage) with the layer's number and field for anything that is not an architecture.
Architecture architectureFromJson(const nlohmann::json& json);

} // namespace belfry
