#include "core/formats/crc32c.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace belfry {
namespace {

constexpr std::uint32_t kPolynomial = 0x82f63b78; // 0x1edc6f41, bits reversed
constexpr std::uint32_t kMaskDelta = 0xa282ead8;
constexpr std::size_t kLanes = 8; // bytes per iteration

// kTables[k][b]: the effect of byte b on the checksum if k more bytes follow.
using Tables = std::array<std::array<std::uint32_t, 256>, kLanes>;

constexpr Tables makeTables() {
    Tables made{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t value = byte;
        for (int bit = 0; bit < 8; ++bit)
            value = (value >> 1) ^ ((value & 1) ? kPolynomial : 0);
        made[0][byte] = value;
    }
    for (std::size_t lane = 1; lane < kLanes; ++lane)
        for (std::size_t byte = 0; byte < 256; ++byte)
            made[lane][byte] = (made[lane - 1][byte] >> 8) ^ made[0][made[lane - 1][byte] & 0xff];
    return made;
}

constexpr Tables kTables = makeTables();
static_assert(std::endian::native == std::endian::little, "eight bytes are read as a little-endian number");

std::uint32_t eightBytes(std::uint32_t sum, const std::uint8_t* bytes) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    word ^= sum;
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < kLanes; ++i)
        next ^= kTables[kLanes - 1 - i][(word >> (8 * i)) & 0xff];
    return next;
}

} // namespace

std::uint32_t crc32c(std::span<const std::uint8_t> bytes) {
    std::uint32_t sum = 0xffffffff;
    std::size_t at = 0;
    for (; at + kLanes <= bytes.size(); at += kLanes)
        sum = eightBytes(sum, bytes.data() + at);
    for (; at < bytes.size(); ++at)
        sum = (sum >> 8) ^ kTables[0][(sum ^ bytes[at]) & 0xff];
    return ~sum;
}

std::uint32_t maskedCrc32c(std::span<const std::uint8_t> bytes) {
    return std::rotr(crc32c(bytes), 15) + kMaskDelta;
}

} // namespace belfry
