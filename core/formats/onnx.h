// A network as an ONNX model (github.com/onnx/onnx, onnx/onnx.proto, IR version 8, operators of set 17). Field numbers
// are that file's. No state; any thread.
#pragma once

#include "core/formats/gzip.h"

#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

namespace belfry {

enum class OnnxType : std::int32_t { Float = 1, Byte = 2, Int64 = 7 }; // TensorProto.DataType

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
    std::vector<std::int64_t> shape; // -1: any number, called N
    std::string text;                // for people
};

struct OnnxModel {
    std::string name, text, producerVersion;
    std::map<std::string, std::string> metadata;
    std::vector<OnnxValue> inputs, outputs;
    std::vector<OnnxTensor> constants; // weights and others
    std::vector<OnnxNode> nodes;       // each after those whose output it takes
};

// Throws Error(Usage) for a model of more than 2 GiB, which no protobuf reader takes.
std::string encodeOnnx(const OnnxModel& model);

OnnxTensor onnxInts(std::string name, const std::vector<std::int64_t>& values); // of one dimension
OnnxTensor onnxFloat(std::string name, float value);                            // of none

} // namespace belfry
