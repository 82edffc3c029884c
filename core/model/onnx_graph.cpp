#include "core/model/onnx_graph.h"

#include "core/formats/safetensors.h"

#include <utility>

namespace belfry {

std::string OnnxGraph::put(std::string operation, Names inputs, Attributes attributes, const std::string& part) {
    return putAs(std::move(operation), std::move(inputs), std::move(attributes), layer_ + "/" + part);
}

std::string OnnxGraph::follow(std::string operation, Attributes attributes, const std::string& part, Names others) {
    others.insert(others.begin(), last_.name);
    return put(std::move(operation), std::move(others), std::move(attributes), part);
}

std::string OnnxGraph::putAs(std::string operation, Names inputs, Attributes attributes, const std::string& output) {
    model_.nodes.push_back({std::move(operation), std::move(inputs), output, std::move(attributes)});
    return last_.name = output;
}

// Makes a dense layer's output a picture of 1 x 1 pixels.
void OnnxGraph::picture(const TensorShape& shape) {
    if (last_.flat)
        follow("Reshape", {}, "as_pixel", {ints("pixel", {-1, shape.channels, shape.height, shape.width})});
    last_.flat = false;
}

void OnnxGraph::flatten(const TensorShape& shape) {
    if (last_.flat)
        return;
    if (shape.height * shape.width > 1)
        follow("Transpose", {{"perm", Ints{0, 2, 3, 1}}}, "channels_last");
    follow("Reshape", {}, "as_vector", {ints("flat", {-1, shape.elements()})});
    last_.flat = true;
}

void OnnxGraph::channelsLast() {
    if (!last_.flat)
        follow("Transpose", {{"perm", Ints{0, 2, 3, 1}}}, "channels_last");
}

void OnnxGraph::channelsFirst() {
    if (!last_.flat)
        follow("Transpose", {{"perm", Ints{0, 3, 1, 2}}}, "channels_first");
}

void OnnxGraph::byChannel(std::string operation, int slice, const std::string& part) {
    const std::string values = last_.name;
    const std::string numbers =
        put("Reshape", {weight(slice), ints((part + "_shape").c_str(), {-1, 1, 1})}, {}, part + "_by");
    put(std::move(operation), {values, numbers}, {}, part);
}

void OnnxGraph::enter(const BlueprintLayer& layer) {
    layer_ = layer.name;
    last_ = outputs_[static_cast<std::size_t>(layer.inputs.front() + 1)];
}

void OnnxGraph::addOutputOf(int input, const TensorShape& shape) {
    Output other = outputs_[static_cast<std::size_t>(input + 1)];
    if (other.flat != last_.flat) { // one of them is a picture already
        picture(shape);
        std::swap(other, last_);
        picture(shape);
        std::swap(other, last_);
    }
    follow("Add", {}, "sum", {other.name});
}

std::string OnnxGraph::constant(OnnxTensor tensor) {
    tensor.name = layer_ + "/" + tensor.name;
    model_.constants.push_back(std::move(tensor));
    return model_.constants.back().name;
}

std::string OnnxGraph::ints(const char* name, const Ints& values) { return constant(onnxInts(name, values)); }

std::string OnnxGraph::number(const char* name, float value) { return constant(onnxFloat(name, value)); }

std::string OnnxGraph::numbers(const char* name, const std::vector<float>& values) {
    const NamedTensor tensor = floatTensor(name, {static_cast<std::int64_t>(values.size())}, values);
    return constant({tensor.name, OnnxType::Float, tensor.shape, tensor.bytes});
}

std::string OnnxGraph::filled(const char* name, int count, float value) {
    return numbers(name, std::vector<float>(static_cast<std::size_t>(count), value));
}

std::string OnnxGraph::ones(int count) { return filled("ones", count, 1.0f); }
std::string OnnxGraph::zeros(int count) { return filled("zeros", count, 0.0f); }

OnnxGraph::Attributes windowAttributes(int kernel, int stride, const LayerPadding& padding) {
    using Ints = OnnxGraph::Ints;
    return {{"kernel_shape", Ints{kernel, kernel}},
            {"strides", Ints{stride, stride}},
            {"pads", Ints{padding.top, padding.left, padding.bottom, padding.right}}}; // all starts, then all ends
}

} // namespace belfry
