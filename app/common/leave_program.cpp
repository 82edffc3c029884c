#include "app/common/leave_program.h"

#include "core/base/abandoned_threads.h"

#include <cstdio>
#include <cstdlib>

namespace belfry {

int leaveProgram(int status) {
    if (abandonedThreads > 0) {
        std::fflush(nullptr);
        std::_Exit(status);
    }
    return status;
}

} // namespace belfry
