#include "core/device/telemetry.h"

#include "core/device/probe.h"

#include <condition_variable>
#include <mutex>

namespace belfry {
namespace {

void sampleUntilStopped(std::stop_token stop, std::chrono::milliseconds period, const Telemetry::Sink& sink) {
    DeviceProbe probe; // opened on this thread: starting the driver takes up to a second
    std::mutex mutex;
    std::condition_variable_any wake; // only the stop token wakes it
    while (!stop.stop_requested()) {
        sink(probe.sample());
        std::unique_lock lock(mutex);
        wake.wait_for(lock, stop, period, [] { return false; });
    }
}

} // namespace

Telemetry::Telemetry(std::chrono::milliseconds period, Sink sink)
    : thread_([period, sink = std::move(sink)](std::stop_token stop) { sampleUntilStopped(stop, period, sink); }) {}

} // namespace belfry
