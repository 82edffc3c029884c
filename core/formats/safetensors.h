// safetensors (github.com/huggingface/safetensors): 8 bytes with the header's length, a JSON header that names each
// tensor with dtype, shape and place, then the tensors' bytes without holes. Readable by the Python package of that
// name. No state; any thread. Throws Error(Data) for what is read, Error(Usage) for what is given to be written.
#pragma once

#include "core/formats/gzip.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace belfry {

struct NamedTensor {
    std::string name;
    std::string dtype;               // "F32", "I64", "U8"; see dtypeBytes
    std::vector<std::int64_t> shape; // row-major; {} is a scalar
    Bytes bytes;                     // little-endian, product of shape x dtypeBytes
};

struct SafetensorsFile {
    std::map<std::string, std::string> metadata;
    std::vector<NamedTensor> tensors;

    // Null when there is no tensor of that name.
    const NamedTensor* find(std::string_view name) const;
};

// What is to be written: tensors whose bytes lie in somebody else's memory, which outlives them.
struct TensorView {
    std::string name;
    std::string dtype;
    std::vector<std::int64_t> shape;
    std::span<const std::uint8_t> bytes;
};
struct SafetensorsView {
    std::map<std::string, std::string> metadata;
    std::vector<TensorView> tensors;
};
SafetensorsView viewOf(const SafetensorsFile& file);

// Bytes of one element of any dtype of the format (BOOL, U8, I8, F8_E4M3, F8_E5M2, U16, I16, F16, BF16, U32, I32, F32,
// U64, I64, F64), 0 for an unknown one.
std::int64_t dtypeBytes(std::string_view dtype);

// An F32 tensor, and its values back; floatsOf throws Error(Data) for a tensor of another dtype.
NamedTensor floatTensor(std::string name, std::vector<std::int64_t> shape, std::span<const float> values);
std::vector<float> floatsOf(const NamedTensor& tensor);
TensorView floatView(std::string name, std::vector<std::int64_t> shape, std::span<const float> values);

// Tensors come in the order of their bytes. `source` names the file in messages.
SafetensorsFile parseSafetensors(std::span<const std::uint8_t> bytes, const std::string& source);

// Reads the whole file (at most 4 GiB); blocks for the disk.
SafetensorsFile readSafetensors(const std::filesystem::path& path);

// Tensors of wide elements first, otherwise in the order given: each begins at a multiple of its element's size. The
// first begins at a multiple of 8.
std::string encodeSafetensors(const SafetensorsFile& file);

// Whole or not at all, without a copy of the tensors; blocks for the disk. Throws Error(Io) too.
void writeSafetensors(const std::filesystem::path& path, const SafetensorsView& file);
void writeSafetensors(const std::filesystem::path& path, const SafetensorsFile& file);

} // namespace belfry
