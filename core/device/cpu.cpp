#include "core/device/cpu.h"

#include <sched.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>
#include <string_view>
#include <thread>

namespace belfry {
namespace {

// The value of the first "key : value" line, without surrounding blanks.
std::string valueOf(const std::string& text, std::string_view key) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const std::size_t colon = line.find(':');
        if (!line.starts_with(key) || colon == std::string::npos || line.find_first_not_of(" \t", key.size()) != colon)
            continue;
        const std::size_t begin = line.find_first_not_of(" \t", colon + 1), end = line.find_last_not_of(" \t\r");
        return begin == std::string::npos ? "" : line.substr(begin, end - begin + 1);
    }
    return "";
}

// Only x86 has "model name".
std::string cpuName(const SystemRoots& roots) {
    const std::string text = readKernelFile(roots.proc / "cpuinfo").value_or("");
    for (const char* key : {"model name", "Model", "cpu model", "cpu", "Hardware"})
        if (std::string name = valueOf(text, key); !name.empty())
            return name;
    return "CPU";
}

// Bytes of a "Name:  123 kB" line of /proc/meminfo, or -1.
std::int64_t memoryLine(const std::string& text, std::string_view key) {
    std::istringstream value(valueOf(text, key));
    std::int64_t kilobytes = 0;
    return value >> kilobytes ? kilobytes * 1024 : -1;
}

void readMemory(const SystemRoots& roots, DeviceInfo& cpu) {
    const std::string text = readKernelFile(roots.proc / "meminfo").value_or("");
    const std::int64_t available = memoryLine(text, "MemAvailable");
    cpu.memoryTotal = memoryLine(text, "MemTotal");
    if (cpu.memoryTotal >= 0 && available >= 0)
        cpu.memoryUsed = cpu.memoryTotal - available;
    const std::optional<MemoryLimit> limit = memoryLimit(roots);
    if (limit && (cpu.memoryTotal < 0 || limit->bytes < cpu.memoryTotal)) {
        cpu.memoryTotal = limit->bytes;
        cpu.memoryUsed = limit->used;
    }
}

} // namespace

int affinityCores() {
    // cpu_set_t has 1,024 cores; the kernel returns EINVAL if its mask is longer.
    for (int cores = 1024; cores <= 1 << 20; cores *= 2) {
        cpu_set_t* mask = CPU_ALLOC(cores);
        const std::size_t bytes = CPU_ALLOC_SIZE(cores);
        const bool known = mask && sched_getaffinity(0, bytes, mask) == 0;
        const int count = known ? CPU_COUNT_S(bytes, mask) : 0;
        CPU_FREE(mask);
        if (known)
            return std::max(1, count);
    }
    return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

int usableCores(int affinity, const SystemRoots& roots) {
    const double quota = std::round(cpuQuota(roots).value_or(affinity));
    return std::max(1, static_cast<int>(std::min<double>(affinity, quota)));
}

DeviceInfo describeCpu(int affinity, const SystemRoots& roots) {
    DeviceInfo cpu;
    cpu.id = "cpu";
    cpu.name = cpuName(roots);
    cpu.cores = usableCores(affinity, roots);
    cpu.bf16 = cpuMultipliesBf16();
    readMemory(roots, cpu);
    return cpu;
}

int CpuLoad::sample(const SystemRoots& roots) {
    std::istringstream text(readKernelFile(roots.proc / "stat").value_or(""));
    std::string name;
    std::array<std::int64_t, 8> ticks{}; // user nice system idle iowait irq softirq steal; user includes guest time
    text >> name;
    for (std::int64_t& tick : ticks)
        text >> tick;
    if (!text || name != "cpu")
        return -1;
    std::int64_t total = 0;
    for (const std::int64_t tick : ticks)
        total += tick;
    const std::int64_t busy = total - ticks[3] - ticks[4];
    const std::int64_t passed = total - total_, worked = busy - busy_;
    const bool known = total_ >= 0 && passed > 0;
    busy_ = busy;
    total_ = total;
    // iowait may decrease (proc(5)), so the quotient is clamped.
    return known ? static_cast<int>(std::clamp<std::int64_t>((100 * worked + passed / 2) / passed, 0, 100)) : -1;
}

} // namespace belfry
