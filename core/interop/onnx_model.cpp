#include "core/interop/onnx_model.h"

#include "core/interop/layer_padding.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <utility>

namespace belfry {
namespace {

using Ints = std::vector<std::int64_t>;
using Names = std::vector<std::string>;
using Attributes = std::vector<OnnxAttribute>;

// All starts, then all ends.
Ints padsOf(const BlueprintLayer& layer) {
    const LayerPadding lines = paddingOf(layer);
    return {lines.top, lines.left, lines.bottom, lines.right};
}

// Goes along the network, keeping the name of the numbers that the next node gets: a picture (N x C x H x W) or, after
// a dense layer, N x units.
class Graph {
public:
    explicit Graph(const Blueprint& blueprint) : blueprint_(blueprint) {}

    OnnxModel build() {
        stageInput();
        for (const BlueprintLayer& layer : blueprint_.layers) {
            name_ = layer.name;
            std::visit([&](const auto& spec) { add(layer, spec); }, layer.spec);
        }
        name_ = "output";
        flatten(blueprint_.layers.back().out);
        putAs("Identity", {last_}, {}, "logits");
        putAs("Softmax", {last_}, {{"axis", std::int64_t{1}}}, "probabilities");
        return std::move(model_);
    }

private:
    // What evaluation makes of the bytes: kernels/input_stage.cpp.
    void stageInput() {
        const ImageShape& image = blueprint_.image;
        name_ = "input";
        last_ = "images";
        put("Cast", {last_}, {{"to", static_cast<std::int64_t>(OnnxType::Float)}}, "numbers");
        const ImageShape seen = networkInput(blueprint_.input, image);
        if (seen != image) {
            const std::int64_t top = (image.height - seen.height) / 2, left = (image.width - seen.width) / 2;
            put("Slice",
                {last_, ints("starts", {top, left}), ints("ends", {top + seen.height, left + seen.width}),
                 ints("axes", {1, 2})},
                {}, "crop");
        }
        if (blueprint_.input.normalisation == Normalisation::Standardised)
            standardise(seen);
        else
            put("Mul", {last_, number("scale", 1.0f / 255.0f)}, {}, "scaled");
        if (blueprint_.input.normalisation == Normalisation::Centred)
            put("Add", {last_, number("shift", -0.5f)}, {}, "centred");
        put("Transpose", {last_}, {{"perm", Ints{0, 3, 1, 2}}}, "channels_first");
    }

    void standardise(const ImageShape& seen) {
        const auto mean = [this](const std::string& of, const std::string& name) {
            return put("ReduceMean", {of}, {{"axes", Ints{1, 2, 3}}, {"keepdims", std::int64_t{1}}}, name);
        };
        const std::string values = last_;
        const std::string centred = put("Sub", {values, mean(values, "mean")}, {}, "centred");
        mean(put("Mul", {centred, centred}, {}, "squares"), "variance");
        put("Sqrt", {last_}, {}, "root");
        const auto least = static_cast<float>(1 / std::sqrt(static_cast<double>(seen.bytes())));
        put("Max", {last_, number("least_deviation", least)}, {}, "deviation");
        put("Div", {centred, last_}, {}, "standardised");
    }

    void add(const BlueprintLayer& layer, const PadLayer&) {
        const LayerPadding lines = paddingOf(layer);
        picture(layer.in);
        put("Pad", {last_, ints("pads", {0, 0, lines.top, lines.left, 0, 0, lines.bottom, lines.right})}, {}, "padded");
    }
    void add(const BlueprintLayer& layer, const ConvolutionLayer& spec) {
        picture(layer.in);
        put("Conv", {last_, weight(layer.weightSlice), weight(layer.biasSlice)},
            {{"kernel_shape", Ints{spec.kernel, spec.kernel}},
             {"strides", Ints{spec.stride, spec.stride}},
             {"pads", padsOf(layer)}},
            "products");
        activate(spec.activation);
    }
    void add(const BlueprintLayer& layer, const MaxPoolLayer& spec) {
        picture(layer.in);
        put("MaxPool", {last_},
            {{"kernel_shape", Ints{spec.kernel, spec.kernel}},
             {"strides", Ints{spec.stride, spec.stride}},
             {"pads", padsOf(layer)}},
            "largest");
    }
    void add(const BlueprintLayer& layer, const DenseLayer& spec) {
        flatten(layer.in);
        put("Gemm", {last_, weight(layer.weightSlice), weight(layer.biasSlice)}, {{"transB", std::int64_t{1}}},
            "products");
        activate(spec.activation);
    }
    void add(const BlueprintLayer&, const DropoutLayer&) {} // nothing happens in evaluation
    // ONNX divides alpha by the window, TensorFlow does not.
    void add(const BlueprintLayer& layer, const LrnLayer& spec) {
        const std::int64_t window = 2 * spec.radius + 1;
        picture(layer.in);
        put("LRN", {last_},
            {{"size", window},
             {"alpha", static_cast<float>(spec.alpha * static_cast<double>(window))},
             {"beta", static_cast<float>(spec.beta)},
             {"bias", static_cast<float>(spec.bias)}},
            "normalised");
    }
    void add(const BlueprintLayer& layer, const BatchNormLayer& spec) {
        picture(layer.in);
        const std::string scale = layer.weightSlice >= 0 ? weight(layer.weightSlice) : ones(layer.in.channels);
        put("BatchNormalization",
            {last_, scale, weight(layer.biasSlice), weight(layer.meanSlice), weight(layer.varianceSlice)},
            {{"epsilon", static_cast<float>(spec.epsilon)}}, "normalised");
        activate(spec.activation);
    }

