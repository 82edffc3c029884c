#include "core/study/rate_finder.h"

#include "core/base/error.h"
#include "core/study/pilot.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <span>

namespace belfry {
namespace {

constexpr double kRange = 1000;      // factor below and above the default rate
constexpr double kMaxRate = 1000;    // of a plan
constexpr double kSmoothed = 25;     // part of the batches that a mean is taken over
constexpr double kLearned = 0.8;     // of the first loss: below it something has been learned ...
constexpr double kLost = 0.9;        // ... and is lost when so much of the fall has been climbed again
constexpr double kBestTimes = 4;     // or when the loss is so many times its best
constexpr double kStartTimes = 1.5;  // or its start
constexpr double kWorthASlope = 0.9; // of the first loss: a best one above it is no fall

RateFinderSettings completed(RateFinderSettings settings, const Plan& plan) {
    const double defaultRate = optimizerInfo(plan.optimizer).defaultRate;
    settings.min = settings.min == 0 ? defaultRate / kRange : settings.min;
    settings.max = settings.max == 0 ? std::min(defaultRate * kRange, kMaxRate) : settings.max;
    if (!(settings.min > 0 && settings.max > settings.min && settings.max <= kMaxRate))
        throw usageError(
            Text::tr("The rates to try are %1 to %2; expected two between 0 and 1000, the lower one first.",
                     Text::number(settings.min), Text::number(settings.max)));
    if (settings.batches < 20 || settings.batches > 1000)
        throw usageError(Text::tr("The number of batches is %1; expected 20 to 1000.", settings.batches));
    return settings;
}

// rate(step) = min * (max / min)^(step / (batches - 1)), by the plan's own exponential schedule.
Plan risingPlan(Plan plan, const RateFinderSettings& settings) {
    plan.schedule = "exponential";
    plan.learningRate = settings.min;
    plan.decayFactor = settings.max / settings.min;
    plan.decaySteps = settings.batches - 1;
    plan.warmupSteps = 0;
    plan.warmupEpochs = 0;
    plan.steps = settings.batches;
    plan.patience = 0;
    return plan;
}

// An exponential mean whose beginning is not drawn to zero.
class RunningMean {
public:
    explicit RunningMean(double keep) : keep_(keep) {}
    double add(double value) {
        sum_ = keep_ * sum_ + (1 - keep_) * value;
        weight_ = keep_ * weight_ + (1 - keep_);
        return sum_ / weight_;
    }

private:
    double keep_, sum_ = 0, weight_ = 0;
};

// Forward and backward together have no lag.
void smooth(std::vector<RateTrial>& trials, std::size_t count, double keep) {
    RunningMean forward(keep), backward(keep);
    for (std::size_t i = 0; i < count; ++i)
        trials[i].smoothed = 0.5 * forward.add(trials[i].loss);
    for (std::size_t i = count; i-- > 0;)
        trials[i].smoothed += 0.5 * backward.add(trials[i].loss);
}

// The first trial at which the loss is given up; trials.size() when none.
std::size_t divergence(const std::vector<RateTrial>& trials, double keep) {
    RunningMean mean(keep);
    double start = 0, best = INFINITY;
    for (std::size_t i = 0; i < trials.size(); ++i) {
        if (!std::isfinite(trials[i].loss))
            return i;
        const double now = mean.add(trials[i].loss);
        start = i == 0 ? now : start;
        best = std::min(best, now);
        const bool lost = best < kLearned * start && now > best + kLost * (start - best);
        if (lost || now > kBestTimes * best || now > kStartTimes * start)
            return i;
    }
    return trials.size();
}

// The rate at which the smoothed loss falls fastest per factor of the rate, before its minimum.
std::optional<double> steepestOf(std::span<const RateTrial> trials) {
    const auto lowest = std::ranges::min_element(trials, {}, &RateTrial::smoothed);
    if (lowest == trials.end() || lowest->smoothed > kWorthASlope * trials.front().smoothed)
        return std::nullopt;
    std::optional<double> steepest;
    double fastest = 0;
    for (auto here = trials.begin() + 1; here < lowest; ++here) {
        const double slope =
            ((here + 1)->smoothed - (here - 1)->smoothed) / std::log((here + 1)->rate / (here - 1)->rate);
        if (slope < fastest) {
            fastest = slope;
            steepest = here->rate;
        }
    }
    return steepest;
}

double twoDigits(double value) { return std::strtod(significant(value, 2).english().c_str(), nullptr); }

} // namespace

RateFinding readLosses(std::vector<RateTrial> trials, int batches) {
    const double keep = 1 - 1 / std::max(2.0, batches / kSmoothed);
    const std::size_t count = divergence(trials, keep);
    smooth(trials, count, keep);
    RateFinding finding;
    if (count < trials.size())
        finding.diverged = trials[count].rate;
    for (std::size_t i = count; i < trials.size(); ++i)
        trials[i].smoothed = trials[i].loss;
    finding.steepest = steepestOf(std::span(trials).first(count));
    if (finding.steepest)
        finding.suggestion =
            twoDigits(finding.diverged ? std::min(*finding.steepest, *finding.diverged / 10) : *finding.steepest);
    finding.trials = std::move(trials);
    return finding;
}

RateFinding findRate(PreparedRun prepared, const RateFinderSettings& chosen, const RateObserver& observer,
                     std::stop_token stop) {
    const RateFinderSettings settings = completed(chosen, prepared.plan);
    prepared.plan = risingPlan(prepared.plan, settings);
    RateFinding finding;
    const auto watch = [&](const StepDone& step) {
        std::vector<RateTrial> trials = std::move(finding.trials);
        trials.push_back({static_cast<double>(step.learningRate), static_cast<double>(step.loss), 0});
        finding = readLosses(std::move(trials), settings.batches);
        if (observer)
            observer(finding);
        return !finding.diverged;
    };
    const Pilot pilot = runPilot(
        std::move(prepared), {.steps = settings.batches, .lowPriority = settings.lowPriority, .watch = watch}, stop);
    finding.stopped = stop.stop_requested();
    if (pilot.failed && !finding.diverged) // a loss that is not finite ends the run as failed too
        throw Error(ErrorCategory::Device, pilot.reason);
    return finding;
}

RateFinding findRate(const Plan& plan, const RateFinderSettings& settings, const RateObserver& observer,
                     std::stop_token stop) {
    completed(settings, plan); // before the data is opened
    return findRate(prepareRun(plan), settings, observer, stop);
}

} // namespace belfry
