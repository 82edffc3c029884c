// A hash that is the same in every process, on every machine and in every version, which std::hash does not promise.
// Any thread.
#pragma once

#include <cstdint>
#include <string_view>

namespace belfry {

// FNV-1a; its bits are not uniform.
constexpr std::uint64_t fnv1a(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char letter : text)
        hash = (hash ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
    return hash;
}

} // namespace belfry
