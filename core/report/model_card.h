// A model card: what a run's network is, what it was trained on, what it reached and what it cannot say, in Markdown
// (after Mitchell et al. 2019, Model Cards for Model Reporting). Only what the run knows; no empty field. Free of
// torch. No state; any thread.
#pragma once

#include "core/report/report_data.h"

#include <string>

namespace belfry {

std::string modelCard(const RunReportData& report);

} // namespace belfry
