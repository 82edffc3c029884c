// Comparison of plans, and statistics over runs of the same plan. Plain values; any thread.
#pragma once

#include "core/train/events.h"
#include "core/train/plan_fields.h"

#include <cstddef>
#include <span>
#include <vector>

namespace belfry {

// Whether the field decides anything in the plan: it applies, and no other field is used instead of it.
bool takesEffect(const PlanField& field, const Plan& plan);

// The fields of training that differ between the plans that they apply to, in the table's order. The batch is compared
// as the images of a step, however a plan says it.
std::vector<const PlanField*> differingFields(std::span<const Plan> plans);

// Groups plans that differ only in the seed: for each plan the number of its group, from 0 in order of appearance.
std::vector<std::size_t> seedGroups(std::span<const Plan> plans);

// (value - baseline) / baseline; NaN if the baseline is NaN or zero.
double relativeDifference(double value, double baseline);

// Statistics of several runs at a step: the mean, and the mean minus and plus the sample standard deviation, clamped to
// minimum and maximum.
struct SpreadPoint {
    StepDone at; // of the first run: the position on the x axis
    std::size_t runs = 0;
    float loss = 0, lossLow = 0, lossHigh = 0;
    float accuracy = 0, accuracyLow = 0, accuracyHigh = 0;
};
// For the steps that all runs have, ascending. A NaN makes the mean NaN.
std::vector<SpreadPoint> spreadOf(std::span<const std::vector<StepDone>* const> runs);

} // namespace belfry
