// Live load and memory of all devices, sampled by a background thread.
#pragma once

#include "core/device/devices.h"

#include <chrono>
#include <functional>
#include <thread>

namespace belfry {

class Telemetry {
public:
    using Sink = std::function<void(const DeviceReport&)>; // called on the telemetry thread
    // Samples immediately and then every `period`. The destructor stops and waits (at most for one sample).
    Telemetry(std::chrono::milliseconds period, Sink sink);

private:
    std::jthread thread_;
};

} // namespace belfry
