#include "core/optim/schedule.h"

#include "core/base/error.h"
#include "core/base/suggest.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace belfry {
namespace {

class Constant : public Schedule {
public:
    double rate(double base, std::int64_t, std::int64_t) const override { return base; }
};

// Linear from a tenth of the rate over the first quarter, then a cosine to a thousandth (after Smith 2018, "A
// disciplined approach to neural network hyper-parameters").
class OneCycle : public Schedule {
public:
    double rate(double base, std::int64_t step, std::int64_t totalSteps) const override {
        constexpr double kWarmUp = 0.25, kFirst = 0.1, kLast = 0.001;
        if (totalSteps <= 1)
            return base; // no room for a cycle
        const double x = std::clamp(static_cast<double>(step) / static_cast<double>(totalSteps - 1), 0.0, 1.0);
        if (x < kWarmUp)
            return base * (kFirst + (1.0 - kFirst) * x / kWarmUp);
        return base *
               (kLast + (1.0 - kLast) * 0.5 * (1.0 + std::cos(std::numbers::pi * (x - kWarmUp) / (1.0 - kWarmUp))));
    }
};

} // namespace

std::vector<std::string> scheduleNames() {
    return {"constant", "one-cycle"};
}

std::unique_ptr<Schedule> makeSchedule(const std::string& name) {
    if (name == "constant")
        return std::make_unique<Constant>();
    if (name == "one-cycle")
        return std::make_unique<OneCycle>();
    throw Error(ErrorCategory::Usage, unknownName("schedule", name, scheduleNames()));
}

} // namespace belfry
