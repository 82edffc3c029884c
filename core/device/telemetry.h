// Live load and memory of all devices, sampled by one thread of its own.
#pragma once

#include "core/device/devices.h"

#include <chrono>
#include <functional>
#include <memory>

namespace belfry {

class Telemetry {
public:
    using Sink = std::function<void(const DeviceReport&)>; // called on the telemetry thread
    // Samples at once and then every `period`. The destructor stops and waits (within a sample).
    Telemetry(std::chrono::milliseconds period, Sink sink);
    ~Telemetry();
    Telemetry(const Telemetry&) = delete;
    Telemetry& operator=(const Telemetry&) = delete;

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace belfry
