// The bytes of files, and the same as text and as numbers. No state; any thread.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace belfry {

static_assert(std::endian::native == std::endian::little, "the numbers of files are read and written as in memory");

using Bytes = std::vector<std::uint8_t>;

inline std::span<const std::uint8_t> asBytes(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}
inline std::string_view asText(std::span<const std::uint8_t> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// The number at the beginning of the bytes, of which there are enough.
template <typename Number>
Number littleEndian(std::span<const std::uint8_t> bytes) {
    Number number;
    std::memcpy(&number, bytes.data(), sizeof number);
    return number;
}

template <typename Number>
std::span<const std::uint8_t> littleEndianBytes(std::span<const Number> numbers) {
    return {reinterpret_cast<const std::uint8_t*>(numbers.data()), numbers.size_bytes()};
}
template <typename Number>
Bytes copiedBytes(std::span<const Number> numbers) {
    const auto bytes = littleEndianBytes(numbers);
    return {bytes.begin(), bytes.end()};
}

} // namespace belfry
