#include "core/model/layer_kinds/common_fields.h"

namespace belfry {
namespace {

using Form = LayerField::Form;

} // namespace

LayerField kernelField(int& kernel, Text expected) {
    return {.name = "kernel",
            .form = Form::Square,
            .value = &kernel,
            .title = Text::tr("Kernel"),
            .help = Text::tr("Side of the square window."),
            .expected = std::move(expected),
            .min = 1,
            .max = 1000};
}

LayerField strideField(int& stride, int absent, bool always) {
    return {.name = "stride",
            .form = Form::Option,
            .value = &stride,
            .title = Text::tr("Stride"),
            .help = Text::tr("Pixels from one window to the next."),
            .expected = Text::tr("a stride"),
            .absent = static_cast<double>(absent),
            .always = always,
            .min = 1,
            .max = 1000};
}

LayerField paddingField(Padding& padding) {
    return {.name = "padding",
            .form = Form::Choice,
            .value = &padding,
            .title = Text::tr("Padding"),
            .help =
                Text::tr("Valid: windows lie inside the picture. Same: zeros around it keep its size. Symmetric: as "
                         "many zeros on each side, as PyTorch has it."),
            .group = Text::tr("padding"),
            .inPackage = false}; // by side instead
}

LayerField activationField(Activation& activation) {
    return {.name = "activation",
            .form = Form::Choice,
            .value = &activation,
            .title = Text::tr("Activation"),
            .help = Text::tr("Activation function of the layer; the last layer of a network is linear."),
            .group = Text::tr("activation")};
}

LayerField biasField(bool& bias) {
    return {.name = "no-bias",
            .form = Form::Flag,
            .value = &bias,
            .title = Text::tr("Biases"),
            .help = Text::tr(
                "A trained offset for each filter or unit. Before a batch norm, which has one, it adds nothing."),
            .inPackage = false}; // the tensor is there or not
}

LayerField epsilonField(double& epsilon, double absent) {
    return {.name = "epsilon",
            .form = Form::Option,
            .value = &epsilon,
            .title = Text::tr("Epsilon"),
            .help = Text::tr("Added to the variance."),
            .expected = Text::tr("a small number"),
            .absent = absent};
}

std::vector<LayerField> withWeights(std::vector<LayerField> fields, WeightOptions& weights) {
    fields.push_back(
        {.name = "fan-in",
         .form = Form::Flag,
         .value = &weights.fanIn,
         .title = Text::tr("Fan-in"),
         .help = Text::tr("The initial weights have a standard deviation of 1 / sqrt(number of inputs of a unit)."),
         .group = Text::tr("initialiser"),
         .inPackage = false});
    fields.push_back(
        {.name = "deviation",
         .form = Form::Option,
         .value = &weights.deviation,
         .title = Text::tr("Deviation"),
         .help = Text::tr(
             "Standard deviation of the normal distribution of the initial weights; 0: Glorot's uniform distribution."),
         .expected = Text::tr("a standard deviation"),
         .group = Text::tr("initialiser"),
         .inPackage = false,
         .applies = !weights.fanIn});
    fields.push_back({.name = "bias",
                      .form = Form::Option,
                      .value = &weights.bias,
                      .title = Text::tr("Initial bias"),
                      .help = Text::tr("Initial value of the biases."),
                      .expected = Text::tr("the start of the biases"),
                      .inPackage = false});
    fields.push_back({.name = "decay",
                      .form = Form::Option,
                      .value = &weights.decay,
                      .title = Text::tr("L2"),
                      .help = Text::tr("L2 penalty, which keeps the weights small; 0: none."),
                      .expected = Text::tr("an L2 coefficient"),
                      .inPackage = false});
    return fields;
}

} // namespace belfry
