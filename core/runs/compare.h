// What tells plans apart, and what several runs of one plan have in common. Plain values; any thread.
#pragma once

#include "core/train/events.h"
#include "core/train/plan.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace belfry {

struct SettingDifference {
    std::string field;               // as in a plan's JSON: "learning_rate"
    std::vector<std::string> values; // one for each plan: "0.001", "cpu, cuda:0"
};

// The settings in which the plans are not all alike, by the field; what does not touch the training (names,
// checkpoints, display) is none.
std::vector<SettingDifference> differingSettings(std::span<const Plan> plans);

// Plans that differ in their seeds alone belong together: for each plan the number of its group, from 0 in order of
// appearance.
std::vector<std::size_t> seedGroups(std::span<const Plan> plans);

// (value - baseline) / baseline; NaN where the baseline is none or zero.
double relativeDifference(double value, double baseline);

// Of the runs that reached a step: their mean, and the mean less and plus the sample's standard deviation, both within
// what there is.
struct SpreadPoint {
    StepDone at; // of the first of them: its place on the x axis
    std::size_t runs = 0;
    float loss = 0, lossLow = 0, lossHigh = 0;
    float accuracy = 0, accuracyLow = 0, accuracyHigh = 0;
};
// Steps that all of the runs have, ascending. Values that are no numbers make the mean none.
std::vector<SpreadPoint> spreadOf(std::span<const std::vector<StepDone>* const> runs);

} // namespace belfry
