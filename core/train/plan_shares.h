// Plan::shares as numbers. Free of torch; any thread.
#pragma once

#include "core/train/plan.h"

#include <span>
#include <string>
#include <vector>

namespace belfry {

// Throws Error(Usage) for shares that are no list of positive numbers, one per tower, with the sum 1, or that leave a
// tower without an image of a full step.
void checkShares(const Plan& plan);

// One per tower; empty when all are equal, or have yet to be measured. Of a plan that was checked.
std::vector<double> shareFractions(const Plan& plan);

// Images of a tower's full step. fractions: as above.
std::int64_t towerBatch(const Plan& plan, int tower, std::span<const double> fractions);

// As a plan has it, in thousandths: "0.7,0.3". Their sum is 1 again.
std::string sharesText(std::span<const double> fractions);

// The parts that let towers of these speeds (images per second) be done at the same time; at least one image each.
std::vector<double> sharesBySpeed(std::vector<double> speeds, std::int64_t imagesPerStep);

} // namespace belfry
