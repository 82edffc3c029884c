#include "core/exchange/async_exchange.h"

#include "core/base/stopwatch.h"

#include <algorithm>

namespace belfry {

// A copy even of a CPU tower's weights: they change while that tower computes.
void AsyncExchange::attach(TowerTeam& team, Optimizer& optimizer, const UpdateRules& rules) {
    Tower& first = team.tower(0);
    start(team, first.stream() ? copyForDevices(first) : first.weights().clone(), std::nullopt, optimizer, rules);
}

ExchangeTimes AsyncExchange::finish(const ExchangeStep& step) {
    Stopwatch watch;
    server_->step(step);
    const auto brought = std::ranges::find_if(step.images, [](std::int64_t images) { return images > 0; });
    Tower& tower = team_->tower(static_cast<int>(brought - step.images.begin()));
    tower.takeWeights(server_->weights());
    if (tower.stream())
        tower.stream()->synchronize(); // the next update writes what is being copied
    const float update = server_->times().update;
    return {.exchange = watch.lap() - update, .update = update};
}

} // namespace belfry
