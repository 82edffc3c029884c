#include "core/optim/schedule.h"

#include "core/base/suggest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <type_traits>

namespace belfry {
namespace {

// The same rate for every step.
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

// rate * factor^floor(step / decaySteps): TensorFlow's exponential decay with staircase=True.
class Staircase : public Schedule {
public:
    explicit Staircase(const ScheduleSettings& settings) : settings_(settings) {}
    double rate(double base, std::int64_t step, std::int64_t) const override {
        return base * std::pow(settings_.decayFactor, std::floor(static_cast<double>(step) / settings_.decaySteps));
    }

private:
    ScheduleSettings settings_;
};

// rate * factor^(step / decaySteps)
class Exponential : public Schedule {
public:
    explicit Exponential(const ScheduleSettings& settings) : settings_(settings) {}
    double rate(double base, std::int64_t step, std::int64_t) const override {
        return base * std::pow(settings_.decayFactor, static_cast<double>(step) / settings_.decaySteps);
    }

private:
    ScheduleSettings settings_;
};

// Half a cosine from the rate to zero, which it would reach one step after the last (Loshchilov and Hutter 2017).
class Cosine : public Schedule {
public:
    double rate(double base, std::int64_t step, std::int64_t totalSteps) const override {
        const double x = static_cast<double>(step) / static_cast<double>(std::max<std::int64_t>(totalSteps, 1));
        return base * 0.5 * (1.0 + std::cos(std::numbers::pi * std::clamp(x, 0.0, 1.0)));
    }
};

class WarmUp : public Schedule {
public:
    WarmUp(double steps, std::unique_ptr<Schedule> schedule) : steps_(steps), schedule_(std::move(schedule)) {}
    double rate(double base, std::int64_t step, std::int64_t totalSteps) const override {
        return schedule_->rate(base, step, totalSteps) * std::min(static_cast<double>(step + 1) / steps_, 1.0);
    }

private:
    double steps_;
    std::unique_ptr<Schedule> schedule_;
};

struct ScheduleEntry {
    const char* name;
    std::unique_ptr<Schedule> (*make)(const ScheduleSettings&);
};

template <typename S>
std::unique_ptr<Schedule> build(const ScheduleSettings& settings) {
    if constexpr (std::is_constructible_v<S, const ScheduleSettings&>)
        return std::make_unique<S>(settings);
    else
        return std::make_unique<S>();
}

constexpr std::array kTable{
    ScheduleEntry{"constant", build<Constant>},       ScheduleEntry{"staircase", build<Staircase>},
    ScheduleEntry{"exponential", build<Exponential>}, ScheduleEntry{"cosine", build<Cosine>},
    ScheduleEntry{"one-cycle", build<OneCycle>},
};

} // namespace

bool decaysByIntervals(const std::string& schedule) { return schedule == "staircase" || schedule == "exponential"; }

std::vector<std::string> scheduleNames() { return namesIn(kTable); }

std::unique_ptr<Schedule> makeSchedule(const ScheduleSettings& settings) {
    std::unique_ptr<Schedule> schedule = rowNamed(kTable, Text::tr("schedule"), settings.name).make(settings);
    if (settings.warmupSteps > 0)
        return std::make_unique<WarmUp>(settings.warmupSteps, std::move(schedule));
    return schedule;
}

} // namespace belfry
