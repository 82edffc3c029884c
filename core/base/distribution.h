// Statistics and a histogram of a vector. The buckets are TensorFlow's (core/lib/histogram): on both sides of zero each
// is a tenth wider than the one before. Plain value; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace belfry {

struct Distribution {
    std::int64_t count = 0; // finite numbers; all others are ignored
    std::int64_t zeros = 0;
    double min = 0, max = 0;     // 0 when count is 0
    double sum = 0, squares = 0; // squares: sum of the squares
    // The upper end of each bucket (exclusive), ascending, and the count of numbers in it. They range from the bucket
    // below that of the minimum to that of the maximum. Consecutive empty buckets are merged.
    std::vector<double> ends;
    std::vector<std::int64_t> buckets;

    double sparsity() const { return count > 0 ? static_cast<double>(zeros) / static_cast<double>(count) : 0.0; }
};

// One pass; some nanoseconds per number.
Distribution distributionOf(std::span<const float> numbers);

} // namespace belfry
