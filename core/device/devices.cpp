#include "core/device/devices.h"

#include "core/device/probe.h"

namespace belfry {

int usableCores() {
    return usableCores(affinityCores(), SystemRoots{});
}

bool cpuMultipliesBf16() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512bf16") != 0; // processors with AMX have it too
#else
    return false;
#endif
}

bool cpuHasTiles() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("amx-bf16") != 0;
#else
    return false;
#endif
}

DeviceReport listDevices() {
    return DeviceProbe().sample();
}

} // namespace belfry
