#include "core/model/blueprint.h"

#include "core/base/error.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr std::int64_t kAlignment = 64;                         // floats: 256 bytes
constexpr std::int64_t kMostActivations = 1'000'000'000;        // of one image
constexpr std::int64_t kMostParameters = std::int64_t{1} << 33; // 32 GiB of weights: beyond any device here

constexpr double kMostCounted = 0x1p62;
constexpr int kLongestSide = 4096; // of a picture: no product overflows

std::string shapeText(const TensorShape& shape) {
    return std::to_string(shape.height) + "x" + std::to_string(shape.width) + "x" + std::to_string(shape.channels);
}

// Walks the line of layers, keeping the shape that the next one gets.
class Builder {
public:
    Builder(const Architecture& architecture, const ImageShape& image, int classes, const InputStage& input) {
        blueprint_.architecture = architecture;
        blueprint_.image = image;
        blueprint_.input = input;
        blueprint_.classes = classes;
    }

    void build() {
        checkData();
        const ImageShape seen = networkInput(blueprint_.input, blueprint_.image);
        shape_ = {seen.height, seen.width, seen.channels};
        const auto& layers = blueprint_.architecture.layers;
        if (layers.empty())
            throw Error(ErrorCategory::Usage, "Network '" + blueprint_.architecture.name +
                                                  "' has no layers; at least one dense layer is needed.");
        for (number_ = 0; number_ < layers.size(); ++number_) {
            layer_ = {};
            layer_.spec = layers[number_];
            layer_.in = shape_;
            std::visit([this](const auto& spec) { add(spec); }, layers[number_]);
            layer_.out = shape_;
            if (shape_.elements() > kMostActivations)
                refuse("its output has " + std::to_string(shape_.elements()) +
                       " numbers an image; at most 1,000,000,000 are possible.");
            blueprint_.parameters += layer_.parameters;
            blueprint_.multiplyAdds += layer_.multiplyAdds;
            blueprint_.activationsPerImage += shape_.elements();
            blueprint_.layers.push_back(layer_);
        }
        addRunningAverages();
        const TensorShape wanted{1, 1, blueprint_.classes};
        if (shape_ != wanted)
            throw Error(ErrorCategory::Usage, "Network '" + blueprint_.architecture.name + "', layer " +
                                                  std::to_string(layers.size()) + " (" + layerText(layers.back()) +
                                                  ") gives " + shapeText(shape_) + ", but the data set has " +
                                                  std::to_string(blueprint_.classes) +
                                                  " classes: the last layer must give " + shapeText(wanted) +
                                                  ", as 'dense classes linear' does.");
    }
    // Of a network that was refused: the layers before the one that does not fit.
    Blueprint take() { return std::move(blueprint_); }

private:
    [[noreturn]] void refuse(const std::string& what) const {
        throw Error(ErrorCategory::Usage, "Network '" + blueprint_.architecture.name + "', layer " +
                                              std::to_string(number_ + 1) + " (" + layerText(layer_.spec) + ") gets " +
                                              shapeText(layer_.in) + ": " + what);
    }
    void positive(std::int64_t value, const char* what) const {
        if (value < 1 || value > 1'000'000)
            refuse(std::string(what) + " is " + std::to_string(value) + "; expected 1 to 1,000,000.");
    }

    void checkData() const {
        const ImageShape& image = blueprint_.image;
        const auto possible = [](int side) { return side >= 1 && side <= kLongestSide; };
        if (!possible(image.height) || !possible(image.width) || !possible(image.channels))
            throw Error(ErrorCategory::Usage,
                        "Images of " + shapeText({image.height, image.width, image.channels}) +
                            " (height, width, channels) cannot be trained on; each must be 1 to 4,096.");
        if (blueprint_.classes < 1)
            throw Error(ErrorCategory::Usage,
                        "The data set has " + std::to_string(blueprint_.classes) + " classes; at least 1 is needed.");
    }

    void add(const PadLayer& spec) {
        positive(spec.size, "the size");
        if (spec.size > kLongestSide)
            refuse("the size is " + std::to_string(spec.size) + "; at most 4096 is possible.");
        layer_.name = named("pad");
        shape_.height = std::max(shape_.height, spec.size);
        shape_.width = std::max(shape_.width, spec.size);
    }

