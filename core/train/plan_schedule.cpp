#include "core/train/plan_schedule.h"

#include <algorithm>

namespace belfry {
namespace {

// A schedule that after the warm-up does not fall below a minimum, nor below a constant rate that is less.
class Bounded : public Schedule {
public:
    Bounded(double min, double warmupSteps, std::unique_ptr<Schedule> schedule)
        : min_(min), warmupSteps_(warmupSteps), schedule_(std::move(schedule)) {}
    double rate(double base, std::int64_t step, std::int64_t totalSteps) const override {
        const double rate = schedule_->rate(base, step, totalSteps);
        return static_cast<double>(step) < warmupSteps_ ? rate : std::max(rate, std::min(min_, base));
    }

private:
    double min_, warmupSteps_;
    std::unique_ptr<Schedule> schedule_;
};

} // namespace

std::int64_t stepsPerEpoch(const Plan& plan, std::int64_t trainImages) {
    return (trainImages + plan.imagesPerStep() - 1) / plan.imagesPerStep();
}

std::int64_t totalSteps(const Plan& plan, std::int64_t trainImages) {
    return plan.steps > 0 ? plan.steps : stepsPerEpoch(plan, trainImages) * std::max<std::int64_t>(plan.epochs, 1);
}

std::unique_ptr<Schedule> scheduleOf(const Plan& plan, std::int64_t trainImages) {
    const auto perEpoch = static_cast<double>(stepsPerEpoch(plan, trainImages));
    const auto inSteps = [perEpoch](std::int64_t steps, double epochs) {
        return steps > 0 ? static_cast<double>(steps) : epochs * perEpoch;
    };
    const double warmupSteps = inSteps(plan.warmupSteps, plan.warmupEpochs);
    std::unique_ptr<Schedule> schedule = makeSchedule({.name = plan.schedule,
                                                       .decayFactor = plan.decayFactor,
                                                       .decaySteps = inSteps(plan.decaySteps, plan.decayEpochs),
                                                       .warmupSteps = warmupSteps});
    return plan.minRate > 0 ? std::make_unique<Bounded>(plan.minRate, warmupSteps, std::move(schedule))
                            : std::move(schedule);
}

std::vector<RatePoint> rateCurve(const Plan& plan, std::int64_t trainImages, int maxPoints) {
    const std::unique_ptr<Schedule> schedule = scheduleOf(plan, trainImages);
    const std::int64_t total = totalSteps(plan, trainImages);
    const std::int64_t points = std::min<std::int64_t>(total, maxPoints);
    std::vector<RatePoint> curve;
    for (std::int64_t i = 0; i < points; ++i) {
        // In double: the product of a huge length and a point's number does not fit into 64 bits.
        const double part = points > 1 ? static_cast<double>(i) / static_cast<double>(points - 1) : 0.0;
        const auto step = std::min(static_cast<std::int64_t>(part * static_cast<double>(total - 1) + 0.5), total - 1);
        curve.push_back({step + 1, schedule->rate(plan.learningRate, step, total)});
    }
    return curve;
}

} // namespace belfry
