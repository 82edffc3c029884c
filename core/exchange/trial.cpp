#include "core/exchange/trial.h"

#include "core/base/stopwatch.h"

#include <algorithm>

namespace belfry {
namespace {

void waitForAll(TowerTeam& team) {
    team.run([](Tower& tower) {
        if (tower.stream())
            tower.stream()->synchronize();
    });
}

} // namespace

double trialOf(const std::string& exchange, TowerTeam& team, const OptimizerSettings& settings,
               const UpdateRules& rules, double seconds) {
    constexpr std::size_t kWarmUp = 3, kMost = 60;
    const auto optimizer = makeOptimizer(settings);
    const auto strategy = makeExchange(exchange, team);
    strategy->attach(team, *optimizer, rules);
    const std::vector<std::int64_t> images(static_cast<std::size_t>(team.size()), 1);
    std::vector<double> times;
    waitForAll(team);
    const Stopwatch whole;
    while (times.size() < kWarmUp + 2 || (times.size() < kMost && whole.seconds() < seconds)) {
        const Stopwatch watch;
        strategy->begin(images);
        strategy->finish({images, 0.0});
        waitForAll(team);
        times.push_back(watch.seconds() * 1000);
    }
    times.erase(times.begin(), times.begin() + kWarmUp);
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::nth_element(times.begin(), middle, times.end());
    return *middle;
}

std::vector<ExchangeTrial> tryExchanges(TowerTeam& team, const OptimizerSettings& optimizer, const UpdateRules& rules) {
    std::vector<std::string> devices;
    for (int t = 0; t < team.size(); ++t)
        devices.push_back(team.tower(t).device().str());
    std::vector<ExchangeTrial> trials;
    for (const std::string& name : synchronousExchangeNames())
        if (exchangeRefusal(name, devices).empty())
            trials.push_back({name, trialOf(name, team, optimizer, rules)});
    std::ranges::stable_sort(trials, {}, &ExchangeTrial::milliseconds);
    return trials;
}

} // namespace belfry
