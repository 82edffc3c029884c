// The table of a plan's fields. From a row follow JSON, validation, belfry-cli's option, the window's fields, the rows
// of a comparison of runs and a search's genes. Any thread.
#pragma once

#include "core/formats/field.h"
#include "core/train/plan.h"

#include <string_view>
#include <vector>

namespace belfry {

using PlanField = Field<Plan>;

const std::vector<PlanField>& planFields();
const PlanField& planField(std::string_view name); // throws std::out_of_range if there is none

// The names that a plan's fields may have: menus, help and refusals are made from these tables.
const std::vector<Choice>& activationChoices();
const std::vector<Choice>& augmentationChoices();
const std::vector<Choice>& usualAugmentations(); // lists of operations (model/augmentation.h)
const std::vector<Choice>& normalisationChoices();
const std::vector<Choice>& samplingChoices();
const std::vector<Choice>& groupingChoices(); // Plan::groups
const std::vector<Choice>& splitRuleChoices();
const std::vector<Choice>& feedChoices();
const std::vector<Choice>& exchangeChoices();
const std::vector<Choice>& wirePrecisionChoices();
const std::vector<Choice>& optimizerChoices();
const std::vector<Choice>& scheduleChoices();
const std::vector<Choice>& precisionChoices();
const std::vector<Choice>& bestByChoices();
const std::vector<Choice>& testViewChoices();

bool changesTraining(const PlanField& field); // not: what a run is called, and what is kept of it

} // namespace belfry
