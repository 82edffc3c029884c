// Learning rates over a run: pure functions of the step, so that a curve can be drawn before the run. Any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace belfry {

struct ScheduleSettings {
    std::string name = "constant";
    double decayFactor = 0.1; // staircase and exponential: what is left of the rate after ...
    double decaySteps = 1;    // ... this many steps
    double triangleStart = 0.2, trianglePeak = 0.23, triangleEnd = 0.07; // triangle: first rate, place, last rate
    double warmupSteps = 0; // any schedule: over these the rate rises in equal steps to the schedule's own; 0: none
};

// Learning rate at an update.
class Schedule {
public:
    virtual ~Schedule() = default;
    virtual double rate(double base, std::int64_t step,
                        std::int64_t totalSteps) const = 0; // step: 0 for the first update
};

std::vector<std::string> scheduleNames();
bool isTriangle(const std::string& schedule);
bool decaysByIntervals(const std::string& schedule); // whether decayFactor and decaySteps are of any use to it
// Throws Error(Usage) for an unknown name.
std::unique_ptr<Schedule> makeSchedule(const ScheduleSettings& settings);

} // namespace belfry