    void activate(Activation activation) {
        switch (activation) {
        case Activation::Linear:
            return;
        case Activation::Relu:
            put("Relu", {last_}, {}, "active");
            return;
        case Activation::Elu:
            put("Elu", {last_}, {{"alpha", 1.0f}}, "active");
            return;
        case Activation::Tanh:
            put("Tanh", {last_}, {}, "active");
            return;
        case Activation::Sigmoid:
            put("Sigmoid", {last_}, {}, "active");
            return;
        case Activation::HardSigmoid:
            put("HardSigmoid", {last_}, {{"alpha", 0.2f}, {"beta", 0.5f}}, "active");
            return;
        case Activation::Softplus:
            put("Softplus", {last_}, {}, "active");
            return;
        }
    }

    // What a dense layer left as a picture of 1 x 1 pixels.
    void picture(const TensorShape& shape) {
        if (flat_)
            put("Reshape", {last_, ints("picture", {-1, shape.channels, shape.height, shape.width})}, {}, "as_picture");
        flat_ = false;
    }
    void flatten(const TensorShape& shape) {
        if (flat_)
            return;
        if (shape.height * shape.width > 1)
            put("Transpose", {last_}, {{"perm", Ints{0, 2, 3, 1}}}, "channels_last");
        put("Reshape", {last_, ints("flat", {-1, shape.elements()})}, {}, "as_vector");
        flat_ = true;
    }

    // `part` of the layer at work.
    std::string put(std::string operation, Names inputs, Attributes attributes, const std::string& part) {
        return putAs(std::move(operation), std::move(inputs), std::move(attributes), name_ + "/" + part);
    }
    std::string putAs(std::string operation, Names inputs, Attributes attributes, const std::string& output) {
        model_.nodes.push_back({std::move(operation), std::move(inputs), output, std::move(attributes)});
        return last_ = output;
    }

    const std::string& weight(int slice) const { return blueprint_.slices[static_cast<std::size_t>(slice)].name; }
    std::string constant(OnnxTensor tensor) {
        tensor.name = name_ + "/" + tensor.name;
        model_.constants.push_back(std::move(tensor));
        return model_.constants.back().name;
    }
    std::string ints(const char* name, const Ints& values) { return constant(onnxInts(name, values)); }
    std::string number(const char* name, float value) { return constant(onnxFloat(name, value)); }
    std::string ones(int count) {
        const NamedTensor tensor =
            floatTensor("ones", {count}, std::vector<float>(static_cast<std::size_t>(count), 1.0f));
        return constant({tensor.name, OnnxType::Float, tensor.shape, tensor.bytes});
    }

    const Blueprint& blueprint_;
    OnnxModel model_;
    std::string name_; // of the layer at work
    std::string last_;
    bool flat_ = false;
};

} // namespace

OnnxModel onnxModel(const Snapshot& snapshot, const SafetensorsFile& weights) {
    const Blueprint& blueprint = *snapshot.blueprint;
    const ImageShape& image = blueprint.image;
    OnnxModel model = Graph(blueprint).build();
    model.name = blueprint.architecture.name;
    model.text = "Trained by Belfry on " + snapshot.data + ", step " + std::to_string(snapshot.step) + ".";
    model.producerVersion = BELFRY_VERSION;
    model.metadata = {
        {"classes", nlohmann::json(snapshot.classes).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)}};
    model.inputs = {{"images",
                     OnnxType::Byte,
                     {-1, image.height, image.width, image.channels},
                     "bytes of pictures, 0 to 255, rows from the top, colours red, green, blue"}};
    model.outputs = {{"logits", OnnxType::Float, {-1, blueprint.classes}, "before the softmax"},
                     {"probabilities", OnnxType::Float, {-1, blueprint.classes}, "by class, with the sum 1"}};
    for (const NamedTensor& tensor : weights.tensors)
        model.constants.push_back({tensor.name, OnnxType::Float, tensor.shape, tensor.bytes});
    return model;
}

} // namespace belfry
