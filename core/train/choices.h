// The names that a plan's fields may have: menus, help and refusals are made from these tables. Any thread.
#pragma once

#include "core/formats/field.h"

#include <vector>

namespace belfry {

const std::vector<Choice>& activationChoices();
const std::vector<Choice>& augmentationChoices();
const std::vector<Choice>& normalisationChoices();
const std::vector<Choice>& feedChoices();
const std::vector<Choice>& exchangeChoices();
const std::vector<Choice>& optimizerChoices();
const std::vector<Choice>& scheduleChoices();
const std::vector<Choice>& precisionChoices();
const std::vector<Choice>& bestByChoices();

} // namespace belfry
