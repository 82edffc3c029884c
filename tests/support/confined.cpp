// Linked into every test program: it sees nothing of the home, the settings, the data sets and the language of whoever
// starts it.
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace {

namespace fs = std::filesystem;

// The process's own folder is made by what writes to it, and goes with the process.
class Confined {
public:
    Confined() {
        for (const char* name : {"BELFRY_DATA", "BELFRY_RESOURCES", "BELFRY_RUNS", "BELFRY_SEARCHES", "LANGUAGE"})
            ::unsetenv(name);
        ::setenv("LC_ALL", "C.UTF-8", 1);
        ::setenv("HOME", folder_.c_str(), 1);
        for (const std::string kind : {"DATA", "CONFIG", "CACHE", "STATE"})
            ::setenv(("XDG_" + kind + "_HOME").c_str(), (folder_ / kind).c_str(), 1);
        ::setenv("BELFRY_SYSTEM_DATA", (folder_ / "system").c_str(), 1);
    }
    ~Confined() {
        std::error_code ignored;
        if (process_ == ::getpid()) // not a child that a test has forked
            fs::remove_all(folder_, ignored);
    }
    Confined(const Confined&) = delete;
    Confined& operator=(const Confined&) = delete;

private:
    const pid_t process_ = ::getpid();
    const fs::path folder_ = fs::temp_directory_path() / ("belfry-test-" + std::to_string(process_));
};

const Confined confined; // before main(), which begins with reading the environment in programs of the window

} // namespace
