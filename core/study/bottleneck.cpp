#include "core/study/bottleneck.h"

#include "core/device/devices.h"
#include "core/study/rank_model.h"
#include "core/train/choice_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

namespace belfry {
namespace {

constexpr double kWorthNaming = 0.05; // of the step
constexpr double kAlike = 0.8;        // of the largest share: then all towers are meant

double costOf(const StageTimes& times, StepCost cost, double milliseconds) {
    switch (cost) {
    case StepCost::Data:
        return times.wait;
    case StepCost::Copy:
        return times.copy;
    case StepCost::Compute:
        return double{times.forward} + double{times.backward};
    case StepCost::Exchange:
        return times.exchange;
    case StepCost::Update:
        return times.update;
    case StepCost::Slowest:
        return times.straggler;
    case StepCost::Host:
        return std::max(0.0, milliseconds - double{times.total()});
    }
    return 0;
}

Text who(const Bottleneck& found) {
    if (found.onlyTower)
        return Text::tr("The tower");
    return found.everyTower ? Text::tr("Every tower") : Text::tr("Tower %1", found.tower);
}

Text whoseHost(const Bottleneck& found, const StepSettings& settings) {
    const auto tower = static_cast<std::size_t>(found.tower);
    if (tower >= settings.hosts.size())
        return who(found);
    return found.everyTower ? Text::tr("Every host") : Text::tr("Host %1", settings.hosts[tower]);
}

Text speedText(double bytesPerSecond) {
    return bytesPerSecond < 1e9 ? Text::tr("%1 MB/s", decimals(bytesPerSecond / 1e6, bytesPerSecond < 1e7 ? 1 : 0))
                                : Text::tr("%1 GB/s", decimals(bytesPerSecond / 1e9, 1));
}

Text networkSentence(const Bottleneck& found, const StepSettings& settings) {
    const auto [milliseconds, sentBytes] = settings.network;
    if (!(sentBytes > 0 && milliseconds > 0)) {
        const Text clause = clauseOf(found);
        return settings.roundsGradients
                   ? Text::tr("%1 over the network; try more images per tower.", clause)
                   : Text::tr("%1 over the network; try gradients of 16 bits between machines, or more images per "
                              "tower.",
                              clause);
    }
    constexpr double kWorthSaying = 1.05;
    const Text whose = whoseHost(found, settings);
    const Text speed = speedText(1000 * sentBytes / milliseconds);
    const long share = std::lround(100 * found.share);
    const double step = settings.stepMilliseconds;
    const double factor = gainOfHalfTheBytes(step, found.share * step, milliseconds);
    if (settings.roundsGradients || factor < kWorthSaying)
        return Text::tr("%1 waits %2 % of each step for the network: %3 measured; try more images per tower.", whose,
                        share, speed);
    return Text::tr(
        "%1 waits %2 % of each step for the network: %3 measured; gradients of 16 bits would give up to %4x.", whose,
        share, speed, decimals(factor, 1));
}

} // namespace

Bottleneck bottleneckOf(std::span<const StageTimes> towers, double milliseconds) {
    Bottleneck found;
    found.onlyTower = towers.size() == 1;
    if (towers.empty() || !(milliseconds > 0))
        return found;
    const auto costliestFor = [&](StepCost cost) {
        const auto value = [cost, milliseconds](const StageTimes& times) { return costOf(times, cost, milliseconds); };
        return std::ranges::max_element(towers, {}, value);
    };
    const auto largest = [&](StepCost cost) { return costOf(*costliestFor(cost), cost, milliseconds); };
    constexpr std::array kWaits{StepCost::Data,   StepCost::Copy,    StepCost::Exchange,
                                StepCost::Update, StepCost::Slowest, StepCost::Host};
    const auto worst = std::ranges::max(kWaits, {}, largest);
    if (largest(worst) >= kWorthNaming * milliseconds)
        found.cost = worst;
    const auto costliest = costliestFor(found.cost);
    found.tower = static_cast<int>(costliest - towers.begin());
    found.share = std::min(1.0, largest(found.cost) / milliseconds);
    found.everyTower = !found.onlyTower && std::ranges::all_of(towers, [&](const StageTimes& times) {
        return costOf(times, found.cost, milliseconds) >= kAlike * largest(found.cost);
    });
    return found;
}

Text clauseOf(const Bottleneck& found) {
    const long share = std::lround(100 * found.share);
    switch (found.cost) {
    case StepCost::Data:
        return Text::tr("%1 waits %2 % of each step for data", who(found), share);
    case StepCost::Copy:
        return Text::tr("%1 spends %2 % of each step on copies to its device", who(found), share);
    case StepCost::Compute:
        return Text::tr("%1 spends %2 % of each step on computing", who(found), share);
    case StepCost::Exchange:
        return Text::tr("%1 waits %2 % of each step for the exchange", who(found), share);
    case StepCost::Update:
        return Text::tr("%1 waits %2 % of each step for the update of the weights", who(found), share);
    case StepCost::Slowest:
        return found.everyTower ? Text::tr("%1 waits %2 % of each step for the others", who(found), share)
                                : Text::tr("%1 waits %2 % of each step for the slowest tower", who(found), share);
    case StepCost::Host:
        return Text::tr("%1 waits %2 % of each step for the host, between the stages", who(found), share);
    }
    return {};
}

StepSettings stepSettingsOf(const Started& started) {
    int threads = 0;
    bool severalRanks = false;
    std::vector<std::string> hosts;
    for (const TowerPlacement& tower : started.placement) {
        hosts.push_back(tower.host);
        severalRanks = severalRanks || !tower.host.empty();
        if (tower.host == started.placement.front().host) // this machine's
            threads += tower.threads;
    }
    if (std::ranges::adjacent_find(hosts, std::not_equal_to()) == hosts.end()) // there is one
        hosts.clear();
    return {.coresAreShared = threads > usableCores(),
            .feed = started.plan.feed,
            .mayMeasureShares = started.plan.shares.empty() && !started.plan.asynchronous(),
            .severalRanks = severalRanks,
            .roundsGradients = started.plan.wirePrecision == "bf16",
            .hosts = std::move(hosts)};
}

Text sentenceOf(const Bottleneck& found, const StepSettings& settings) {
    const Text clause = clauseOf(found);
    const Text resident = feedName("resident");
    const bool isResident = settings.feed == "resident";
    const Text moreImages = Text::tr("%1; try more images per tower.", clause);
    switch (found.cost) {
    case StepCost::Data:
        if (isResident)
            return moreImages;
        return settings.feed == "queue"
                   ? Text::tr("%1; try the feed '%2', or more workers for the queue.", clause, resident)
                   : Text::tr("%1; try the feed '%2', or '%3' with more workers.", clause, resident, feedName("queue"));
    case StepCost::Copy:
        return isResident ? moreImages : Text::tr("%1; try the feed '%2'.", clause, resident);
    case StepCost::Compute:
        return Text::tr("%1.", clause);
    case StepCost::Exchange:
        if (!settings.hosts.empty() || settings.network.sentBytes > 0)
            return networkSentence(found, settings);
        if (settings.severalRanks) // of one host, in its memory
            return moreImages;
        return Text::tr("%1; try more images per tower, or another exchange.", clause);
    case StepCost::Update:
        return moreImages;
    case StepCost::Slowest:
        if (settings.coresAreShared)
            return Text::tr("%1; the towers take turns on too few cores: try fewer towers with more images each.",
                            clause);
        if (found.everyTower)
            return Text::tr("%1; try more images per tower, or close other programs.", clause);
        return settings.mayMeasureShares
                   ? Text::tr("%1; try the shares 'measured', or close other programs.", clause)
                   : Text::tr("%1; try devices of the same kind, or close other programs.", clause);
    case StepCost::Host:
        return isResident || settings.feed.empty()
                   ? moreImages
                   : Text::tr("%1; try more images per tower, or the feed '%2'.", clause, resident);
    }
    return clause;
}

} // namespace belfry
