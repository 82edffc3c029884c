// The parts of a model card that are not figures of its results. Used by model_card.cpp. Any thread.
#pragma once

#include "core/report/markdown.h"
#include "core/report/report_data.h"

namespace belfry {

void addSummary(Markdown& card, const RunReportData& report); // with the title
void addNetwork(Markdown& card, const RunReportData& report);
void addData(Markdown& card, const RunReportData& report);
void addTraining(Markdown& card, const RunReportData& report);
void addLimits(Markdown& card, const RunReportData& report);
void addUse(Markdown& card, const RunReportData& report);

} // namespace belfry
