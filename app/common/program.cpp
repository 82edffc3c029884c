#include "app/common/program.h"

#include "core/base/abandoned_threads.h"

#include <malloc.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace belfry {
namespace {

// Some tens of microseconds: as long as a step is between two of its parallel parts. A thread that slept meanwhile
// would have to be woken again, which takes fifty microseconds and more where the core has gone to sleep with it.
constexpr const char* kSpins = "3000";

} // namespace

void restartWithPassiveWaiting(char** argv) {
    if (std::getenv("OMP_WAIT_POLICY") || std::getenv("GOMP_SPINCOUNT"))
        return; // the user knows better
    ::setenv("OMP_WAIT_POLICY", "passive", 1);
    ::setenv("GOMP_SPINCOUNT", kSpins, 1);
    // The program's own path, not /proc/self/exe: the process would be listed as "exe".
    std::error_code code;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", code);
    if (!code)
        ::execv(program.c_str(), argv);
}

void forgetLaunchersFolders() {
    // The launcher becomes this program. Another Belfry that one starts inherits the variables, and not the process.
    const char* launched = std::getenv("BELFRY_LAUNCHED");
    if (launched == nullptr || launched != std::to_string(::getpid()))
        return;
    const char* users = std::getenv("BELFRY_USER_LIBRARY_PATH");
    if (users != nullptr && *users != '\0')
        ::setenv("LD_LIBRARY_PATH", users, 1);
    else
        ::unsetenv("LD_LIBRARY_PATH");
    ::unsetenv("BELFRY_LAUNCHED");
    ::unsetenv("BELFRY_USER_LIBRARY_PATH");
}

void endWithParent() {
    const char* parent = std::getenv("BELFRY_PARENT");
    // Another number: the variable was set for a program that has started this one.
    if (parent == nullptr || parent != std::to_string(::getppid()))
        return;
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (parent != std::to_string(::getppid())) // it ended meanwhile
        ::raise(SIGTERM);
}

int leaveProgram(int status) {
    if (abandonedThreads > 0) {
        std::fflush(nullptr);
        std::_Exit(status);
    }
    return status;
}

void reuseFreedMemory() {
    constexpr int kLargest = 32 << 20; // bytes of an allocation: glibc's own limit, which it comes to by itself later
    mallopt(M_MMAP_THRESHOLD, kLargest);
    mallopt(M_TRIM_THRESHOLD, 2 * kLargest);
}

} // namespace belfry
