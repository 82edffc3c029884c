#include "core/train/measure_shares.h"

#include "core/base/median.h"
#include "core/train/plan_shares.h"

#include <algorithm>
#include <utility>

namespace belfry {

std::vector<double> measureShares(TowerTeam& team, FeedOptions options) {
    constexpr int kWarmUp = 2, kSteps = 5;
    options.fractions.clear();
    const auto feed = makeFeed("direct", options);
    const Batch& batch = feed->next({});
    std::vector<std::vector<double>> times(static_cast<std::size_t>(team.size())); // milliseconds by tower and step
    for (int step = 0; step < kWarmUp + kSteps; ++step) {
        team.run([&](Tower& tower) {
            tower.compute(batch.shares[static_cast<std::size_t>(tower.index())], batch.epoch, [](int) {});
        });
        for (int t = 0; t < team.size(); ++t) {
            const double took = team.tower(t).collect().times.total();
            if (step >= kWarmUp)
                times[static_cast<std::size_t>(t)].push_back(took);
        }
    }
    std::vector<double> speeds;
    for (std::size_t t = 0; t < times.size(); ++t)
        speeds.push_back(static_cast<double>(batch.shares[t].count()) / std::max(median(times[t]), 1e-3));
    return sharesBySpeed(std::move(speeds), options.imagesPerStep);
}

} // namespace belfry
