// Learning rates over a run. Pure functions of the step; any thread.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace belfry {

// Learning rate at an update.
class Schedule {
public:
    virtual ~Schedule() = default;
    virtual double rate(double base, std::int64_t step,
                        std::int64_t totalSteps) const = 0; // step: 0 for the first update
};

std::vector<std::string> scheduleNames();
std::unique_ptr<Schedule> makeSchedule(const std::string& name);

} // namespace belfry
