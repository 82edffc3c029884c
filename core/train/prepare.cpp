#include "core/train/prepare.h"

#include "core/base/error.h"
#include "core/base/random.h"
#include "core/data/catalogue.h"
#include "core/data/name_division.h"
#include "core/data/split_pictures.h"
#include "core/data/stores.h"
#include "core/train/backbone_check.h"
#include "core/train/class_weights.h"
#include "core/train/placement.h"
#include "core/train/rank_start.h"

#include <algorithm>
#include <span>
#include <utility>
#include <vector>

namespace belfry {
namespace {

constexpr std::uint64_t kTrainImages = std::uint64_t{1} << 32; // of Purpose::Sample; labels and parts are below
constexpr std::uint64_t kValidationImages = kTrainImages + 1;

// Those of `indices`, in the store's order.
std::shared_ptr<const ImageStore> picked(const std::shared_ptr<const ImageStore>& store,
                                         std::span<const std::int64_t> indices) {
    std::vector<std::int64_t> sorted(indices.begin(), indices.end());
    std::ranges::sort(sorted);
    return pickedStore(store, std::move(sorted));
}

// All images of a split. Where they have names these decide, so that images that are added hardly change who is drawn.
std::vector<std::int64_t> drawnOrder(const ImageStore& store, const Plan& plan, std::uint64_t stream) {
    const std::int64_t all = store.size();
    if (splitRuleNamed(plan.splitBy) == SplitRule::ByCount || all == 0 || store.name(0).empty())
        return permutation(all, RandomStream(plan.splitSeed, Purpose::Sample, stream));
    std::vector<std::pair<std::uint64_t, std::int64_t>> hashes;
    for (std::int64_t i = 0; i < all; ++i)
        hashes.emplace_back(nameHash(plan.splitSeed, store.name(i)), i);
    std::ranges::sort(hashes);
    std::vector<std::int64_t> order;
    for (const auto& [hash, index] : hashes)
        order.push_back(index);
    return order;
}

// Drawn from all of the split: files may be sorted by class.
std::shared_ptr<const DataSet> withTrainImages(std::shared_ptr<const DataSet> whole, const Plan& plan) {
    const std::int64_t all = whole->train->size();
    if (plan.trainImages == 0 || plan.trainImages == all)
        return whole;
    if (plan.trainImages > all)
        throw usageError(
            Text::tr("The plan trains on %1 images, but %2 has only %3 for training. Choose fewer, or 0 for all.",
                     plan.trainImages, whole->title, all));
    const std::vector<std::int64_t> drawn = drawnOrder(*whole->train, plan, kTrainImages);
    auto cut = std::make_shared<DataSet>(*whole);
    cut->train = picked(whole->train, std::span(drawn).first(static_cast<std::size_t>(plan.trainImages)));
    return cut;
}

// Drawn from all of the split; the others are trained on.
std::shared_ptr<const DataSet> withValidationImages(std::shared_ptr<const DataSet> whole, const Plan& plan) {
    const std::int64_t all = whole->validation->size();
    if (plan.validationImages == 0 || plan.validationImages == all)
        return whole;
    if (plan.validationImages > all)
        throw usageError(
            Text::tr("The plan validates on %1 images, but %2 has only %3 for validation. Choose fewer, or 0 for all.",
                     plan.validationImages, whole->title, all));
    const std::vector<std::int64_t> drawn = drawnOrder(*whole->validation, plan, kValidationImages);
    const auto kept = static_cast<std::size_t>(plan.validationImages);
    auto cut = std::make_shared<DataSet>(*whole);
    cut->validation = picked(whole->validation, std::span(drawn).first(kept));
    cut->train =
        joinedStore(whole->train, picked(whole->validation, std::span(drawn).subspan(kept)), whole->shape.bytes());
    return cut;
}

} // namespace

DataOptions dataOptions(const Plan& plan) {
    return {.dataDir = plan.dataDir,
            .pictureSize = plan.pictureSize,
            .splitSeed = plan.splitSeed,
            .version = plan.dataVersion,
            .groups = plan.groups,
            .splitBy = plan.splitBy};
}

bool haveSameData(const Plan& one, const Plan& other) {
    return one.data == other.data && dataOptions(one) == dataOptions(other);
}

std::shared_ptr<const DataSet> openData(const Plan& plan) {
    validate(plan);
    return withTrainImages(withValidationImages(openDataSet(plan.data, dataOptions(plan)), plan), plan);
}

std::string automaticName(const Plan& plan) {
    return plan.model + ", " + std::to_string(plan.towers) + (plan.towers == 1 ? " tower" : " towers");
}

void requireClasses(const DataSet& data) {
    for (const DataIssue& issue : data.issues)
        if (issue.kind == DataIssue::Kind::OneClass)
            throw dataError(issue.sentence);
    if (data.classes.size() < 2)
        throw dataError(Text::tr("%1 has one class only: there is nothing to tell apart. Choose data of two classes or "
                                 "more.",
                                 data.title));
}

PreparedRun prepareRun(const Plan& plan) { return prepareRun(plan, openData(plan)); }

PreparedRun prepareRun(const Plan& plan, std::shared_ptr<const DataSet> data) {
    return prepareRun(plan, std::move(data), {});
}

PreparedRun prepareRun(const Plan& plan, std::shared_ptr<const DataSet> data, const RankPlace& place) {
    validate(plan);
    requireClasses(*data);
    PreparedRun run;
    run.plan = plan;
    run.seat = place.seat;
    if (run.seat.group) {
        if (const Text refusal = refusalOverRanks(plan); !refusal.empty())
            throw usageError(refusal);
        run.plan.exchange = "allreduce";
        run.plan.devices = place.devices;
    }
    run.plan.data = resolveDataName(plan.data);
    run.data = std::move(data);
    const bool steps = plan.epochs > 0 || plan.steps > 0; // else the last layer of a backbone is fitted alone
    if (steps && plan.imagesPerStep() > run.data->train->size())
        throw usageError(Text::plural(
            "One step takes %1 images (%n towers), but %2 has only %3 for training. Choose a smaller batch.",
            "One step takes %1 images (%n tower), but %2 has only %3 for training. Choose a smaller batch.",
            plan.towers, plan.imagesPerStep(), run.data->title, run.data->train->size()));
    run.blueprint = std::make_shared<Blueprint>(
        makeBlueprint(architectureOf(plan), run.data->shape, static_cast<int>(run.data->classes.size()),
                      inputStageFromNames(plan.augmentation, plan.normalisation)));
    if (!plan.backbone.empty()) {
        run.backbone = std::make_shared<Backbone>(loadBackbone(plan.backbone));
        checkBackbone(*run.backbone, *run.blueprint);
    }
    run.classTerms = {classWeights(plan, *run.data), logitOffsets(plan, *run.data)};
    Placement placement = placeTowers(run.plan, *run.blueprint, listDevices(), run.data->train->size(), place.own,
                                      run.data->train->decodesOnRead());
    run.plan.devices = placement.devices;
    run.plan.feed = placement.feed;
    run.plan.exchange = placement.exchange;
    if (run.plan.name.empty())
        run.plan.name = automaticName(plan);
    run.placement = std::move(placement.towers);
    run.remarks = std::move(placement.remarks);
    if (run.seat.group)
        std::ranges::copy(run.seat.group->remarks(), std::back_inserter(run.remarks));
    if (!run.data->remark.empty())
        run.remarks.push_back(run.data->remark);
    for (const DataIssue& issue : run.data->issues)
        run.remarks.push_back(issue.sentence);
    return run;
}

} // namespace belfry
