// How the numbers of a vector are spread: a histogram with the buckets of TensorFlow (core/lib/histogram), each a tenth
// wider than the one before, on both sides of zero. Plain value; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace belfry {

struct Distribution {
    std::int64_t count = 0; // finite numbers; others are left out of everything
    std::int64_t zeros = 0;
    double least = 0, most = 0; // 0 without any numbers
    double sum = 0, squares = 0;
    // The upper end of each bucket, ascending, and the numbers in it: those below its end and not below the end before.
    // From the bucket below the least number to that of the most; empty ones that follow one another are one.
    std::vector<double> ends;
    std::vector<std::int64_t> buckets;

    double sparsity() const { return count > 0 ? static_cast<double>(zeros) / static_cast<double>(count) : 0.0; }
};

// One pass over the numbers, some nanoseconds each.
Distribution distributionOf(std::span<const float> numbers);

} // namespace belfry
