// What kernels are given in tests: the same normal numbers every time. And what is expected of their results.
#pragma once

#include "core/base/random.h"
#include "core/kernels/bf16.h"

#include <gtest/gtest.h>

#include <cmath>
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

// Beside sums in double, whose rounding grows with them.
template <typename T>
void expectNear(const std::vector<T>& found, const std::vector<double>& expected, double error) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_NEAR(toFloat(found[i]), expected[i], error * (1 + std::abs(expected[i]))) << i;
}

} // namespace belfry::test
