#include "core/interop/quantised_onnx.h"

#include "core/interop/onnx_model.h"
#include "core/interop/package_weights.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace belfry {
namespace {

template <typename T>
Bytes oneNumber(T value) {
    return copiedBytes(std::span<const T>(&value, 1));
}

class QdqWriter {
public:
    QdqWriter(const QuantisedNetwork& network, OnnxModel model) : network_(network), model_(std::move(model)) {
        std::swap(nodes_, model_.nodes);
        std::swap(constants_, model_.constants);
    }

    OnnxModel written() {
        for (OnnxNode& node : nodes_) {
            const std::size_t layer = layerOf(node);
            if (layer < network_.layers.size())
                quantise(node, layer);
            model_.nodes.push_back(std::move(node));
        }
        keepUsed();
        return std::move(model_);
    }

private:
    const std::string& sliceName(int slice) const {
        return network_.snapshot.blueprint->slices[static_cast<std::size_t>(slice)].name;
    }
    const BlueprintLayer& layerAt(std::size_t index) const {
        return network_.snapshot.blueprint->layers[network_.layers[index]];
    }

    // Into network_.layers; as many as there are: it is of none of them.
    std::size_t layerOf(const OnnxNode& node) const {
        std::size_t index = 0;
        while (index < network_.layers.size() &&
               (node.inputs.size() < 2 || node.inputs[1] != sliceName(layerAt(index).weightSlice)))
            ++index;
        return index;
    }

    void put(std::string operation, std::vector<std::string> inputs, std::string output, bool byChannel = false) {
        std::vector<OnnxAttribute> attributes;
        if (byChannel)
            attributes.push_back({"axis", std::int64_t{0}});
        model_.nodes.push_back({std::move(operation), std::move(inputs), std::move(output), std::move(attributes)});
    }
    std::string constant(std::string name, OnnxType type, std::vector<std::int64_t> shape, Bytes bytes) {
        model_.constants.push_back({name, type, std::move(shape), std::move(bytes)});
        return name;
    }

    void quantise(OnnxNode& node, std::size_t index) {
        const BlueprintLayer& layer = layerAt(index);
        const InputScale& input = network_.inputs[index];
        const std::vector<float>& scales = network_.weightScales[index];
        const std::string name = layer.name + "/";
        const std::string scale = constant(name + "in_scale", OnnxType::Float, {}, oneNumber(input.scale)),
                          zero = constant(name + "in_zero", OnnxType::Byte, {}, oneNumber(input.zero));
        put("QuantizeLinear", {node.inputs[0], scale, zero}, name + "in_bytes");
        put("DequantizeLinear", {name + "in_bytes", scale, zero}, name + "in");
        node.inputs[0] = name + "in";
        node.inputs[1] = integers<std::int8_t>(node.inputs[1], OnnxType::Int8, name + "weight", scales);
        if (node.inputs.size() < 3)
            return;
        std::vector<float> products;
        for (const float of : scales)
            products.push_back(input.scale * of);
        node.inputs[2] = integers<std::int32_t>(node.inputs[2], OnnxType::Int32, name + "bias", products);
    }

    // The constant `of`, whose first dimension is that of the scales, as integers; returns what they stand for.
    template <typename T>
    std::string integers(const std::string& of, OnnxType type, const std::string& name,
                         const std::vector<float>& scales) {
        const OnnxTensor& floats = *std::ranges::find(constants_, of, &OnnxTensor::name);
        const std::vector<float> numbers = floatsOf({of, "F32", floats.shape, floats.bytes});
        const std::size_t each = numbers.size() / scales.size();
        std::vector<T> whole;
        for (std::size_t i = 0; i < numbers.size(); ++i)
            whole.push_back(static_cast<T>(std::llround(static_cast<double>(numbers[i]) / scales[i / each])));
        const auto channels = std::ssize(scales);
        const std::string zeros =
            constant(name + "_zero", type, {channels}, copiedBytes(std::span<const T>(std::vector<T>(scales.size()))));
        put("DequantizeLinear",
            {constant(name + "_int", type, floats.shape, copiedBytes(std::span<const T>(whole))),
             constant(name + "_scale", OnnxType::Float, {channels}, copiedBytes(std::span<const float>(scales))),
             zeros},
            name + "_of", true);
        return name + "_of";
    }

    void keepUsed() {
        std::set<std::string> used;
        for (const OnnxNode& node : model_.nodes)
            used.insert(node.inputs.begin(), node.inputs.end());
        for (OnnxTensor& constant : constants_)
            if (used.contains(constant.name))
                model_.constants.push_back(std::move(constant));
    }

    const QuantisedNetwork& network_;
    OnnxModel model_;
    std::vector<OnnxNode> nodes_;       // of the network in fp32
    std::vector<OnnxTensor> constants_; // the same
};

} // namespace

OnnxModel quantisedOnnx(const QuantisedNetwork& network) {
    const Snapshot& snapshot = network.snapshot;
    OnnxModel model =
        QdqWriter(network, onnxModel(snapshot, packageWeights(*snapshot.blueprint, snapshot.weights))).written();
    model.metadata["precision"] = "int8";
    return model;
}

} // namespace belfry
