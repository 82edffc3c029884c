// The number of threads that hang in a library, in a step that was given up. Nothing may wait for them, nor for the
// resources they hold: not the release of device memory, and not the end of main() (app/common/program.h).
// A process-wide variable, because threads belong to the process.
#pragma once

#include <atomic>

namespace belfry {

inline std::atomic<int> abandonedThreads{0};

} // namespace belfry
