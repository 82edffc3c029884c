// The parts of a report. Each says in a sentence what the run lacks. Used by run_report.cpp. Any thread.
#pragma once

#include "core/report/html.h"
#include "core/report/report_data.h"

#include <optional>
#include <string>

namespace belfry {

struct ReportSection {
    std::string id, title;
    Html body;
};
// None: the part is not for this run, and is left out without a word.
using OptionalSection = std::optional<ReportSection>;

OptionalSection planSection(const RunReportData& report);
OptionalSection curveSection(const RunReportData& report);
OptionalSection resultSection(const RunReportData& report);
OptionalSection confusionSection(const RunReportData& report);
OptionalSection pairSection(const RunReportData& report);
OptionalSection mapSection(const RunReportData& report);
OptionalSection mistakeSection(const RunReportData& report);
OptionalSection sliceSection(const RunReportData& report);
OptionalSection calibrationSection(const RunReportData& report);
OptionalSection trendSection(const RunReportData& report);
OptionalSection hardwareSection(const RunReportData& report);
OptionalSection repeatSection(const RunReportData& report);

} // namespace belfry
