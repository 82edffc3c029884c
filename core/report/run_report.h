// A report of a run as one HTML file: readable without scripts and without a network, with its pictures inside, in
// light and dark, and on paper. Typically 0.1 to 1 MB. Free of torch. No state; any thread.
#pragma once

#include "core/report/report_data.h"

#include <string>

namespace belfry {

std::string runReportHtml(const RunReportData& report);

} // namespace belfry
