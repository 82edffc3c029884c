#include "core/report/report_words.h"

#include "core/base/text.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace belfry {

std::string percentText(double fraction, int digits) { return decimals(100 * fraction, digits).english() + " %"; }

std::string percentText(const std::optional<double>& fraction) { return fraction ? percentText(*fraction, 2) : "–"; }

std::string countText(std::int64_t count) {
    std::string digits = std::to_string(count);
    for (std::ptrdiff_t at = std::ssize(digits) - 3; at > (count < 0 ? 1 : 0); at -= 3)
        digits.insert(static_cast<std::size_t>(at), 1, ',');
    return digits;
}

std::string secondsText(double seconds) {
    if (seconds < 120)
        return decimals(seconds, seconds < 1 ? 2 : seconds < 10 ? 1 : 0).english() + " s";
    const auto whole = static_cast<long long>(std::llround(seconds));
    std::array<char, 40> text{};
    if (whole < 3600)
        std::snprintf(text.data(), text.size(), "%lld:%02lld min", whole / 60, whole % 60);
    else
        std::snprintf(text.data(), text.size(), "%lld:%02lld:%02lld h", whole / 3600, whole / 60 % 60, whole % 60);
    return text.data();
}

std::string intervalText(const ShareInterval& interval) {
    return decimals(100 * interval.low, 2).english() + " to " + percentText(interval.high, 2);
}

} // namespace belfry
