#include "core/study/tower_choice.h"

#include "core/base/error.h"
#include "core/base/median.h"
#include "core/base/stopwatch.h"
#include "core/device/devices.h"
#include "core/exchange/exchange_table.h"
#include "core/study/scaling.h"
#include "core/study/scaling_case.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr int kRounds = 3;
constexpr double kEnough = 15; // seconds: then no other round begins

// Cases for this number of towers; none if they do not fit.
std::vector<ScalingCase> casesOf(const Plan& plan, const PreparedRun& base) {
    const DeviceReport report = listDevices();
    std::vector<ScalingCase> cases;
    for (const int towers : towerLadder(defaultTowers(plan))) {
        ScalingCase one = caseOf(plan, towers, plan.imagesPerStep());
        if (one.towers > one.images) // one of them would have no image, whatever its speed
            break;
        try {
            one.placement = placeTowers(planOf(plan, one), *base.blueprint, report, base.data->train->size()).towers;
            cases.push_back(std::move(one));
        } catch (const Error& error) {
            if (error.category() != ErrorCategory::Device || cases.empty())
                throw;
        }
    }
    return cases;
}

Text remarkOf(const std::vector<TowerTrial>& trials, int chosen) {
    Text measured;
    for (const TowerTrial& trial : trials) {
        const Text one = Text::plural("%n towers %1", "%n tower %1", trial.towers, std::llround(trial.imagesPerSecond));
        measured = measured.empty() ? one : Text::tr("%1, %2", measured, one);
    }
    return Text::plural("Images per second in a trial: %1; %n towers are used.",
                        "Images per second in a trial: %1; %n tower is used.", chosen, measured);
}

} // namespace

TowerChoice chooseTowers(const Plan& plan, std::stop_token stop) {
    requireCommonStep(plan.exchange);
    const PreparedRun base = prepareRun(planOf(plan, caseOf(plan, 1, plan.imagesPerStep())));
    std::vector<ScalingCase> cases = casesOf(plan, base);
    const Stopwatch watch;
    for (int round = 0; round < kRounds && (round == 0 || watch.seconds() < kEnough); ++round)
        for (ScalingCase& each : cases)
            measureCase(each, base, 0, false, stop);
    TowerChoice choice{.plan = plan, .trials = {}, .remark = {}};
    if (stop.stop_requested())
        return choice;
    for (const ScalingCase& each : cases)
        choice.trials.push_back({each.towers, median(each.speeds)});
    const int towers = std::ranges::max_element(choice.trials, {}, &TowerTrial::imagesPerSecond)->towers;
    choice.plan.towers = towers;
    choice.plan.globalBatch = plan.imagesPerStep();
    choice.plan.batchPerTower = (plan.imagesPerStep() + towers - 1) / towers;
    choice.remark = remarkOf(choice.trials, towers);
    return choice;
}

} // namespace belfry
