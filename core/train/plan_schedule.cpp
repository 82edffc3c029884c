#include "core/train/plan_schedule.h"

#include <algorithm>
#include <cmath>

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
    const std::int64_t batches = (trainImages + plan.imagesPerStep() - 1) / plan.imagesPerStep();
    return (batches + plan.accumulate - 1) / plan.accumulate;
}

std::int64_t leastEpochs(const Plan& plan, std::int64_t epochs) {
    return std::max<std::int64_t>(epochs, plan.backbone.empty() ? 1 : 0);
}

std::int64_t totalSteps(const Plan& plan, std::int64_t trainImages) {
    return plan.steps > 0 ? plan.steps : stepsPerEpoch(plan, trainImages) * leastEpochs(plan, plan.epochs);
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
                                                       .triangleStart = plan.triangleStart,
                                                       .trianglePeak = plan.trianglePeak,
                                                       .triangleEnd = plan.triangleEnd,
                                                       .warmupSteps = warmupSteps});
    return plan.minRate > 0 ? std::make_unique<Bounded>(plan.minRate, warmupSteps, std::move(schedule))
                            : std::move(schedule);
}

double lookaheadPull(const Plan& plan, std::int64_t step, std::int64_t totalSteps) {
    if (plan.lookaheadEvery == 0)
        return UpdateStep::kNoPull;
    const bool falls = plan.lookaheadPull == 0, last = step == totalSteps;
    if (step % plan.lookaheadEvery != 0 && !(falls && last))
        return UpdateStep::kNoPull;
    if (!falls)
        return plan.lookaheadPull;
    if (last)
        return 0; // the slow weights are the result
    constexpr double kSlowest = 0.95 * 0.95 * 0.95 * 0.95 * 0.95;
    return 1.0 - kSlowest * std::pow(static_cast<double>(step) / static_cast<double>(totalSteps), 3);
}

double swaShare(const Plan& plan, std::int64_t images, std::int64_t trainImages, std::int64_t totalSteps) {
    const std::int64_t perEpoch = stepsPerEpoch(plan, trainImages), epoch = images / trainImages;
    const double from = plan.swaFrom * static_cast<double>(totalSteps) / static_cast<double>(perEpoch);
    const std::int64_t first = std::max<std::int64_t>(static_cast<std::int64_t>(std::ceil(from - 1e-9)), 1);
    const bool ends = images % trainImages == 0;
    if (epoch < first || (ends && epoch == first))
        return 1;
    return ends ? 1.0 / static_cast<double>(epoch - first + 1) : 0.0;
}

std::array<double, kRateGroups> groupRates(const Plan& plan, std::int64_t imagesBefore, std::int64_t trainImages) {
    const std::int64_t epochs = imagesBefore / trainImages;
    std::array<double, kRateGroups> rates{};
    for (int group = 0; group < kRateGroups; ++group)
        if (group <= 1 || (group - 1) * plan.unfreezeEpochs <= epochs)
            rates[static_cast<std::size_t>(group)] = std::pow(plan.backboneRate, group);
    return rates;
}

std::array<std::int64_t, kRateGroups> stepsBeforeGroups(const Plan& plan, std::int64_t trainImages) {
    std::array<std::int64_t, kRateGroups> steps{};
    for (std::size_t group = 2; group < steps.size(); ++group)
        steps[group] = static_cast<std::int64_t>(group - 1) * plan.unfreezeEpochs * stepsPerEpoch(plan, trainImages);
    return steps;
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
