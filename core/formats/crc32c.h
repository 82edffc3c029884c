// CRC-32C (Castagnoli; RFC 3720, B.4), and TFRecord's mask over it. No state; any thread.
#pragma once

#include <cstdint>
#include <span>

namespace belfry {

std::uint32_t crc32c(std::span<const std::uint8_t> bytes); // about 1 GB/s

// What TFRecord files store: a checksum over bytes that hold checksums themselves is weak, so they are stored masked
// (rotated right by 15 bits, plus a constant; tensorflow/core/lib/hash/crc32c.h).
std::uint32_t maskedCrc32c(std::span<const std::uint8_t> bytes);

} // namespace belfry
