#include "core/exchange/exchange_trial.h"

#include "core/base/error.h"
#include "core/base/median.h"
#include "core/base/stopwatch.h"

#include <algorithm>
#include <utility>

namespace belfry {
namespace {

void waitForAll(TowerTeam& team) {
    team.run([](Tower& tower) { tower.synchronize(); });
}

TrialTimes timeOf(Exchange& strategy, TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules, double seconds) {
    constexpr std::size_t kWarmUp = 3, kMaxSteps = 60;
    strategy.attach(team, optimizer, rules);
    const RunAhead* ahead = strategy.runAhead();
    const std::vector<std::int64_t> images(static_cast<std::size_t>(team.size()), 1);
    std::vector<double> whole, exchange;
    waitForAll(team);
    const Stopwatch clock;
    for (std::size_t i = 0; whole.size() < 2 || (whole.size() < kMaxSteps && clock.seconds() < seconds); ++i) {
        const Stopwatch watch;
        strategy.begin(images);
        const ExchangeTimes spent = strategy.finish({images, 0.0});
        waitForAll(team);
        if (i < kWarmUp)
            continue;
        whole.push_back(watch.seconds() * 1000);
        float late = 0;
        for (int t = 0; ahead != nullptr && t < team.size(); ++t)
            late = std::max(late, ahead->deviceTimes(t, 0).exchange);
        exchange.push_back(std::min<double>(spent.exchange + late, whole.back()));
    }
    return {median(std::move(whole)), median(std::move(exchange))};
}

} // namespace

TrialTimes trialOf(const std::string& exchange, TowerTeam& team, const OptimizerSettings& settings,
                   const UpdateRules& rules, double seconds) {
    const auto optimizer = makeOptimizer(settings);
    return timeOf(*makeExchange(exchange, team), team, *optimizer, rules, seconds);
}

ExchangeTrials tryExchanges(TowerTeam& team, const OptimizerSettings& settings, const UpdateRules& rules,
                            const MakeExchange& make) {
    constexpr double kSeconds = 0.15;
    const std::vector<std::string> devices = team.deviceNames();
    ExchangeTrials trials;
    for (const std::string& name : synchronousExchangeNames()) {
        if (!exchangeRefusal(name, devices).empty())
            continue;
        try {
            const auto optimizer = makeOptimizer(settings);
            std::unique_ptr<Exchange> strategy = make(name, team);
            trials.done.push_back({name, timeOf(*strategy, team, *optimizer, rules, kSeconds).whole});
            if (!isCentral(name)) // one at most
                trials.started = std::move(strategy);
        } catch (const Error& error) { // a library between the devices that does not come up: others do
            if (error.category() != ErrorCategory::Device)
                throw;
            trials.problems.push_back(error.message());
        }
    }
    std::ranges::stable_sort(trials.done, {}, &ExchangeTrial::milliseconds);
    if (trials.done.empty() || isCentral(trials.done.front().name))
        trials.started.reset();
    return trials;
}

} // namespace belfry
