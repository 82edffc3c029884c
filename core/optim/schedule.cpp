#include "core/optim/schedule.h"

#include "core/base/suggest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace belfry {
namespace {

// The rate at `step` of a run of `totalSteps`, without the warm-up.
using RateAt = double (*)(const ScheduleSettings& settings, double base, std::int64_t step, std::int64_t totalSteps);

double constant(const ScheduleSettings&, double base, std::int64_t, std::int64_t) { return base; }

// Linear from a tenth of the rate over the first quarter, then a cosine to a thousandth (after Smith 2018, "A
// disciplined approach to neural network hyper-parameters").
double oneCycle(const ScheduleSettings&, double base, std::int64_t step, std::int64_t totalSteps) {
    constexpr double kWarmUp = 0.25, kFirst = 0.1, kLast = 0.001;
    if (totalSteps <= 1)
        return base; // no room for a cycle
    const double x = std::clamp(static_cast<double>(step) / static_cast<double>(totalSteps - 1), 0.0, 1.0);
    if (x < kWarmUp)
        return base * (kFirst + (1.0 - kFirst) * x / kWarmUp);
    return base * (kLast + (1.0 - kLast) * 0.5 * (1.0 + std::cos(std::numbers::pi * (x - kWarmUp) / (1.0 - kWarmUp))));
}

// TensorFlow's exponential decay with staircase=True.
double staircase(const ScheduleSettings& settings, double base, std::int64_t step, std::int64_t) {
    return base * std::pow(settings.decayFactor, std::floor(static_cast<double>(step) / settings.decaySteps));
}

double exponential(const ScheduleSettings& settings, double base, std::int64_t step, std::int64_t) {
    return base * std::pow(settings.decayFactor, static_cast<double>(step) / settings.decaySteps);
}

// Half a cosine from the rate to zero, which it would reach one step after the last (Loshchilov and Hutter 2017).
double cosine(const ScheduleSettings&, double base, std::int64_t step, std::int64_t totalSteps) {
    const double x = static_cast<double>(step) / static_cast<double>(std::max<std::int64_t>(totalSteps, 1));
    return base * 0.5 * (1.0 + std::cos(std::numbers::pi * std::clamp(x, 0.0, 1.0)));
}

// Linear from a fraction of the rate to all of it at the peak, then linear to another fraction, which it would reach
// one step after the last (Jordan 2024, "94% on CIFAR-10 in 3.29 seconds on a single GPU").
double triangle(const ScheduleSettings& settings, double base, std::int64_t step, std::int64_t totalSteps) {
    const auto at = static_cast<double>(step), total = static_cast<double>(std::max<std::int64_t>(totalSteps, 1));
    const double peak = std::floor(settings.trianglePeak * total);
    if (at < peak)
        return base * (settings.triangleStart + (1.0 - settings.triangleStart) * at / peak);
    const double past = total > peak ? std::min((at - peak) / (total - peak), 1.0) : 1.0;
    return base * (1.0 - (1.0 - settings.triangleEnd) * past);
}

struct ScheduleEntry {
    const char* name;
    RateAt rateAt;
};
constexpr std::array kTable{ScheduleEntry{"constant", constant},       ScheduleEntry{"staircase", staircase},
                            ScheduleEntry{"exponential", exponential}, ScheduleEntry{"cosine", cosine},
                            ScheduleEntry{"triangle", triangle},       ScheduleEntry{"one-cycle", oneCycle}};

class NamedSchedule : public Schedule {
public:
    explicit NamedSchedule(const ScheduleSettings& settings)
        : settings_(settings), rateAt_(rowNamed(kTable, Text::tr("schedule"), settings.name).rateAt) {}
    double rate(double base, std::int64_t step, std::int64_t totalSteps) const override {
        const double rate = rateAt_(settings_, base, step, totalSteps), warmUp = settings_.warmupSteps;
        return warmUp > 0 ? rate * std::min(static_cast<double>(step + 1) / warmUp, 1.0) : rate;
    }

private:
    ScheduleSettings settings_;
    RateAt rateAt_;
};

} // namespace

bool isTriangle(const std::string& schedule) { return schedule == "triangle"; }

bool decaysByIntervals(const std::string& schedule) { return schedule == "staircase" || schedule == "exponential"; }

std::vector<std::string> scheduleNames() { return namesIn(kTable); }

std::unique_ptr<Schedule> makeSchedule(const ScheduleSettings& settings) {
    return std::make_unique<NamedSchedule>(settings);
}

} // namespace belfry