    void add(const ConvolutionLayer& spec) {
        positive(spec.filters, "the number of filters");
        positive(spec.kernel, "the kernel");
        positive(spec.stride, "the stride");
        if (spec.kernel > 1000)
            refuse("the kernel is " + std::to_string(spec.kernel) + " wide; at most 1,000 is possible.");
        layer_.name = named("conv");
        const TensorShape in = shape_;
        shape_ = {outSize(in.height, spec.kernel, spec.stride, spec.padding),
                  outSize(in.width, spec.kernel, spec.stride, spec.padding), spec.filters};
        const std::int64_t fan = std::int64_t{spec.kernel} * spec.kernel;
        addParameters({spec.filters, spec.kernel, spec.kernel, in.channels}, spec.weights, fan * in.channels,
                      fan * spec.filters);
        layer_.multiplyAdds = std::int64_t{shape_.height} * shape_.width * (layer_.parameters - spec.filters);
    }

    void add(const MaxPoolLayer& spec) {
        positive(spec.kernel, "the size");
        positive(spec.stride, "the stride");
        layer_.name = named("pool");
        if (spec.kernel > 255)
            refuse("the window is " + std::to_string(spec.kernel) + " wide; at most 255 is possible.");
        shape_ = {outSize(shape_.height, spec.kernel, spec.stride, spec.padding),
                  outSize(shape_.width, spec.kernel, spec.stride, spec.padding), shape_.channels};
    }

    void add(const DenseLayer& spec) {
        const int units = spec.units != 0 ? spec.units : blueprint_.classes;
        positive(units, "the number of units");
        layer_.name = named("dense");
        const std::int64_t inputs = shape_.elements();
        if (inputs > 100'000'000)
            refuse("that is " + std::to_string(inputs) + " inputs; at most 100,000,000 are possible.");
        shape_ = {1, 1, units};
        addParameters({units, static_cast<int>(inputs)}, spec.weights, inputs, units);
        layer_.multiplyAdds = inputs * units;
    }

    void add(const DropoutLayer& spec) {
        // As float, because the kernel divides by 1 - fraction in float.
        if (!(spec.fraction >= 0 && static_cast<float>(spec.fraction) < 1.0f))
            refuse("the fraction to drop must be at least 0 and less than 1.");
        layer_.name = named("dropout");
    }

    void add(const LrnLayer& spec) {
        layer_.name = named("lrn");
        if (spec.radius < 0 || spec.radius > 1000)
            refuse("the radius is " + std::to_string(spec.radius) + " channels; expected 0 to 1,000.");
        // Then no value is divided by zero or by the root of a negative number.
        if (!(spec.bias >= 1e-6 && spec.bias <= 1e6) || !(spec.alpha >= 0 && spec.alpha <= 1e6) ||
            !(spec.beta >= 0 && spec.beta <= 100))
            refuse("expected a bias of 0.000001 to 1,000,000, an alpha of 0 to 1,000,000 and a beta of 0 to 100.");
        layer_.multiplyAdds = shape_.elements() * (2 * spec.radius + 1);
    }

    void add(const BatchNormLayer& spec) {
        layer_.name = named("batchnorm");
        if (!(spec.momentum >= 0 && spec.momentum < 1) || !(spec.epsilon >= 1e-12 && spec.epsilon <= 1))
            refuse("expected a momentum of 0 to less than 1 and an epsilon of 0.000000000001 to 1.");
        const int channels = shape_.channels;
        if (spec.scale)
            layer_.weightSlice = addSlice({.name = ".scale", .shape = {channels}, .start = 1});
        layer_.biasSlice = addSlice({.name = ".offset", .shape = {channels}});
        layer_.parameters = std::int64_t{channels} * (spec.scale ? 2 : 1);
        layer_.multiplyAdds = shape_.elements();
    }

    // After all that is trained, whatever the order of the layers.
    void addRunningAverages() {
        blueprint_.trainableSize = blueprint_.flatSize;
        for (number_ = 0; number_ < blueprint_.layers.size(); ++number_) {
            BlueprintLayer& layer = blueprint_.layers[number_];
            const auto* spec = std::get_if<BatchNormLayer>(&layer.spec);
            if (!spec)
                continue;
            layer_ = layer;
            const std::vector<int> shape{layer.out.channels};
            layer.meanSlice = addSlice({.name = ".mean", .shape = shape, .keep = spec->momentum});
            layer.varianceSlice = addSlice({.name = ".variance", .shape = shape, .start = 1, .keep = spec->momentum});
        }
    }

    int outSize(int in, int kernel, int stride, Padding padding) const {
        if (padding == Padding::Same)
            return (in + stride - 1) / stride;
        if (in < kernel)
            refuse("a " + std::to_string(kernel) + "x" + std::to_string(kernel) + " window needs at least " +
                   std::to_string(kernel) + "x" + std::to_string(kernel) + ".");
        return (in - kernel) / stride + 1;
    }

