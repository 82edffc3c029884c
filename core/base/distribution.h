// Statistics and a histogram of a vector. The buckets are TensorFlow's (core/lib/histogram): on both sides of zero each
// is a tenth wider than the one before. Plain value; any thread.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace belfry {

struct Distribution {
    std::int64_t count = 0; // finite numbers; all others are in no figure but the next
    std::int64_t notFinite = 0;
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

// The same with fewer buckets: neighbours are joined as long as they hold less than a part in 200 of the numbers, and
// are narrower than a part in 400 of the range from the smallest to the largest. About 100 are left, at most some 600;
// none with numbers reaches over zero.
Distribution withFewerBuckets(const Distribution& whole);

// The number below which a share of them lies, 0 to 1; as if the numbers of a bucket were spread evenly over it. 0
// when count is 0.
double quantileOf(const Distribution& distribution, double share);

// How many numbers lie between two bounds, likewise.
double numbersBetween(const Distribution& distribution, double low, double high);

} // namespace belfry
