#include "core/runs/compare.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

namespace belfry {
namespace {

using nlohmann::json;

// A plan's JSON without fields that do not affect training.
json settingsOf(const Plan& plan) {
    json settings = toJson(plan);
    for (const PlanField& field : planFields())
        if (!changesTraining(field))
            settings.erase(field.name);
    return settings;
}

// Null where another field is used instead.
json effectOf(const PlanField& field, const Plan& plan, const json& settings) {
    if (field.name == "global_batch")
        return plan.imagesPerStep();
    return takesEffect(field, plan) ? settings.value(field.name, json()) : json();
}

struct Spread {
    float mean = 0, low = 0, high = 0;
};

Spread spread(std::span<const float> values) {
    double sum = 0;
    for (const float value : values)
        sum += static_cast<double>(value);
    const auto count = static_cast<double>(values.size());
    const double mean = sum / count;
    double squares = 0;
    for (const float value : values)
        squares += (static_cast<double>(value) - mean) * (static_cast<double>(value) - mean);
    const double deviation = values.size() > 1 ? std::sqrt(squares / (count - 1)) : 0;
    const auto [min, max] = std::ranges::minmax(values);
    return {static_cast<float>(mean), std::max(min, static_cast<float>(mean - deviation)),
            std::min(max, static_cast<float>(mean + deviation))};
}

} // namespace

bool takesEffect(const PlanField& field, const Plan& plan) {
    return field.applies(plan) && deciderOf(planFields(), field, plan) == nullptr;
}

std::vector<const PlanField*> differingFields(std::span<const Plan> plans) {
    std::vector<json> all;
    for (const Plan& plan : plans)
        all.push_back(settingsOf(plan));
    std::vector<const PlanField*> differing;
    for (const PlanField& field : planFields()) {
        if (!changesTraining(field) || field.name == "batch_per_tower")
            continue;
        std::vector<json> effects;
        for (std::size_t i = 0; i < plans.size(); ++i)
            if (field.applies(plans[i]))
                effects.push_back(effectOf(field, plans[i], all[i]));
        if (std::ranges::adjacent_find(effects, std::not_equal_to()) != effects.end())
            differing.push_back(&field);
    }
    return differing;
}

std::vector<std::size_t> seedGroups(std::span<const Plan> plans) {
    std::vector<json> seen;
    std::vector<std::size_t> groups;
    for (const Plan& plan : plans) {
        json key = settingsOf(plan);
        key.erase("seed");
        const auto found = std::ranges::find(seen, key);
        groups.push_back(static_cast<std::size_t>(found - seen.begin()));
        if (found == seen.end())
            seen.push_back(std::move(key));
    }
    return groups;
}

double relativeDifference(double value, double baseline) {
    return baseline != 0 ? (value - baseline) / std::abs(baseline) : std::numeric_limits<double>::quiet_NaN();
}

std::vector<SpreadPoint> spreadOf(std::span<const std::vector<StepDone>* const> runs) {
    std::vector<SpreadPoint> points;
    if (runs.empty())
        return points;
    std::vector<std::size_t> at(runs.size(), 0);
    std::vector<float> losses(runs.size()), accuracies(runs.size());
    for (const StepDone& step : *runs.front()) {
        bool all = true;
        for (std::size_t run = 0; run < runs.size(); ++run) {
            const std::vector<StepDone>& steps = *runs[run];
            while (at[run] < steps.size() && steps[at[run]].step < step.step)
                ++at[run];
            all = all && at[run] < steps.size() && steps[at[run]].step == step.step;
            if (all) {
                losses[run] = steps[at[run]].loss;
                accuracies[run] = steps[at[run]].accuracy;
            }
        }
        if (!all)
            continue;
        const Spread loss = spread(losses), accuracy = spread(accuracies);
        points.push_back(
            {step, runs.size(), loss.mean, loss.low, loss.high, accuracy.mean, accuracy.low, accuracy.high});
    }
    return points;
}

} // namespace belfry
