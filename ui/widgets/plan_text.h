// The values of a plan as the window writes them: titles instead of the names in files, the meaning of zero, units, and
// the decimal point of the language. GUI thread only (tr).
#pragma once

#include "core/train/plan_fields.h"

#include <QString>
#include <string>

namespace belfry {

// "Adam", "by epochs", "3 epochs", "0.001", "CPU, GPU0"; a dash for none. The global batch is always the images of a
// step, also where the plan says the batch per tower.
QString fieldText(const PlanField& field, const Plan& plan);
QString fieldText(const char* field, const Plan& plan); // by its name in JSON

// Titles of Belfry's own networks, data sets and presets. Others have their name, a folder of data its last part.
QString networkTitle(const std::string& model);
QString dataTitle(const std::string& data);
QString presetTitle(const std::string& preset);

} // namespace belfry
