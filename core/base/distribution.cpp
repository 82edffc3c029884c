#include "core/base/distribution.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

constexpr int kExponents = 256; // values of a float's exponent bits

// The ends of the buckets above zero. start: for every exponent of a float, the first end that is not below its
// smallest number; the search for a number's bucket begins there and takes a few steps.
struct Ends {
    std::vector<double> above;
    std::array<std::size_t, kExponents> start{};

    Ends() {
        for (double end = 1e-12; end < 1e20; end *= 1.1)
            above.push_back(end);
        above.push_back(std::numeric_limits<double>::max());
        for (int exponent = 1; exponent < kExponents; ++exponent)
            start[static_cast<std::size_t>(exponent)] = static_cast<std::size_t>(
                std::ranges::lower_bound(above, std::ldexp(1.0, exponent - 127)) - above.begin());
    }
    std::size_t startOf(float magnitude) const {
        return start[std::bit_cast<std::uint32_t>(magnitude) >> 23 & (kExponents - 1)];
    }
    // For a number at or above zero.
    std::size_t bucketOf(float number) const {
        std::size_t bucket = startOf(number);
        while (above[bucket] <= number)
            ++bucket;
        return bucket;
    }
    // For a number below zero; counted from zero: bucket 0 ends at zero, bucket n + 1 at -above[n].
    std::size_t bucketBelow(float magnitude) const {
        std::size_t bucket = startOf(magnitude);
        while (above[bucket] < magnitude)
            ++bucket;
        return bucket;
    }
};

const Ends& ends() {
    static const Ends table;
    return table;
}

// Merges consecutive empty buckets; omits those after the last non-empty one.
class BucketList {
public:
    explicit BucketList(Distribution& distribution) : to_(distribution) {}
    void add(double end, std::int64_t numbers) {
        if (numbers == 0) {
            emptyEnd_ = end;
            empty_ = true;
            return;
        }
        if (empty_)
            put(emptyEnd_, 0);
        empty_ = false;
        put(end, numbers);
    }

private:
    void put(double end, std::int64_t numbers) {
        to_.ends.push_back(end);
        to_.buckets.push_back(numbers);
    }

    Distribution& to_;
    double emptyEnd_ = 0;
    bool empty_ = false;
};

// The part of a bucket in which numbers can be.
struct Bounds {
    double low = 0, high = 0;
    Bounds(const Distribution& of, std::size_t bucket)
        : low(bucket > 0 ? std::max(of.ends[bucket - 1], of.min) : of.min), high(std::min(of.ends[bucket], of.max)) {}
    double width() const { return std::max(high - low, 0.0); }
};

} // namespace

Distribution distributionOf(std::span<const float> numbers) {
    const Ends& table = ends();
    const std::size_t size = table.above.size();
    std::vector<std::int64_t> above(size), below(size); // both counted from zero
    Distribution found;
    float min = std::numeric_limits<float>::max(), max = std::numeric_limits<float>::lowest();
    for (const float number : numbers) {
        if (!std::isfinite(number)) {
            ++found.notFinite;
            continue;
        }
        ++found.count;
        found.zeros += number == 0 ? 1 : 0;
        min = std::min(min, number);
        max = std::max(max, number);
        found.sum += number;
        found.squares += static_cast<double>(number) * number;
        if (number < 0)
            ++below[table.bucketBelow(-number)];
        else
            ++above[table.bucketOf(std::abs(number))]; // abs: -0 counts as 0
    }
    if (found.count == 0)
        return found;
    found.min = min;
    found.max = max;
    BucketList list(found);
    for (std::size_t i = size; i-- > 0;)
        list.add(i > 0 ? -table.above[i - 1] : 0.0, below[i]);
    for (std::size_t i = 0; i < size; ++i)
        list.add(table.above[i], above[i]);
    return found;
}

Distribution withFewerBuckets(const Distribution& whole) {
    constexpr double kParts = 400, kShares = 200;
    Distribution found = whole;
    found.ends.clear();
    found.buckets.clear();
    const double widest = (whole.max - whole.min) / kParts, most = static_cast<double>(whole.count) / kShares;
    double low = 0, held = 0; // of the bucket that is last so far
    for (std::size_t i = 0; i < whole.buckets.size(); ++i) {
        const Bounds bounds(whole, i);
        const auto numbers = static_cast<double>(whole.buckets[i]);
        const bool joins =
            !found.ends.empty() && !(low < 0 && bounds.high > 0) && held + numbers < most && bounds.high - low < widest;
        if (joins) {
            found.ends.back() = whole.ends[i];
            found.buckets.back() += whole.buckets[i];
            held += numbers;
        } else {
            found.ends.push_back(whole.ends[i]);
            found.buckets.push_back(whole.buckets[i]);
            low = bounds.low;
            held = numbers;
        }
    }
    return found;
}

double quantileOf(const Distribution& distribution, double share) {
    const double wanted = std::clamp(share, 0.0, 1.0) * static_cast<double>(distribution.count);
    double below = 0;
    for (std::size_t i = 0; i < distribution.buckets.size(); ++i) {
        const auto numbers = static_cast<double>(distribution.buckets[i]);
        const Bounds bounds(distribution, i);
        if (numbers > 0 && below + numbers >= wanted)
            return bounds.low + bounds.width() * std::max(wanted - below, 0.0) / numbers;
        below += numbers;
    }
    return distribution.max;
}

double numbersBetween(const Distribution& distribution, double low, double high) {
    double found = 0;
    for (std::size_t i = 0; i < distribution.buckets.size(); ++i) {
        const auto numbers = static_cast<double>(distribution.buckets[i]);
        const Bounds bounds(distribution, i);
        if (bounds.width() > 0)
            found += numbers * std::max(std::min(high, bounds.high) - std::max(low, bounds.low), 0.0) / bounds.width();
        else if (bounds.low >= low && bounds.low < high)
            found += numbers;
    }
    return found;
}

} // namespace belfry
