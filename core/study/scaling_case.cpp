#include "core/study/scaling_case.h"

#include "core/base/error.h"
#include "core/study/pilot.h"
#include "core/tower/cuda_steps.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr std::int64_t kWarmUp = 3;                                    // steps on the CPU
constexpr double kMeasured = 0.4;                                      // seconds, within ...
constexpr std::int64_t kMinMeasuredSteps = 3, kMaxMeasuredSteps = 500; // ... these steps

void add(StageTimes& sum, const StageTimes& times, float factor = 1) {
    for (const Stage& stage : kEveryStage)
        sum.*stage.milliseconds += factor * times.*stage.milliseconds;
    sum.images += times.images;
}

// The steps of one pilot after its warm-up.
class Gauge {
public:
    Gauge(std::int64_t warmUp, std::int64_t steps) : warmUp_(warmUp), wanted_(steps) {}

    bool needsMore(const StepDone& step) {
        if (step.step <= warmUp_) {
            begin_ = last_ = step;
            return true;
        }
        sums_.resize(step.towers.size());
        for (std::size_t t = 0; t < sums_.size(); ++t)
            add(sums_[t], step.towers[t]);
        last_ = step;
        return !enough();
    }

    bool enough() const {
        if (wanted_ > 0)
            return steps() >= wanted_;
        return steps() >= kMaxMeasuredSteps || (steps() >= kMinMeasuredSteps && seconds() >= kMeasured);
    }

    void addTo(ScalingCase& one) const {
        one.speeds.push_back(static_cast<double>(last_.images - begin_.images) / seconds());
        one.milliseconds.push_back(1000 * seconds() / static_cast<double>(steps()));
        one.steps += steps();
        one.sums.resize(sums_.size());
        for (std::size_t t = 0; t < sums_.size(); ++t)
            add(one.sums[t], sums_[t]);
    }

private:
    std::int64_t steps() const { return last_.step - begin_.step; }
    double seconds() const { return last_.seconds - begin_.seconds; }

    std::int64_t warmUp_, wanted_;
    StepDone begin_, last_;
    std::vector<StageTimes> sums_;
};

} // namespace

int ScalingCase::sharing() const {
    int max = 1;
    for (const TowerPlacement& tower : placement)
        max = std::max(max, static_cast<int>(std::ranges::count(placement, tower.device, &TowerPlacement::device)));
    return max;
}

std::vector<StageTimes> ScalingCase::stages() const {
    std::vector<StageTimes> means;
    for (std::size_t t = 0; t < sums.size(); ++t) {
        StageTimes mean;
        add(mean, sums[t], 1 / static_cast<float>(steps));
        mean.images = sums[t].images / steps;
        means.push_back(mean);
    }
    return means;
}

ScalingCase caseOf(const Plan& plan, int towers, std::int64_t images) {
    ScalingCase one;
    one.towers = towers;
    one.images = images;
    one.exchange = plan.exchange;
    return one;
}

Plan planOf(const Plan& plan, const ScalingCase& one) {
    Plan made = timingPlan(plan);
    made.towers = one.towers;
    made.batchPerTower = one.largestShare();
    made.globalBatch = one.images;
    made.exchange = one.exchange;
    if (plan.shares != "measured" || one.towers == 1)
        made.shares.clear(); // of the plan's own number of towers
    made.checkExchange = false;
    made.replicaCheckEvery = 0;
    made.tensorboard = false;
    return made;
}

void measureCase(ScalingCase& one, const PreparedRun& base, std::int64_t steps, bool lowPriority,
                 const std::stop_token& stop) {
    PreparedRun run = base;
    run.plan = planOf(base.plan, one);
    run.plan.exchange = resolveExchange(one.exchange, devicesOf(one.placement));
    const bool onCuda = std::ranges::any_of(one.placement, [](const auto& tower) { return tower.device != "cpu"; });
    const std::int64_t warmUp = onCuda ? kStepsUntilReplay : kWarmUp;
    run.plan.steps = warmUp + (steps > 0 ? steps : kMaxMeasuredSteps);
    run.placement = one.placement;
    Gauge gauge(warmUp, steps);
    PilotOptions options{.steps = run.plan.steps, .lowPriority = lowPriority};
    options.watch = [&gauge](const StepDone& step) { return gauge.needsMore(step); };
    const Pilot pilot = runPilot(std::move(run), options, stop);
    if (pilot.failed)
        throw Error(ErrorCategory::Training, pilot.reason);
    if (!gauge.enough())
        return;
    gauge.addTo(one);
    if (!pilot.exchange.empty())
        one.exchange = pilot.exchange;
}

} // namespace belfry
