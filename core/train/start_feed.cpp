#include "core/train/start_feed.h"

#include "core/base/median.h"
#include "core/train/plan_shares.h"

#include <algorithm>
#include <utility>

namespace belfry {
namespace {

FeedOptions feedOptions(const PreparedRun& prepared, int keepAlive) {
    const Plan& plan = prepared.plan;
    FeedOptions options;
    options.store = prepared.data->train;
    options.shape = prepared.data->shape;
    options.imagesPerStep = plan.imagesPerStep();
    options.towers = plan.asynchronous() ? 1 : plan.towers;
    if (prepared.seat.group) {
        options.firstTower = prepared.seat.firstTower;
        options.ownTowers = static_cast<int>(prepared.placement.size());
    }
    options.seed = plan.seed;
    options.sampling = plan.sampling == "balanced" ? Sampling::Balanced : Sampling::Shuffle;
    options.withNext = prepared.blueprint->input.mixes();
    options.queueCapacity = plan.queueCapacity;
    options.queueWorkers = plan.queueWorkers;
    options.keepAlive = keepAlive;
    const auto onCuda =
        std::ranges::find_if(prepared.placement, [](const auto& tower) { return tower.device != "cpu"; });
    if (onCuda != prepared.placement.end())
        options.pageLockedThrough = at::Device(onCuda->device).index();
    return options;
}

// Every rank measures its own towers, at the same time.
std::vector<double> ofAllRanks(const RankSeat& seat, std::vector<double> speeds) {
    if (!seat.group)
        return speeds;
    speeds.resize(static_cast<std::size_t>(std::ranges::max(seat.towers)));
    std::vector<double> all;
    for (std::size_t rank = 0; const std::vector<double>& of : seat.group->gather(speeds))
        all.insert(all.end(), of.begin(), of.begin() + seat.towers[rank++]);
    return all;
}

std::vector<double> measureShares(const RankSeat& seat, TowerTeam& team, const FeedOptions& options) {
    constexpr int kWarmUp = 2, kSteps = 5;
    const auto feed = makeFeed("direct", options);
    const Batch& batch = feed->next({});
    std::vector<std::vector<double>> times(static_cast<std::size_t>(team.size())); // milliseconds by tower and step
    for (int step = 0; step < kWarmUp + kSteps; ++step) {
        team.run([&](Tower& tower) {
            tower.compute(batch.shares[static_cast<std::size_t>(seat.firstTower + tower.index())], batch.epoch,
                          [](int) {});
        });
        for (Tower& tower : team) {
            const double took = tower.collect().times.total();
            if (step >= kWarmUp)
                times[static_cast<std::size_t>(tower.index())].push_back(took);
        }
    }
    std::vector<double> speeds;
    for (std::size_t t = 0; t < times.size(); ++t)
        speeds.push_back(static_cast<double>(batch.shares[static_cast<std::size_t>(seat.firstTower) + t].count()) /
                         std::max(median(times[t]), 1e-3));
    return sharesBySpeed(ofAllRanks(seat, std::move(speeds)), options.imagesPerStep);
}

} // namespace

StartedFeed startFeed(const PreparedRun& prepared, TowerTeam& team, int keepAlive) {
    FeedOptions options = feedOptions(prepared, keepAlive);
    Plan plan = prepared.plan;
    if (plan.shares == "measured")
        plan.shares = plan.towers > 1 ? sharesText(measureShares(prepared.seat, team, options)) : "";
    options.fractions = shareFractions(plan);
    StartedFeed started{makeFeed(plan.feed, options), plan.shares, options.fractions};
    if (const std::uint8_t* images = started.feed->wholeSet())
        team.makeResident(images, prepared.trainImages() * prepared.data->shape.bytes(), started.feed->wholeLabels());
    return started;
}

} // namespace belfry
