// Median of measurements. For an even number of values: the upper of the two in the middle.
#pragma once

#include <algorithm>
#include <vector>

namespace belfry {

// `values` must not be empty.
inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace belfry
