#include "core/train/rank_start.h"

#include "core/base/error.h"
#include "core/data/content_hash.h"
#include "core/train/placement.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>
#include <utility>

namespace belfry {
namespace {

// "55000 + 5000 images, SHA-256 5a1f03bc...": both say what differs.
std::string contents(const std::string& images, const std::string& hash) {
    constexpr std::size_t kDigits = 16;
    return images + " images, SHA-256 " + hash.substr(0, kDigits) + "...";
}

RankFacts factsOf(const DataSet& data) {
    const auto count = [](const auto& split) { return std::to_string(split->size()); };
    return {{Text::tr("the training data"),
             contents(count(data.train) + " + " + count(data.validation), contentHash(data))},
            {Text::tr("the test data"), contents(count(data.test), testContentHash(data))}};
}

} // namespace

Text remarkOnSums(const Plan& plan, const std::vector<TowerPlacement>& towers) {
    if (haveGpusOfTheirOwn(towers))
        return plan.wirePrecision == "bf16"
                   ? Text::tr("Every tower has a GPU of its own, so NCCL sums the gradients, in 32 bits: gradients of "
                              "16 bits are for sums through the computers' memory.")
                   : Text();
    const bool gpus = std::ranges::any_of(towers, [](const TowerPlacement& tower) { return tower.device != "cpu"; });
    return gpus
               ? Text::tr("Not every tower has a GPU of its own, so gradients are summed through the computers' memory "
                          "instead of from GPU to GPU.")
               : Text();
}

RankFacts rankFacts(const std::string& version, const std::string& command) {
    return {{Text::tr("the version"), version}, {Text::tr("the command"), command}};
}

nlohmann::json sharedFields(nlohmann::json fields) {
    for (const char* own : {"devices", "data_dir"})
        fields.erase(own);
    return fields;
}

RankFacts rankFacts(const std::string& version, const Plan& plan) {
    RankFacts facts = rankFacts(version, "train");
    const nlohmann::json fields = sharedFields(toJson(plan));
    for (const auto& [name, value] : fields.items())
        facts.emplace_back(Text::tr("the setting '%1'", name), value.dump());
    return facts;
}

Text refusalOverRanks(const Plan& plan) {
    if (plan.exchange == "async")
        return Text::tr("With the exchange 'async' towers update variables in one process's memory; over ranks there "
                        "is 'allreduce'.");
    if (plan.exchange != "allreduce" && plan.exchange != kByDevice)
        return Text::tr("The exchange '%1' needs all towers in one process: its variables live in one place, and "
                        "every gradient would travel there alone. Over ranks there is 'allreduce'.",
                        plan.exchange);
    if (plan.checkExchange)
        return Text::tr("The check of the exchange needs all towers in one process.");
    return {};
}

PreparedRun prepareOverRanks(const std::shared_ptr<RankGroup>& ranks, Plan plan, const RankTowers& towers) {
    return together(
        *ranks,
        [&] {
            const auto each = nlohmann::json::parse(ranks->share(nlohmann::json(towers.each).dump()));
            const RankPlace place = placeRank(ranks, plan, listDevices(), {towers.all, each.get<std::vector<int>>()});
            plan.towers = std::accumulate(place.seat.towers.begin(), place.seat.towers.end(), 0);
            const auto data = openData(plan);
            ranks->requireSame(factsOf(*data));
            PreparedRun prepared = prepareRun(plan, data, place);
            prepared.everyPlacement = placementOfAll(*ranks, prepared.placement);
            if (Text remark = remarkOnSums(plan, prepared.everyPlacement); !remark.empty())
                prepared.remarks.push_back(std::move(remark));
            return prepared;
        });
}

} // namespace belfry
