// Numbers of images, evenly taken. Any thread.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace belfry {

// All of 0 .. count - 1, or where they are more than `most` so many of them, ascending.
inline std::vector<std::int64_t> evenly(std::int64_t count, std::int64_t most) {
    std::vector<std::int64_t> ids(static_cast<std::size_t>(std::min(count, most)));
    for (std::size_t i = 0; i < ids.size(); ++i)
        ids[i] = static_cast<std::int64_t>(i) * count / static_cast<std::int64_t>(ids.size());
    return ids;
}

} // namespace belfry
