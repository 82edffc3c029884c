#include "core/train/resolve_choices.h"

#include <algorithm>

namespace belfry {

std::string resolveFeed(const std::string& feed, std::span<const std::string> devices, std::int64_t bytes) {
    if (feed != kByDevice)
        return feed;
    if (std::ranges::count(devices, "cpu") == std::ssize(devices))
        return "direct";
    return bytes <= kMaxResidentBytes ? "resident" : "queue";
}

// A trial would not choose the same among towers on the CPU each time, where the strategies are about alike.
std::string resolveExchange(const std::string& exchange, std::span<const std::string> devices) {
    if (exchange != kByDevice)
        return exchange;
    if (std::ranges::count(devices, "cpu") > 0)
        return "cpu";
    return devices.size() == 1 ? "first" : "auto";
}

} // namespace belfry
