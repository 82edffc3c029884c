// The kinds of layers as values: what each computes, and its properties. Plain values; any thread.
#pragma once

#include <string>
#include <variant>

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
enum class Padding {
    Valid,    // windows lie inside the picture
    Same,     // TensorFlow's: as many outputs as in / stride rounded up; of the lines outside, the odd one goes after
    Symmetric // PyTorch's usual one: (kernel - 1) / 2 lines on each side
};

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
    bool bias = true;      // not needed before a batch norm, which has an offset
    bool identity = false; // the first filters start with one channel each, passed on as it is
    int groups = 1;        // each of which has its part of the channels and of the filters
    int dilation = 1;      // pixels from one of the kernel's to the next
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
    Padding padding = Padding::Valid; // nothing outside ever wins
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
    bool bias = true;
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

// Normalises the channels of each pixel by their own mean and variance (divided by n); then scale, offset and
// activation.
struct LayerNormLayer {
    double epsilon = 1e-6; // added to the variance
    Activation activation = Activation::Linear;
    bool operator==(const LayerNormLayer&) const = default;
};
// Normalises each group of neighbouring channels over all pixels of the image; then as LayerNormLayer.
struct GroupNormLayer {
    int groups = 1;
    double epsilon = 1e-5;
    Activation activation = Activation::Linear;
    bool operator==(const GroupNormLayer&) const = default;
};
// Multiplies every channel by a trained factor of its own, or all by a fixed one.
struct ScaleLayer {
    double start = 1; // of the factors
    bool fixed = false;
    bool operator==(const ScaleLayer&) const = default;
};
// In training drops all that an image gives, with this probability, and scales up the rest (Huang et al. 2016): for the
// branch of a block that is added to its input. Nothing happens in evaluation.
struct DropPathLayer {
    double fraction = 0;
    bool operator==(const DropPathLayer&) const = default;
};
// Multiplies every map by a number from 0 to 1 that a small network finds from the means of all maps: a dense layer of
// so many units with the activation, then a sigmoid one (Hu et al. 2018).
struct SqueezeExciteLayer {
    int units = 0;
    Activation activation = Activation::Relu;
    bool operator==(const SqueezeExciteLayer&) const = default;
};
// ---- of transformers (Dosovitskiy et al. 2021), to which every pixel is a token: height x width of them
// Puts a trained token before all others; the output is tokens x 1 x channels.
struct ClassTokenLayer {
    bool operator==(const ClassTokenLayer&) const = default;
};
// Adds a trained number to each number of every image.
struct PositionLayer {
    bool operator==(const PositionLayer&) const = default;
};
// Attention of so many heads among all pixels. It gets their queries, keys and values, each a third of the channels.
struct AttentionLayer {
    int heads = 1;
    bool operator==(const AttentionLayer&) const = default;
};
// The first pixel, which is the class token, as a vector.
struct TokenPoolLayer {
    bool operator==(const TokenPoolLayer&) const = default;
};
// The first layer: a convolution whose filters are fixed. They are the eigenvectors of the training pictures' patches,
// each divided by the root of its eigenvalue, and the negatives of these (Jordan 2024); the biases are trained. With it
// neighbouring pixels are no longer correlated.
struct WhitenLayer {
    int kernel = 2;
    Activation activation = Activation::Gelu;
    bool operator==(const WhitenLayer&) const = default;
};

// In the order in which lists and menus have the kinds.
using Layer = std::variant<PadLayer, ConvolutionLayer, DepthwiseLayer, MaxPoolLayer, AveragePoolLayer,
                           GlobalAveragePoolLayer, DenseLayer, DropoutLayer, DropPathLayer, LrnLayer, BatchNormLayer,
                           LayerNormLayer, GroupNormLayer, ScaleLayer, SqueezeExciteLayer, AddLayer, ClassTokenLayer,
                           PositionLayer, AttentionLayer, TokenPoolLayer, WhitenLayer>;

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
const LayerKind& rowOf(const DropPathLayer&);
const LayerKind& rowOf(const LrnLayer&);
const LayerKind& rowOf(const BatchNormLayer&);
const LayerKind& rowOf(const LayerNormLayer&);
const LayerKind& rowOf(const GroupNormLayer&);
const LayerKind& rowOf(const ScaleLayer&);
const LayerKind& rowOf(const SqueezeExciteLayer&);
const LayerKind& rowOf(const AddLayer&);
const LayerKind& rowOf(const ClassTokenLayer&);
const LayerKind& rowOf(const PositionLayer&);
const LayerKind& rowOf(const AttentionLayer&);
const LayerKind& rowOf(const TokenPoolLayer&);
const LayerKind& rowOf(const WhitenLayer&);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const PadLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const ConvolutionLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const DepthwiseLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const MaxPoolLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const AveragePoolLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const GlobalAveragePoolLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const DenseLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const DropoutLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const DropPathLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const LrnLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const BatchNormLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const LayerNormLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const GroupNormLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const ScaleLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const SqueezeExciteLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const AddLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const ClassTokenLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const PositionLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const AttentionLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const TokenPoolLayer& spec);
void addOp(Lowering& lowering, const BlueprintLayer& layer, const WhitenLayer& spec);

// "valid", "same", "symmetric"; the second throws Error(Usage) with the known names.
std::string_view paddingName(Padding padding);
Padding paddingFromName(std::string_view name);
std::string_view activationName(Activation activation);
Activation activationFromName(std::string_view name); // throws Error(Usage) with the known names

} // namespace belfry
