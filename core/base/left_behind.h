// Threads of this process that hang in a library, in a step that was given up: nobody waits for them any more, and what
// they hang in must not be waited for either, such as memory that is given back to a device, or the end of main().
#pragma once

#include <atomic>

namespace belfry {

inline std::atomic<int> threadsLeftBehind{0};

} // namespace belfry
