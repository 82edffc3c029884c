#include "core/train/start_exchange.h"

#include "core/exchange/exchange_trial.h"
#include "core/train/choice_text.h"

#include <algorithm>
#include <utility>

namespace belfry {
namespace {

constexpr double kMaxDeviation = 1e-4; // relative: rounding stays far below

} // namespace

StartedExchange startExchange(const Plan& plan, TowerTeam& team, Optimizer& optimizer,
                              const std::vector<float>& weights, bool mayRunAhead,
                              const std::function<std::unique_ptr<Exchange>(TowerTeam&)>& make) {
    const OptimizerSettings settings = optimizerSettings(plan);
    UpdateRules rules = updateRules(plan);
    StartedExchange started;
    started.name = plan.exchange;
    std::unique_ptr<Exchange> measured;
    if (plan.exchange == "auto") {
        ExchangeTrials tried = tryExchanges(team, settings, rules);
        started.trials = std::move(tried.done);
        started.problems = std::move(tried.problems);
        measured = std::move(tried.started);
        started.name = started.trials.front().name;
    }
    team.setWeights(weights);
    started.exchange = make ? make(team) : measured ? std::move(measured) : makeExchange(started.name, team);
    if (plan.checkExchange) {
        auto checking = std::make_unique<CheckingExchange>(std::move(started.exchange), settings);
        started.checking = checking.get();
        started.exchange = std::move(checking);
    }
    const RunAhead* ahead = started.exchange->runAhead();
    // A check reads every gradient on the host.
    rules.haltUnlessFinite = started.ahead =
        mayRunAhead && !plan.checkExchange && ahead != nullptr && ahead->queuesOnly(team);
    started.exchange->attach(team, optimizer, rules);
    return started;
}

std::vector<Text> StartedExchange::trialRemarks() const {
    std::vector<Text> remarks = problems;
    for (const ExchangeTrial& trial : trials) {
        const Number time = significant(trial.milliseconds, 3);
        remarks.push_back(
            trial.name == name
                ? Text::tr("The exchange '%1' took %2 ms per step when measured, the shortest time, and is used.",
                           exchangeName(trial.name), time)
                : Text::tr("The exchange '%1' took %2 ms per step when measured.", exchangeName(trial.name), time));
    }
    return remarks;
}

std::vector<Text> StartedExchange::deviationRemarks() const {
    if (!checking)
        return {};
    return {Text::tr("The exchange '%1' deviated from the reference by at most %2 in the gradient and %3 in the "
                     "weights (relative norm of the difference).",
                     exchangeName(name), significant(checking->largest().gradient, 3),
                     significant(checking->largest().weights, 3))};
}

Text StartedExchange::fault(std::int64_t step) const {
    if (!checking)
        return {};
    const ExchangeDeviation& largest = checking->largest();
    if (largest.differentTower >= 0)
        return Text::tr("The weights of tower %1 differ from the others' since step %2; do not trust this run. Try "
                        "another exchange or other devices.",
                        largest.differentTower, largest.differentStep);
    if (largest.gradient <= kMaxDeviation && largest.weights <= kMaxDeviation) // false for NaN
        return {};
    const double distance = largest.gradient <= kMaxDeviation ? largest.weights : largest.gradient;
    return Text::tr("The exchange '%1' differs from the reference by %2 at step %3; do not trust this run. Try another "
                    "exchange or other devices.",
                    exchangeName(name), significant(distance, 3), step);
}

} // namespace belfry
