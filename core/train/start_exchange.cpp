#include "core/train/start_exchange.h"

#include "core/exchange/exchange_trial.h"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace belfry {
namespace {

constexpr double kMaxDeviation = 1e-4; // relative: rounding stays far below

std::string threeDigits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", value);
    return text;
}

} // namespace

StartedExchange startExchange(const Plan& plan, TowerTeam& team, Optimizer& optimizer,
                              const std::vector<float>& weights, bool mayRunAhead,
                              const std::function<std::unique_ptr<Exchange>(TowerTeam&)>& make) {
    const OptimizerSettings settings = optimizerSettings(plan);
    UpdateRules rules{plan.clipNorm, plan.averageDecay};
    StartedExchange started;
    started.name = plan.exchange;
    if (plan.exchange == "auto") {
        ExchangeTrials tried = tryExchanges(team, settings, rules);
        started.trials = std::move(tried.done);
        started.problems = std::move(tried.problems);
        started.name = started.trials.front().name;
    }
    team.setWeights(weights);
    started.exchange = make ? make(team) : makeExchange(started.name, team);
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

std::vector<std::string> StartedExchange::trialRemarks() const {
    std::vector<std::string> remarks;
    for (const Text& problem : problems)
        remarks.push_back(problem.english());
    for (const ExchangeTrial& trial : trials)
        remarks.push_back("The exchange '" + trial.name + "' took " + threeDigits(trial.milliseconds) +
                          " ms a step in a trial" + (trial.name == name ? ", the least, and is used." : "."));
    return remarks;
}

std::vector<std::string> StartedExchange::deviationRemarks() const {
    if (!checking)
        return {};
    return {"The exchange '" + name + "' was at most " + threeDigits(checking->largest().gradient) +
            " from the reference in the gradient and " + threeDigits(checking->largest().weights) +
            " in the weights (relative distances)."};
}

std::string StartedExchange::fault(std::int64_t step) const {
    if (!checking)
        return "";
    const ExchangeDeviation& largest = checking->largest();
    const std::string advice = "; do not trust this run. Try another exchange or other devices.";
    if (largest.differentTower >= 0)
        return "The weights of tower " + std::to_string(largest.differentTower) +
               " differ from the others' since step " + std::to_string(largest.differentStep) + advice;
    if (largest.gradient <= kMaxDeviation && largest.weights <= kMaxDeviation) // no number is not
        return "";
    const double distance = largest.gradient <= kMaxDeviation ? largest.weights : largest.gradient;
    return "The exchange '" + name + "' differs from the reference by " + threeDigits(distance) + " at step " +
           std::to_string(step) + advice;
}

} // namespace belfry
