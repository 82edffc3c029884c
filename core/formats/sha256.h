// SHA-256 (FIPS 180-4), to verify published files. No global state; any thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace belfry {

// Incremental. One thread at a time; no add() after digest().
class Sha256 {
public:
    Sha256();
    void add(std::span<const std::uint8_t> bytes);
    std::string digest();

private:
    std::array<std::uint32_t, 8> state_;
    std::array<std::uint8_t, 64> block_{}; // bytes of an incomplete block
    std::uint64_t bytes_ = 0;
};

// 64 lower-case hexadecimal digits; about 250 MB/s.
std::string sha256(std::span<const std::uint8_t> bytes);

} // namespace belfry
