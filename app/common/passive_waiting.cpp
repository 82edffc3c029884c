#include "app/common/passive_waiting.h"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>

namespace belfry {

void restartWithPassiveWaiting(char** argv) {
    constexpr const char* kVariable = "OMP_WAIT_POLICY";
    if (std::getenv(kVariable))
        return;
    ::setenv(kVariable, "passive", 1);
    // The program's own path, not /proc/self/exe: the process would be listed as "exe".
    std::error_code code;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", code);
    if (!code)
        ::execv(program.c_str(), argv);
}

} // namespace belfry
