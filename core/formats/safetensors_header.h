// The JSON header of a safetensors file, checked against the bytes that follow it. Used by safetensors.cpp only.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace belfry {

inline constexpr const char* metadataKey = "__metadata__";
inline constexpr std::uint64_t headerLimit = 16 << 20; // the format allows 100 MB; no network comes near

struct TensorPlace {
    std::string name;
    std::string dtype;
    std::vector<std::int64_t> shape;
    std::uint64_t begin = 0; // bytes from the end of the header
    std::uint64_t end = 0;
};

struct SafetensorsHeader {
    std::map<std::string, std::string> metadata;
    std::vector<TensorPlace> tensors; // by offset; they fill the data without holes or overlaps
};

// Bytes of a tensor; none when the product overflows or a dimension is negative.
std::optional<std::uint64_t> tensorBytes(std::string_view dtype, const std::vector<std::int64_t>& shape);

[[noreturn]] void refuseSafetensors(const std::string& source, const std::string& found);

// `dataBytes`: size of what follows the header.
SafetensorsHeader parseSafetensorsHeader(std::string_view text, std::uint64_t dataBytes, const std::string& source);

} // namespace belfry
