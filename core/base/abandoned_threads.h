// Threads of this process that hang in a library, in a step that was given up. Nobody waits for them any more, and what
// they hang in must not be waited for either: memory that is given back to a device, or the end of main(), for which
// the programs look here (app/common/leave_program.h). The one variable of the whole process: threads are the process's
// own.
#pragma once

#include <atomic>

namespace belfry {

inline std::atomic<int> abandonedThreads{0};

} // namespace belfry
