// SHA-256 (FIPS 180-4): tells whether a file is the one that was published. No state; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace belfry {

// 64 lower-case hexadecimal digits; about 250 MB/s.
std::string sha256(std::span<const std::uint8_t> bytes);

} // namespace belfry
