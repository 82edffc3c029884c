// Encodes a network as an ONNX model (github.com/onnx/onnx, onnx/onnx.proto, IR version 8, operator set 17). Field
// numbers are those of onnx.proto. No state; any thread.
#pragma once

#include "core/formats/bytes.h"

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace belfry {

enum class OnnxType : std::int32_t { Float = 1, Byte = 2, Int8 = 3, Int32 = 6, Int64 = 7 }; // TensorProto.DataType

struct OnnxAttribute {
    std::string name;
    std::variant<std::int64_t, float, std::vector<std::int64_t>> value;
};

struct OnnxNode {
    std::string operation; // "Conv"
    std::vector<std::string> inputs;
    std::string output; // also the node's name
    std::vector<OnnxAttribute> attributes;
};

struct OnnxTensor {
    std::string name;
    OnnxType type = OnnxType::Float;
    std::vector<std::int64_t> shape;
    Bytes bytes; // little-endian, row-major
};

// An input or output of the whole model.
struct OnnxValue {
    std::string name;
    OnnxType type = OnnxType::Float;
    std::vector<std::int64_t> shape; // -1: any size, named N
    std::string text;                // description
};

struct OnnxModel {
    std::string name, text, producerVersion;
    std::map<std::string, std::string> metadata;
    std::vector<OnnxValue> inputs, outputs;
    std::vector<OnnxTensor> constants; // initializers: weights and others
    std::vector<OnnxNode> nodes;       // topologically sorted
};

// Throws Error(Usage) for a model above 2 GiB, protobuf's limit.
std::string encodeOnnx(const OnnxModel& model);

OnnxTensor onnxInts(std::string name, const std::vector<std::int64_t>& values); // one dimension
OnnxTensor onnxFloat(std::string name, float value);                            // scalar

} // namespace belfry
