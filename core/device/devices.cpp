#include "core/device/devices.h"

#include "core/device/probe.h"

namespace belfry {

int usableCores() {
    return usableCores(affinityCores(), SystemRoots{});
}

DeviceReport listDevices() {
    return DeviceProbe().sample();
}

} // namespace belfry
