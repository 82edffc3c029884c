#include "core/train/rank_place.h"

#include "core/base/error.h"
#include "core/feed/feed.h"

#include <nlohmann/json.hpp>
#include <sched.h>

#include <algorithm>
#include <numeric>

namespace belfry {
namespace {

// "0-3,8" in no standard form: for comparison only.
std::string coresOfThisProcess() {
    cpu_set_t set;
    CPU_ZERO(&set);
    std::string list;
    if (::sched_getaffinity(0, sizeof set, &set) != 0)
        return list;
    for (int core = 0; core < CPU_SETSIZE; ++core)
        if (CPU_ISSET(core, &set))
            list += std::to_string(core) + ",";
    return list;
}

// Of the GPUs that several ranks of a machine see, those that come to this one: their places in the list.
std::vector<int> gpusOf(int rank, std::span<const RankCard> cards) {
    const RankCard& own = cards[static_cast<std::size_t>(rank)];
    const auto sharesWithIt = [&](const RankCard& other) { return other.host == own.host && other.gpus == own.gpus; };
    const auto ranks = static_cast<int>(std::ranges::count_if(cards, sharesWithIt));
    const auto before =
        static_cast<int>(std::ranges::count_if(cards.first(static_cast<std::size_t>(rank)), sharesWithIt));
    const auto count = static_cast<int>(own.gpus.size());
    std::vector<int> places;
    for (int gpu = before; gpu < count; gpu += ranks)
        places.push_back(gpu);
    if (places.empty() && count > 0)
        places.push_back(before % count);
    return places;
}

int devicesOf(int rank, std::span<const RankCard> cards) {
    const RankCard& card = cards[static_cast<std::size_t>(rank)];
    if (card.devices != std::vector<std::string>{"auto"})
        return static_cast<int>(card.devices.size());
    return std::max(1, static_cast<int>(gpusOf(rank, cards).size()));
}

int towersOf(int rank, std::span<const RankCard> cards, const RankTowers& towers) {
    if (const auto place = static_cast<std::size_t>(rank); place < towers.each.size())
        return towers.each[place] > 0 ? towers.each[place] : devicesOf(rank, cards);
    return towers.all ? static_cast<int>(shareOf(*towers.all, static_cast<int>(cards.size()), rank))
                      : devicesOf(rank, cards);
}

nlohmann::json toJson(const RankCard& card) {
    return {{"host", card.host}, {"cores", card.cores}, {"gpus", card.gpus}, {"devices", card.devices}};
}

RankCard cardFrom(const std::string& text) {
    const nlohmann::json json = nlohmann::json::parse(text);
    return {json.at("host"), json.at("cores"), json.at("gpus"), json.at("devices")};
}

nlohmann::json toJson(const TowerPlacement& tower) {
    return {{"tower", tower.tower},         {"device", tower.device},   {"device_name", tower.deviceName},
            {"pci_bus_id", tower.pciBusId}, {"threads", tower.threads}, {"memory_bytes", tower.memoryBytes},
            {"batch", tower.batch}};
}

TowerPlacement placementFrom(const nlohmann::json& json, const std::string& host) {
    return {.tower = json.at("tower"),
            .device = json.at("device"),
            .deviceName = json.at("device_name"),
            .pciBusId = json.at("pci_bus_id"),
            .threads = json.at("threads"),
            .memoryBytes = json.at("memory_bytes"),
            .batch = json.at("batch"),
            .host = host};
}

} // namespace

RankPlace placeRank(int rank, std::span<const RankCard> cards, const RankTowers& towers) {
    const auto ranks = static_cast<int>(cards.size());
    if (towers.each.empty() && towers.all && *towers.all < ranks)
        throw usageError(Text::plural("%1 towers are not enough for %2 ranks; expected at least one for each. Give "
                                      "--towers for all ranks together.",
                                      "%1 tower is not enough for %2 ranks; expected at least one for each. Give "
                                      "--towers for all ranks together.",
                                      *towers.all, std::int64_t{*towers.all}, std::int64_t{ranks}));
    RankPlace place;
    for (int other = 0; other < ranks; ++other)
        place.seat.towers.push_back(towersOf(other, cards, towers));
    const auto begin = place.seat.towers.begin();
    place.seat.firstTower = std::accumulate(begin, begin + rank, 0);
    place.own = {.first = place.seat.firstTower, .count = place.seat.towers[static_cast<std::size_t>(rank)]};
    const RankCard& own = cards[static_cast<std::size_t>(rank)];
    for (int other = 0; other < ranks; ++other)
        if (const RankCard& card = cards[static_cast<std::size_t>(other)];
            other != rank && card.host == own.host && card.cores == own.cores)
            place.own.beside += place.seat.towers[static_cast<std::size_t>(other)];
    place.devices = own.devices;
    return place;
}

std::vector<TowerPlacement> placementOfAll(RankGroup& ranks, const std::vector<TowerPlacement>& own) {
    nlohmann::json towers = nlohmann::json::array();
    for (const TowerPlacement& tower : own)
        towers.push_back(toJson(tower));
    std::vector<TowerPlacement> all;
    for (int rank = 0; const std::string& text : ranks.gatherTexts(towers.dump())) {
        for (const nlohmann::json& tower : nlohmann::json::parse(text))
            all.push_back(placementFrom(tower, ranks.hostOf(rank)));
        ++rank;
    }
    return all;
}

RankPlace placeRank(std::shared_ptr<RankGroup> ranks, const Plan& plan, const DeviceReport& report,
                    const RankTowers& towers) {
    RankCard own{ranks->hostOf(ranks->rank()), coresOfThisProcess(), {}, plan.devices};
    const std::vector<DeviceInfo> gpus = report.gpus();
    for (const DeviceInfo& gpu : gpus)
        own.gpus.push_back(gpu.pciBusId);
    std::vector<RankCard> cards;
    for (const std::string& text : ranks->gatherTexts(toJson(own).dump()))
        cards.push_back(cardFrom(text));
    RankPlace place = placeRank(ranks->rank(), cards, towers);
    if (plan.devices == std::vector<std::string>{"auto"} && !gpus.empty()) {
        place.devices.clear();
        for (const int gpu : gpusOf(ranks->rank(), cards))
            place.devices.push_back(gpus[static_cast<std::size_t>(gpu)].id);
    }
    place.seat.group = std::move(ranks);
    return place;
}

} // namespace belfry
