// What part each tower has in a mean that is weighted by images. No state; any thread.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace belfry {

// images: per tower; their sum is > 0. The results' sum is 1.
inline std::vector<double> imageWeights(std::span<const std::int64_t> images) {
    const auto total = static_cast<double>(std::accumulate(images.begin(), images.end(), std::int64_t{0}));
    std::vector<double> weights;
    for (const std::int64_t count : images)
        weights.push_back(static_cast<double>(count) / total);
    return weights;
}

} // namespace belfry
