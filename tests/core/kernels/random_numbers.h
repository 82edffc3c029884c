// What kernels are given in tests: the same normal numbers every time.
#pragma once

#include "core/base/random.h"
#include "core/kernels/bf16.h"

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

// Each rounded to T.
template <typename T>
std::vector<T> asType(const Numbers& numbers) {
    std::vector<T> all(numbers.size());
    for (std::size_t i = 0; i < all.size(); ++i)
        store(numbers[i], all[i]);
    return all;
}

} // namespace belfry::test
