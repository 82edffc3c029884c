// CRC-32C (Castagnoli; RFC 3720, B.4), and the masked form of TFRecord. No state; any thread.
#pragma once

#include <cstdint>
#include <span>

namespace belfry {

std::uint32_t crc32c(std::span<const std::uint8_t> bytes); // about 1 GB/s

// TFRecord files store checksums masked (rotated right by 15 bits, plus a constant; tensorflow/core/lib/hash/crc32c.h),
// because a checksum over bytes that contain checksums is weak.
std::uint32_t maskedCrc32c(std::span<const std::uint8_t> bytes);

} // namespace belfry
