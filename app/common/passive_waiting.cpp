#include "app/common/passive_waiting.h"

#include <unistd.h>

#include <cstdlib>

namespace belfry {

void restartWithPassiveWaiting(char** argv) {
    constexpr const char* kVariable = "OMP_WAIT_POLICY";
    if (std::getenv(kVariable))
        return;
    ::setenv(kVariable, "passive", 1);
    ::execv("/proc/self/exe", argv);
}

} // namespace belfry
