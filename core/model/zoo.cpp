#include "core/model/zoo.h"

#include "core/base/error.h"
#include "core/base/suggest.h"
#include "core/model/zoo_graphs.h"

namespace belfry {
namespace {

constexpr int kMaxHiddenLayers = 400; // with dropout after each still fewer than the 1,000 layers of an architecture

constexpr Padding kSame = Padding::Same;
constexpr Activation kLinear = Activation::Linear;

// LeNet as the multi-GPU notebook has it: 61,706 parameters on 28x28 grey; truncated normal 0.1, biases 0.
Architecture lenet(const MlpShape&) {
    constexpr WeightOptions kWeights{.deviation = 0.1};
    return {"lenet",
            {PadLayer{32}, ConvolutionLayer{.filters = 6, .kernel = 5, .weights = kWeights}, MaxPoolLayer{},
             ConvolutionLayer{.filters = 16, .kernel = 5, .weights = kWeights}, MaxPoolLayer{},
             DenseLayer{.units = 120, .weights = kWeights}, DenseLayer{.units = 84, .weights = kWeights},
             DenseLayer{.units = 0, .activation = kLinear, .weights = kWeights}}};
}

// Of the CIFAR tutorial and of all its children. alpha is TensorFlow's: not divided by the window of 9.
constexpr LrnLayer kTutorialLrn{.radius = 4, .bias = 1, .alpha = 0.001 / 9, .beta = 0.75};
constexpr WeightOptions kFirstWeights{.deviation = 0.05};
constexpr WeightOptions kSecondWeights{.deviation = 0.05, .bias = 0.1};
constexpr WeightOptions kDecayedWeights{.deviation = 0.04, .bias = 0.1, .decay = 0.004};
constexpr WeightOptions kSoftmaxWeights{.deviation = 1.0 / 192};

// The tower network's pictures: 28x28 to 7x7x64, then 1,024 units.
std::vector<Line> towerBody() {
    const MaxPoolLayer pool{.kernel = 2, .stride = 2, .padding = kSame};
    return {ConvolutionLayer{.filters = 32, .kernel = 5, .padding = kSame, .weights = kFirstWeights},
            pool,
            kTutorialLrn,
            ConvolutionLayer{.filters = 64, .kernel = 5, .padding = kSame, .weights = kSecondWeights},
            kTutorialLrn,
            pool,
            DenseLayer{.units = 1024, .weights = kDecayedWeights}};
}

// As published, with its narrow ReLU layer of one unit per class before the last.
Architecture tower(const MlpShape&) {
    Architecture architecture{"tower", towerBody()};
    architecture.lines.push_back(DenseLayer{.units = 0, .weights = kDecayedWeights});
    architecture.lines.push_back(DenseLayer{.units = 0, .activation = kLinear, .weights = kSoftmaxWeights});
    return architecture;
}

Architecture towerDirect(const MlpShape&) {
    Architecture architecture{"tower-direct", towerBody()};
    architecture.lines.push_back(DropoutLayer{0.5});
    architecture.lines.push_back(DenseLayer{.units = 0, .activation = kLinear, .weights = kDecayedWeights});
    return architecture;
}

// Sonnet's defaults of April 2017: SAME, truncated normal of 1 / sqrt(fan in), batch norm without scale.
Architecture sonnet(const MlpShape&) {
    constexpr WeightOptions kWeights{.fanIn = true};
    const BatchNormLayer norm{.scale = false, .momentum = 0.999, .activation = Activation::Relu};
    const auto convolution = [&](int filters, int kernel, int stride) {
        return ConvolutionLayer{filters, kernel, stride, kSame, kLinear, kWeights};
    };
    const MaxPoolLayer pool{.kernel = 2, .stride = 2, .padding = kSame};
    return {"sonnet",
            {convolution(32, 4, 2), norm, pool, convolution(64, 4, 2), norm, pool, convolution(1024, 1, 1), norm,
             DropoutLayer{0.5}, DenseLayer{.units = 0, .activation = kLinear, .weights = kWeights}}};
}

Architecture kerasCnn(const MlpShape&) {
    return {"keras-cnn",
            {ConvolutionLayer{.filters = 32, .kernel = 3}, ConvolutionLayer{.filters = 256, .kernel = 3},
             BatchNormLayer{}, ConvolutionLayer{.filters = 128, .kernel = 3}, MaxPoolLayer{}, DropoutLayer{0.25},
             DenseLayer{.units = 128}, DropoutLayer{0.5}, DenseLayer{.units = 0, .activation = kLinear}}};
}

Architecture kerasMnist(const MlpShape&) {
    return {"keras-mnist",
            {ConvolutionLayer{.filters = 32, .kernel = 3}, ConvolutionLayer{.filters = 32, .kernel = 3}, MaxPoolLayer{},
             DropoutLayer{0.25}, DenseLayer{.units = 128}, DropoutLayer{0.5},
             DenseLayer{.units = 0, .activation = kLinear}}};
}

// Both dense layers are linear, and the fraction dropped is the 0.25 that was meant: the published code dropped 0.75.
Architecture wide(const MlpShape&) {
    return {"wide",
            {ConvolutionLayer{.filters = 64, .kernel = 5}, MaxPoolLayer{},
             ConvolutionLayer{.filters = 256, .kernel = 3}, ConvolutionLayer{.filters = 512, .kernel = 3},
             MaxPoolLayer{}, DenseLayer{.units = 2048, .activation = kLinear}, DropoutLayer{0.25},
             DenseLayer{.units = 1024, .activation = kLinear}, DropoutLayer{0.25},
             DenseLayer{.units = 0, .activation = kLinear}}};
}

Architecture cifarTutorial(const MlpShape&) {
    const MaxPoolLayer pool{.kernel = 3, .stride = 2, .padding = kSame};
    return {"cifar-tutorial",
            {ConvolutionLayer{.filters = 64, .kernel = 5, .padding = kSame, .weights = kFirstWeights}, pool,
             kTutorialLrn, ConvolutionLayer{.filters = 64, .kernel = 5, .padding = kSame, .weights = kSecondWeights},
             kTutorialLrn, pool, DenseLayer{.units = 384, .weights = kDecayedWeights},
             DenseLayer{.units = 192, .weights = kDecayedWeights},
             DenseLayer{.units = 0, .activation = kLinear, .weights = kSoftmaxWeights}}};
}

Architecture cifarVgg(const MlpShape&) {
    Architecture architecture{.name = "cifar-vgg", .lines = {}};
    const auto block = [&](int convolutions, int filters) {
        for (int i = 0; i < convolutions; ++i)
            architecture.lines.push_back(ConvolutionLayer{.filters = filters, .kernel = 3, .padding = kSame});
    };
    block(2, 64);
    architecture.lines.push_back(MaxPoolLayer{});
    block(3, 128);
    architecture.lines.push_back(MaxPoolLayer{});
    block(3, 256);
    architecture.lines.push_back(DenseLayer{.units = 1024});
    architecture.lines.push_back(DropoutLayer{0.5});
    architecture.lines.push_back(DenseLayer{.units = 0, .activation = kLinear});
    return architecture;
}

} // namespace

Architecture mlp(const MlpShape& shape) {
    if (shape.hiddenLayers < 0 || shape.hiddenLayers > kMaxHiddenLayers)
        throw usageError(Text::plural("Found %n hidden layers; expected 0 to %1.",
                                      "Found %n hidden layer; expected 0 to %1.", shape.hiddenLayers,
                                      kMaxHiddenLayers));
    if (shape.width < 1) // 0 units would mean: one per class
        throw usageError(Text::tr("Found hidden layers %1 wide; expected at least 1.", shape.width));
    Architecture architecture{.name = "mlp", .lines = {}};
    for (int i = 0; i < shape.hiddenLayers; ++i) {
        architecture.lines.push_back(DenseLayer{.units = shape.width, .activation = shape.activation});
        if (shape.dropout > 0)
            architecture.lines.push_back(DropoutLayer{shape.dropout});
    }
    architecture.lines.push_back(DenseLayer{.units = 0, .activation = Activation::Linear});
    return architecture;
}

const std::vector<ZooEntry>& zoo() {
    static const std::vector<ZooEntry> table{
        {"lenet", Text::tr("LeNet"), Text::tr("two convolutions and three dense layers: 61,706 parameters on MNIST"),
         lenet},
        {"tower", Text::tr("Tower ConvNet"),
         Text::tr("two convolutions with response normalisation, 1,024 units, ten and ten"), tower},
        {"tower-direct", Text::tr("Tower ConvNet, direct"), Text::tr("the same body with dropout and one last layer"),
         towerDirect},
        {"sonnet", Text::tr("Sonnet ConvNet"), Text::tr("three strided convolutions with batch norm, dropout"), sonnet},
        {"keras-cnn", Text::tr("Keras ConvNet"), Text::tr("three 3x3 convolutions, batch norm, dropout"), kerasCnn},
        {"keras-mnist", Text::tr("Keras MNIST"), Text::tr("two 3x3 convolutions, dropout"), kerasMnist},
        {"wide", Text::tr("Wide ConvNet"), Text::tr("64, 256 and 512 filters, 2,048 and 1,024 linear units"), wide},
        {"cifar-tutorial", Text::tr("CIFAR tutorial"),
         Text::tr("two convolutions of 64 with response normalisation, 384 and 192 units"), cifarTutorial},
        {"cifar-vgg", Text::tr("CIFAR VGG"), Text::tr("eight 3x3 convolutions of 64 to 256, 1,024 units"), cifarVgg},
        {"resnet-20", Text::tr("ResNet-20"),
         Text::tr("nine residual blocks of 16 to 64 filters: 272,474 parameters on CIFAR-10"),
         [](const MlpShape&) { return architectureFromText("resnet-20", resnet20Text()); }},
        {"resnet-18", Text::tr("ResNet-18"),
         Text::tr("eight residual blocks of 64 to 512 filters, for pictures of 224x224"),
         [](const MlpShape&) { return architectureFromText("resnet-18", resnet18Text()); }},
        {"resnet-50", Text::tr("ResNet-50"),
         Text::tr("16 residual blocks of three convolutions, for pictures of 224x224"),
         [](const MlpShape&) { return architectureFromText("resnet-50", resnet50Text()); }},
        {"mobilenet-v2", Text::tr("MobileNet V2"),
         Text::tr("17 inverted bottlenecks with depthwise convolutions, for pictures of 224x224"),
         [](const MlpShape&) { return architectureFromText("mobilenet-v2", mobilenetV2Text()); }},
        {"efficientnet-lite0", Text::tr("EfficientNet-Lite0"),
         Text::tr("16 inverted bottlenecks with kernels of 3 and 5, for pictures of 224x224"),
         [](const MlpShape&) { return architectureFromText("efficientnet-lite0", efficientnetLite0Text()); }},
        {"convnext-atto", Text::tr("ConvNeXt atto"),
         Text::tr("twelve blocks with depthwise kernels of 7 and layer norm, for pictures of 224x224"),
         [](const MlpShape&) { return architectureFromText("convnext-atto", convnextAttoText()); }},
        {"vit-tiny", Text::tr("ViT tiny"),
         Text::tr("a transformer of twelve encoders on patches of 16x16, for pictures of 224x224"),
         [](const MlpShape&) { return architectureFromText("vit-tiny", vitTinyText()); }},
        {"cifar-94", Text::tr("CIFAR-94"),
         Text::tr("whitening and six convolutions, made to reach 94 % on CIFAR-10 fast"),
         [](const MlpShape&) { return architectureFromText("cifar-94", cifar94Text()); }},
        {"mlp", Text::tr("Multilayer perceptron"),
         Text::tr("hidden layers x width, one activation, dropout after each"), mlp},
    };
    return table;
}

std::vector<std::string> networkNames() { return namesIn(zoo()); }

Architecture networkByName(const std::string& name, const MlpShape& shape) {
    return rowNamed(zoo(), Text::tr("network"), name).build(shape);
}

} // namespace belfry
