#include "core/study/process_memory.h"

#include "core/device/cgroup.h"

#include <cstdlib>
#include <fstream>

namespace belfry {
namespace {

// A line such as "VmHWM:	  123456 kB" of /proc/self/status (proc(5)).
std::int64_t statusBytes(const std::string& name) {
    const std::string status = readKernelFile("/proc/self/status").value_or("");
    const std::size_t place = status.find(name + ":");
    return place == std::string::npos ? 0 : std::strtoll(status.c_str() + place + name.size() + 1, nullptr, 10) * 1024;
}

} // namespace

std::int64_t residentBytes() { return statusBytes("VmRSS"); }

std::int64_t peakBytes() { return statusBytes("VmHWM"); }

void resetPeakMemory() { std::ofstream("/proc/self/clear_refs") << "5"; }

} // namespace belfry
