// What the control groups around this process (containers, systemd, batch systems) leave of the machine: cgroup v2,
// v1 and their hybrid. Never throws: what cannot be read is no limit. Sources: kernel's cgroup-v2.rst, cgroup-v1/.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace belfry {

// Where the kernel's files are; tests put fixtures there.
struct SystemRoots {
    std::filesystem::path proc = "/proc";
    std::filesystem::path cgroup = "/sys/fs/cgroup";
};

// A whole file of /proc or /sys (their sizes read 0); nothing when it cannot be read.
std::optional<std::string> readKernelFile(const std::filesystem::path& path);

// Cores' worth of time per second (1.5 = one and a half): the smallest of this process's group and those above it.
std::optional<double> cpuQuota(const SystemRoots& roots);

struct MemoryLimit {
    std::int64_t bytes = 0;
    std::int64_t used = 0; // without the file cache, which the kernel gives back under pressure
};
std::optional<MemoryLimit> memoryLimit(const SystemRoots& roots);

} // namespace belfry
