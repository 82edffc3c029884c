// safetensors (github.com/huggingface/safetensors): 8 bytes with the length of the header, a JSON header with dtype,
// shape and offsets of each tensor, then the bytes of the tensors without gaps. Compatible with the Python package
// safetensors. No state; any thread. Throws Error(Data) for invalid files, Error(Usage) for tensors that cannot be
// written.
#pragma once

#include "core/formats/bytes.h"

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

    // Null if there is no tensor of that name.
    const NamedTensor* find(std::string_view name) const;
};

// Tensors to be written. Their bytes are not owned and must outlive the view.
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

// Bytes per element of a dtype of the format (BOOL, U8, I8, F8_E4M3, F8_E5M2, U16, I16, F16, BF16, U32, I32, F32,
// U64, I64, F64); 0 if unknown.
std::int64_t dtypeBytes(std::string_view dtype);

// Conversion to and from F32 tensors. floatsOf throws Error(Data) for another dtype.
NamedTensor floatTensor(std::string name, std::vector<std::int64_t> shape, std::span<const float> values);
std::vector<float> floatsOf(const NamedTensor& tensor);
TensorView floatView(std::string name, std::vector<std::int64_t> shape, std::span<const float> values);

// Tensors are in the order of their bytes. `source` names the file in messages.
SafetensorsFile parseSafetensors(std::span<const std::uint8_t> bytes, const std::string& source);

// Reads the whole file (at most 4 GiB); blocks for the disk.
SafetensorsFile readSafetensors(const std::filesystem::path& path);

// Tensors with wider elements come first, otherwise in the given order, so each is aligned to its element size. The
// first is aligned to 8 bytes.
std::string encodeSafetensors(const SafetensorsFile& file);

// Atomic, without a copy of the tensors; blocks for the disk. Also throws Error(Io).
void writeSafetensors(const std::filesystem::path& path, const SafetensorsView& file);
void writeSafetensors(const std::filesystem::path& path, const SafetensorsFile& file);

} // namespace belfry
