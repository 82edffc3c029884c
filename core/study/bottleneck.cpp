#include "core/study/bottleneck.h"

#include "core/device/devices.h"

#include <algorithm>
#include <array>
#include <cmath>

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

std::string who(const Bottleneck& found) {
    if (found.onlyTower)
        return "The tower";
    return found.everyTower ? "Every tower" : "Tower " + std::to_string(found.tower);
}

} // namespace

Bottleneck bottleneckOf(std::span<const StageTimes> towers, double milliseconds) {
    Bottleneck found;
    found.onlyTower = towers.size() == 1;
    if (towers.empty() || !(milliseconds > 0))
        return found;
    const auto mostOf = [&](StepCost cost) {
        const auto value = [cost, milliseconds](const StageTimes& times) { return costOf(times, cost, milliseconds); };
        return std::ranges::max_element(towers, {}, value);
    };
    const auto largest = [&](StepCost cost) { return costOf(*mostOf(cost), cost, milliseconds); };
    constexpr std::array kWaits{StepCost::Data,   StepCost::Copy,    StepCost::Exchange,
                                StepCost::Update, StepCost::Slowest, StepCost::Host};
    const auto worst = std::ranges::max(kWaits, {}, largest);
    if (largest(worst) >= kWorthNaming * milliseconds)
        found.cost = worst;
    const auto most = mostOf(found.cost);
    found.tower = static_cast<int>(most - towers.begin());
    found.share = std::min(1.0, largest(found.cost) / milliseconds);
    found.everyTower = !found.onlyTower && std::ranges::all_of(towers, [&](const StageTimes& times) {
        return costOf(times, found.cost, milliseconds) >= kAlike * largest(found.cost);
    });
    return found;
}

std::string clauseOf(const Bottleneck& found) {
    const std::string share = std::to_string(std::lround(100 * found.share)) + " %";
    switch (found.cost) {
    case StepCost::Data:
        return who(found) + " waits " + share + " of each step for data";
    case StepCost::Copy:
        return who(found) + " spends " + share + " of each step on copies to its device";
    case StepCost::Compute:
        return who(found) + " spends " + share + " of each step on computing";
    case StepCost::Exchange:
        return who(found) + " waits " + share + " of each step for the exchange";
    case StepCost::Update:
        return who(found) + " waits " + share + " of each step for the update of the weights";
    case StepCost::Slowest:
        return who(found) + " waits " + share + " of each step for the " +
               (found.everyTower ? "others" : "slowest tower");
    case StepCost::Host:
        return who(found) + " waits " + share + " of each step for the host, between the stages";
    }
    return "";
}

StepSettings stepSettingsOf(const Started& started) {
    int threads = 0;
    for (const TowerPlacement& tower : started.placement)
        threads += tower.threads;
    return {threads > usableCores(), started.plan.feed, started.plan.shares.empty() && !started.plan.asynchronous()};
}

std::string sentenceOf(const Bottleneck& found, const StepSettings& settings) {
    const std::string clause = clauseOf(found);
    const bool resident = settings.feed == "resident";
    switch (found.cost) {
    case StepCost::Data:
        if (resident)
            return clause + "; try more images per tower.";
        return clause + (settings.feed == "queue" ? "; try the feed 'resident', or more workers for the queue."
                                                  : "; try the feed 'resident', or 'queue' with more workers.");
    case StepCost::Copy:
        return clause + (resident ? "; try more images per tower." : "; try the feed 'resident'.");
    case StepCost::Compute:
        return clause + ".";
    case StepCost::Exchange:
        return clause + "; try more images per tower, or another exchange.";
    case StepCost::Update:
        return clause + "; try more images per tower.";
    case StepCost::Slowest:
        if (settings.coresAreShared)
            return clause + "; the towers take turns on too few cores: try fewer towers with more images each.";
        if (found.everyTower)
            return clause + "; try more images per tower, or fewer programs beside this one.";
        return clause + (settings.mayMeasureShares
                             ? "; try the shares 'measured', or fewer programs beside this one."
                             : "; try devices that are alike, or fewer programs beside this one.");
    case StepCost::Host:
        return clause + (resident || settings.feed.empty() ? "; try more images per tower."
                                                           : "; try more images per tower, or the feed 'resident'.");
    }
    return clause;
}

} // namespace belfry
