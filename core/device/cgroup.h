// CPU and memory limits by control groups (containers, systemd, batch systems): cgroup v2, v1 and their hybrid. Never
// throws: what cannot be read counts as no limit. Sources: the kernel's cgroup-v2.rst, cgroup-v1/.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace belfry {

// Mount points of the kernel's files; tests replace them.
struct SystemRoots {
    std::filesystem::path proc = "/proc";
    std::filesystem::path cgroup = "/sys/fs/cgroup";
};

// A complete file of /proc or /sys, whose file sizes are 0; nullopt if it cannot be read.
std::optional<std::string> readKernelFile(const std::filesystem::path& path);

// The CPU quota in cores (1.5 = one and a half): the minimum over this process's group and its ancestors.
std::optional<double> cpuQuota(const SystemRoots& roots);

struct MemoryLimit {
    std::int64_t bytes = 0;
    std::int64_t used = 0; // without the file cache, which the kernel frees under memory pressure
};
std::optional<MemoryLimit> memoryLimit(const SystemRoots& roots);

} // namespace belfry
