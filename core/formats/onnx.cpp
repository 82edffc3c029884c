#include "core/formats/onnx.h"

#include "core/base/error.h"

#include <protozero/pbf_writer.hpp>

#include <iterator>
#include <span>

namespace belfry {
namespace {

using protozero::pbf_writer;
using Tag = protozero::pbf_tag_type;

constexpr std::int64_t kIrVersion = 8, kOperators = 17;
constexpr std::size_t kMaxBytes = (std::size_t{2} << 30) - 1;

namespace model {
constexpr Tag kIrVersion = 1, kProducer = 2, kProducerVersion = 3, kText = 6, kGraph = 7, kOperators = 8,
              kMetadata = 14;
constexpr Tag kOperatorsVersion = 2; // of an operator set
constexpr Tag kKey = 1, kValue = 2;  // of metadata
} // namespace model
namespace graph {
constexpr Tag kNode = 1, kName = 2, kConstant = 5, kInput = 11, kOutput = 12;
}
namespace node {
constexpr Tag kInput = 1, kOutput = 2, kName = 3, kOperation = 4, kAttribute = 5;
}
namespace attribute {
constexpr Tag kName = 1, kFloat = 2, kInt = 3, kInts = 8, kType = 20;
constexpr std::int32_t kIsFloat = 1, kIsInt = 2, kIsInts = 7;
} // namespace attribute
namespace tensor {
constexpr Tag kShape = 1, kType = 2, kName = 8, kBytes = 9;
}
namespace value {
constexpr Tag kName = 1, kType = 2, kText = 3;
constexpr Tag kTensor = 1;              // of a type
constexpr Tag kElement = 1, kShape = 2; // of a tensor's type
constexpr Tag kSide = 1;                // of a shape
constexpr Tag kSize = 1, kSizeName = 2; // of a side
} // namespace value

void write(pbf_writer& to, const OnnxAttribute& from) {
    pbf_writer message(to, node::kAttribute);
    message.add_string(attribute::kName, from.name);
    if (const auto* number = std::get_if<float>(&from.value)) {
        message.add_float(attribute::kFloat, *number);
        message.add_enum(attribute::kType, attribute::kIsFloat);
    } else if (const auto* whole = std::get_if<std::int64_t>(&from.value)) {
        message.add_int64(attribute::kInt, *whole);
        message.add_enum(attribute::kType, attribute::kIsInt);
    } else {
        for (const std::int64_t one : std::get<std::vector<std::int64_t>>(from.value))
            message.add_int64(attribute::kInts, one);
        message.add_enum(attribute::kType, attribute::kIsInts);
    }
}

void write(pbf_writer& to, const OnnxNode& from) {
    pbf_writer message(to, graph::kNode);
    for (const std::string& input : from.inputs)
        message.add_string(node::kInput, input);
    message.add_string(node::kOutput, from.output);
    message.add_string(node::kName, from.output);
    message.add_string(node::kOperation, from.operation);
    for (const OnnxAttribute& one : from.attributes)
        write(message, one);
}

void write(pbf_writer& to, const OnnxTensor& from) {
    pbf_writer message(to, graph::kConstant);
    for (const std::int64_t side : from.shape)
        message.add_int64(tensor::kShape, side);
    message.add_enum(tensor::kType, static_cast<std::int32_t>(from.type));
    message.add_string(tensor::kName, from.name);
    message.add_bytes(tensor::kBytes, reinterpret_cast<const char*>(from.bytes.data()), from.bytes.size());
}

void write(pbf_writer& to, Tag place, const OnnxValue& from) {
    pbf_writer message(to, place);
    message.add_string(value::kName, from.name);
    {
        pbf_writer type(message, value::kType);
        pbf_writer ofTensor(type, value::kTensor);
        ofTensor.add_enum(value::kElement, static_cast<std::int32_t>(from.type));
        pbf_writer shape(ofTensor, value::kShape);
        for (const std::int64_t size : from.shape) {
            pbf_writer side(shape, value::kSide);
            if (size < 0)
                side.add_string(value::kSizeName, "N");
            else
                side.add_int64(value::kSize, size);
        }
    }
    message.add_string(value::kText, from.text);
}

void writeGraph(pbf_writer& to, const OnnxModel& from) {
    pbf_writer message(to, model::kGraph);
    for (const OnnxNode& one : from.nodes)
        write(message, one);
    message.add_string(graph::kName, from.name);
    for (const OnnxTensor& constant : from.constants)
        write(message, constant);
    for (const OnnxValue& input : from.inputs)
        write(message, graph::kInput, input);
    for (const OnnxValue& output : from.outputs)
        write(message, graph::kOutput, output);
}

void refuseLarge(const OnnxModel& model) {
    std::size_t bytes = 0;
    for (const OnnxTensor& constant : model.constants)
        bytes += constant.bytes.size() + 1000; // names and field numbers
    if (bytes > kMaxBytes)
        throw usageError(Text::tr(
            "The network has %1 MiB of weights; an ONNX file can hold 2,047. Export a smaller network.", bytes >> 20));
}

} // namespace

std::string encodeOnnx(const OnnxModel& from) {
    refuseLarge(from);
    std::string bytes;
    {
        pbf_writer message(bytes); // the writer's destructor writes the length of the message
        message.add_int64(model::kIrVersion, kIrVersion);
        message.add_string(model::kProducer, "Belfry");
        message.add_string(model::kProducerVersion, from.producerVersion);
        message.add_string(model::kText, from.text);
        {
            pbf_writer operators(message, model::kOperators);
            operators.add_int64(model::kOperatorsVersion, kOperators);
        }
        writeGraph(message, from);
        for (const auto& [key, text] : from.metadata) {
            pbf_writer entry(message, model::kMetadata);
            entry.add_string(model::kKey, key);
            entry.add_string(model::kValue, text);
        }
    }
    return bytes;
}

OnnxTensor onnxInts(std::string name, const std::vector<std::int64_t>& values) {
    return {std::move(name), OnnxType::Int64, {std::ssize(values)}, copiedBytes(std::span(values))};
}

OnnxTensor onnxFloat(std::string name, float value) {
    return {std::move(name), OnnxType::Float, {}, copiedBytes(std::span<const float>(&value, 1))};
}

} // namespace belfry
