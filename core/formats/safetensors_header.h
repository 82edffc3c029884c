// The JSON header of a safetensors file, validated against the data. Used only by safetensors.cpp.
#pragma once

#include "core/base/text.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace belfry {

inline constexpr const char* kMetadataKey = "__metadata__";
inline constexpr std::uint64_t kMaxHeaderBytes = 16 << 20; // the format allows 100 MB; networks need far less

struct TensorPlace {
    std::string name;
    std::string dtype;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0; // offset from the end of the header
    std::uint64_t end = 0;
};

struct SafetensorsHeader {
    std::map<std::string, std::string> metadata;
    std::vector<TensorPlace> tensors; // by offset; without gaps or overlaps
};

// Bytes of a tensor; nullopt if the product overflows or a dimension is negative.
std::optional<std::uint64_t> tensorBytes(std::string_view dtype, const std::vector<std::int64_t>& shape);

[[noreturn]] void refuseSafetensors(const std::string& source, const Text& found);

// `dataBytes`: size of the data after the header.
SafetensorsHeader parseSafetensorsHeader(std::string_view text, std::uint64_t dataBytes, const std::string& source);

} // namespace belfry
