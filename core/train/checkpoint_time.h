// When a checkpoint is due by time. Free of torch; any thread.
#pragma once

#include <algorithm>

namespace belfry {

// All in seconds of training, without pauses, validations and the writing itself. trained: by the run so
// far; last: at its last checkpoint (0: none yet); longest: between two, 0: none is due by time.
// Sooner at first, each when the run has doubled: a device that is lost takes the newest weights with it, and then
// never more than half of what was trained.
inline bool checkpointIsDue(double trained, double last, double longest) {
    constexpr double kFirst = 5;
    return longest > 0 && trained - last >= std::min(longest, std::max(kFirst, last));
}

} // namespace belfry
