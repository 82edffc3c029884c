// What kernels are given in tests: the same normal numbers every time.
#pragma once

#include "core/base/random.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace belfry::test {

using Numbers = std::vector<float>;

inline Numbers randomNumbers(std::size_t count, std::uint64_t seed, double scale = 1) {
    RandomStream random(seed, Purpose::Sample);
    Numbers numbers(count);
    for (float& number : numbers)
        number = static_cast<float>(scale * random.normal());
    return numbers;
}

} // namespace belfry::test
