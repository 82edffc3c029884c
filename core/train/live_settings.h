// What of a plan may change while a run is in progress. Plain values; any thread.
#pragma once

#include <cstdint>

namespace belfry {

struct Plan;

struct LiveSettings {
    double learningRate = 0;
    std::int64_t epochs = 0;
    std::int64_t checkpointEvery = 0; // steps
    bool operator==(const LiveSettings&) const = default;
};

LiveSettings liveSettings(const Plan& plan);
void apply(const LiveSettings& settings, Plan& plan);

} // namespace belfry
