#include "core/train/prepare.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/data/catalogue.h"
#include "core/data/stores.h"
#include "core/feed/feed.h"
#include "core/train/placement.h"

#include <algorithm>

namespace belfry {
namespace {

constexpr std::uint64_t kTrainImages = std::uint64_t{1} << 32; // of Purpose::Sample; labels and parts are below

// Drawn from all of the split: files may be sorted by class.
std::shared_ptr<const DataSet> withTrainImages(std::shared_ptr<const DataSet> whole, const Plan& plan) {
    const std::int64_t all = whole->train->size();
    if (plan.trainImages == 0 || plan.trainImages == all)
        return whole;
    if (plan.trainImages > all)
        throw usageError(
            Text::tr("The plan trains on %1 images, but %2 has only %3 for training. Choose fewer, or 0 for all.",
                     plan.trainImages, whole->title, all));
    std::vector<std::int64_t> drawn = permutation(all, RandomStream(plan.splitSeed, Purpose::Sample, kTrainImages));
    drawn.resize(static_cast<std::size_t>(plan.trainImages));
    std::ranges::sort(drawn);
    auto cut = std::make_shared<DataSet>(*whole);
    cut->train = pickedStore(whole->train, std::move(drawn));
    return cut;
}

RankSeat seatAt(const Plan& plan, std::shared_ptr<RankGroup> ranks) {
    const std::int64_t towers = plan.towers;
    if (towers < ranks->size())
        throw usageError(Text::tr("There are %1 ranks for %2 towers; expected at least one tower for each rank. Give "
                                  "--towers for all ranks together.",
                                  std::int64_t{ranks->size()}, towers));
    if (plan.exchange != "allreduce" && plan.exchange != kByDevice)
        throw usageError(Text::tr("The exchange '%1' needs all towers in one process; over ranks there is 'allreduce'.",
                                  plan.exchange));
    if (!plan.shares.empty() || plan.checkExchange)
        throw usageError(Text::tr("Shares by speed and the check of the exchange are not possible over ranks yet."));
    RankSeat seat{std::move(ranks)};
    for (int rank = 0; rank < seat.group->rank(); ++rank)
        seat.firstTower += static_cast<int>(shareOf(towers, seat.group->size(), rank));
    return seat;
}

// What is to be placed on this process's devices.
Plan ownPlan(const Plan& plan, const RankSeat& seat) {
    if (!seat.group)
        return plan;
    Plan own = plan;
    own.towers = static_cast<int>(shareOf(plan.towers, seat.group->size(), seat.group->rank()));
    own.exchange = "allreduce";
    return own;
}

} // namespace

std::shared_ptr<const DataSet> openData(const Plan& plan) {
    validate(plan);
    return withTrainImages(
        openDataSet(plan.data, {.dataDir = plan.dataDir, .pictureSize = plan.pictureSize, .splitSeed = plan.splitSeed}),
        plan);
}

std::string automaticName(const Plan& plan) {
    return plan.model + ", " + std::to_string(plan.towers) + (plan.towers == 1 ? " tower" : " towers");
}

PreparedRun prepareRun(const Plan& plan) { return prepareRun(plan, openData(plan)); }

PreparedRun prepareRun(const Plan& plan, std::shared_ptr<const DataSet> data) {
    return prepareRun(plan, std::move(data), nullptr);
}

PreparedRun prepareRun(const Plan& plan, std::shared_ptr<const DataSet> data, std::shared_ptr<RankGroup> ranks) {
    validate(plan);
    PreparedRun run;
    run.plan = plan;
    run.plan.data = resolveDataName(plan.data);
    run.data = std::move(data);
    if (plan.imagesPerStep() > run.data->train->size())
        throw usageError(Text::plural(
            "One step takes %1 images (%n towers), but %2 has only %3 for training. Choose a smaller batch.",
            "One step takes %1 images (%n tower), but %2 has only %3 for training. Choose a smaller batch.",
            plan.towers, plan.imagesPerStep(), run.data->title, run.data->train->size()));
    run.blueprint = std::make_shared<Blueprint>(
        makeBlueprint(architectureOf(plan), run.data->shape, static_cast<int>(run.data->classes.size()),
                      inputStageFromNames(plan.augmentation, plan.normalisation)));
    if (ranks)
        run.seat = seatAt(plan, std::move(ranks));
    Placement placement = placeTowers(ownPlan(plan, run.seat), *run.blueprint, listDevices(), run.data->train->size());
    run.plan.devices = placement.devices;
    run.plan.feed = placement.feed;
    run.plan.exchange = placement.exchange;
    if (run.plan.name.empty())
        run.plan.name = automaticName(plan);
    run.placement = std::move(placement.towers);
    for (TowerPlacement& tower : run.placement)
        tower.tower += run.seat.firstTower;
    run.remarks = std::move(placement.remarks);
    if (!run.data->remark.empty())
        run.remarks.push_back(run.data->remark);
    for (const DataIssue& issue : run.data->issues)
        run.remarks.push_back(issue.sentence);
    return run;
}

} // namespace belfry
