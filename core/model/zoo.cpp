#include "core/model/zoo.h"

#include "core/base/error.h"
#include "core/base/suggest.h"

namespace belfry {
namespace {

constexpr int kMostHiddenLayers = 400; // with dropout after each still fewer than the 1,000 layers of an architecture

// LeNet as the multi-GPU notebook has it: 61,706 parameters on 28x28 grey; truncated normal 0.1, biases 0.
Architecture lenet() {
    constexpr double kDeviation = 0.1;
    return {"lenet",
            {PadLayer{32}, ConvolutionLayer{.filters = 6, .kernel = 5, .deviation = kDeviation}, MaxPoolLayer{},
             ConvolutionLayer{.filters = 16, .kernel = 5, .deviation = kDeviation}, MaxPoolLayer{},
             DenseLayer{.units = 120, .deviation = kDeviation}, DenseLayer{.units = 84, .deviation = kDeviation},
             DenseLayer{.units = 0, .activation = Activation::Linear, .deviation = kDeviation}}};
}

} // namespace

Architecture mlp(const MlpShape& shape) {
    if (shape.hiddenLayers < 0 || shape.hiddenLayers > kMostHiddenLayers)
        throw Error(ErrorCategory::Usage, "Found " + std::to_string(shape.hiddenLayers) +
                                              " hidden layers; expected 0 to " + std::to_string(kMostHiddenLayers) +
                                              ".");
    if (shape.width < 1) // 0 units would mean: one per class
        throw Error(ErrorCategory::Usage,
                    "Found hidden layers " + std::to_string(shape.width) + " wide; expected at least 1.");
    Architecture architecture{.name = "mlp", .layers = {}};
    for (int i = 0; i < shape.hiddenLayers; ++i) {
        architecture.layers.push_back(DenseLayer{.units = shape.width, .activation = shape.activation});
        if (shape.dropout > 0)
            architecture.layers.push_back(DropoutLayer{shape.dropout});
    }
    architecture.layers.push_back(DenseLayer{.units = 0, .activation = Activation::Linear});
    return architecture;
}

const std::vector<ZooEntry>& zoo() {
    static const std::vector<ZooEntry> table{
        {"lenet", "LeNet", "two convolutions and three dense layers: 61,706 parameters on MNIST",
         [](const MlpShape&) { return lenet(); }},
        {"mlp", "Multilayer perceptron", "hidden layers x width, one activation, dropout after each",
         [](const MlpShape& shape) { return mlp(shape); }},
    };
    return table;
}

std::vector<std::string> networkNames() {
    std::vector<std::string> names;
    for (const ZooEntry& entry : zoo())
        names.push_back(entry.name);
    return names;
}

Architecture networkByName(const std::string& name, const MlpShape& shape) {
    for (const ZooEntry& entry : zoo())
        if (entry.name == name)
            return entry.build(shape);
    throw Error(ErrorCategory::Usage, unknownName("network", name, networkNames()));
}

} // namespace belfry