    // Weights of `shape`, the first of which counts units or filters, and a bias for each of those.
    void addParameters(std::vector<int> shape, const WeightOptions& options, std::int64_t fanIn, std::int64_t fanOut) {
        checkOptions(options);
        const double deviation = options.fanIn ? 1.0 / std::sqrt(static_cast<double>(fanIn)) : options.deviation;
        const int units = shape.front();
        layer_.weightSlice = addSlice({.name = ".weight",
                                       .shape = std::move(shape),
                                       .deviation = deviation,
                                       .decay = options.decay,
                                       .fanIn = fanIn,
                                       .fanOut = fanOut});
        layer_.biasSlice = addSlice({.name = ".bias", .shape = {units}, .start = options.bias});
        layer_.parameters = blueprint_.slices[static_cast<std::size_t>(layer_.weightSlice)].count + units;
    }

    void checkOptions(const WeightOptions& options) const {
        if (!(options.deviation >= 0 && options.deviation <= 1000))
            refuse("the deviation must be 0 (Glorot) to 1000.");
        if (options.fanIn && options.deviation != 0)
            refuse("fan-in gives the deviation; expected one of the two.");
        if (!(std::abs(options.bias) <= 1000))
            refuse("the biases must start at -1000 to 1000.");
        if (!(options.decay >= 0 && options.decay <= 1000))
            refuse("the decay must be 0 to 1000.");
    }

    // Completes `slice` (its name is the suffix, its shape is set) and gives it the next place of the flat vector.
    int addSlice(Slice slice) {
        slice.name = layer_.name + slice.name;
        slice.layer = number_;
        slice.offset = blueprint_.flatSize;
        slice.count = 1;
        for (int side : slice.shape) {
            slice.count *= side;
            if (slice.count > kMostParameters)
                refuse("it would have more than 8,589,934,592 weights.");
        }
        blueprint_.flatSize += (slice.count + kAlignment - 1) / kAlignment * kAlignment;
        if (blueprint_.flatSize > kMostParameters)
            refuse("with it the network has more than 8,589,934,592 weights.");
        blueprint_.slices.push_back(std::move(slice));
        return static_cast<int>(blueprint_.slices.size()) - 1;
    }

    std::string named(const char* kind) const { return kind + std::to_string(number_ + 1); }

    Blueprint blueprint_;
    BlueprintLayer layer_;
    TensorShape shape_;
    std::size_t number_ = 0;
};

} // namespace

std::int64_t Blueprint::memoryEstimate(std::int64_t batchPerTower, int optimizerVectors, Precision precision) const {
    // Activations are kept once forward and once as a gradient; pooling keeps indices beside them.
    // In double, because a batch may be any number here; what no device holds stays what no device holds.
    // bf16: half the size, and a copy of the weights.
    const bool half = precision == Precision::Bf16;
    const double vectors = 2.0 + optimizerVectors + (half ? 1 : 0);
    const double perImage = static_cast<double>(image.bytes() + 3 * activationsPerImage) * (half ? 0.5 : 1);
    const double floats = static_cast<double>(flatSize) * vectors + static_cast<double>(batchPerTower) * perImage;
    return static_cast<std::int64_t>(std::min(floats * 4.0, kMostCounted));
}

int Blueprint::synchronisedLayers() const {
    return static_cast<int>(std::ranges::count_if(layers, [](const BlueprintLayer& layer) {
        const auto* norm = std::get_if<BatchNormLayer>(&layer.spec);
        return norm && norm->synchronised;
    }));
}

SamePadding::SamePadding(int in, int kernel, int stride) {
    const int out = (in + stride - 1) / stride;
    const int total = std::max((out - 1) * stride + kernel - in, 0);
    before = total / 2;
    after = total - before;
}

Blueprint makeBlueprint(const Architecture& architecture, const ImageShape& image, int classes,
                        const InputStage& input) {
    Builder builder(architecture, image, classes, input);
    builder.build();
    return builder.take();
}

Fitting fitLayers(const Architecture& architecture, const ImageShape& image, int classes, const InputStage& input) {
    Builder builder(architecture, image, classes, input);
    Fitting fitting;
    try {
        builder.build();
    } catch (const Error& error) {
        fitting.refusal = error.what();
    }
    fitting.blueprint = builder.take();
    return fitting;
}

} // namespace belfry
