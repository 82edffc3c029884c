// The middle of some measurements; of an even number the upper one of both.
#pragma once

#include <algorithm>
#include <vector>

namespace belfry {

// At least one value.
inline double median(std::vector<double> values) {
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

} // namespace belfry
