// How files are damaged in tests: bits, bytes, lengths and fields of headers. The same files every time.
#pragma once

#include "core/formats/gzip.h"

#include <algorithm>
#include <cstdint>
#include <random>

namespace belfry::test {

using Dice = std::mt19937;

inline std::size_t below(Dice& dice, std::size_t bound) { return bound ? dice() % bound : 0; }

inline void overwriteField(Bytes& bytes, Dice& dice) {
    static constexpr std::uint8_t kExtremes[] = {0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff};
    const std::size_t width = std::size_t{1} << below(dice, 4);
    const std::size_t at = below(dice, std::min<std::size_t>(bytes.size(), 64)); // headers stand in front
    const std::uint8_t first = kExtremes[below(dice, 6)], rest = kExtremes[below(dice, 6)];
    for (std::size_t i = 0; i < width && at + i < bytes.size(); ++i)
        bytes[at + i] = i == 0 ? first : rest;
}

inline void mutateOnce(Bytes& bytes, Dice& dice) {
    const std::size_t at = below(dice, bytes.size());
    const auto here = bytes.begin() + static_cast<std::ptrdiff_t>(at);
    switch (below(dice, 6)) {
    case 0:
        if (!bytes.empty())
            bytes[at] ^= static_cast<std::uint8_t>(1U << below(dice, 8));
        break;
    case 1:
        if (!bytes.empty())
            bytes[at] = static_cast<std::uint8_t>(dice());
        break;
    case 2:
        bytes.resize(at);
        break;
    case 3:
        bytes.insert(here, 1 + below(dice, 16), static_cast<std::uint8_t>(dice()));
        break;
    case 4:
        bytes.erase(here,
                    here + static_cast<std::ptrdiff_t>(below(dice, std::min<std::size_t>(bytes.size() - at, 16))));
        break;
    default:
        overwriteField(bytes, dice);
    }
}

} // namespace belfry::test
