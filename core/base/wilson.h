// How far a measured share may be from the true one, by chance. Plain values; any thread.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace belfry {

struct ShareInterval {
    double low = 0, high = 1;
    bool operator==(const ShareInterval&) const = default;
};

// The 95 % interval of Wilson 1927 (Probable inference, the law of succession, and statistical inference) for `part` of
// `whole`: also right for few, and for shares near 0 and 1. 0 to 1 for none.
inline ShareInterval wilsonInterval(std::int64_t part, std::int64_t whole) {
    constexpr double kZ = 1.959963984540054; // of the normal distribution, 2.5 % on each side
    if (whole <= 0)
        return {};
    const auto n = static_cast<double>(whole);
    const double share = static_cast<double>(part) / n;
    const double scale = 1 + kZ * kZ / n;
    const double centre = (share + kZ * kZ / (2 * n)) / scale;
    const double reach = kZ * std::sqrt(share * (1 - share) / n + kZ * kZ / (4 * n * n)) / scale;
    // Rounding must not leave the share itself outside.
    return {part == 0 ? 0 : std::clamp(centre - reach, 0.0, share),
            part == whole ? 1 : std::clamp(centre + reach, share, 1.0)};
}

} // namespace belfry
