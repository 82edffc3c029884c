// The drawn runs as lines. Plain functions; GUI thread only (tr).
#pragma once

#include "core/runs/run_list.h"
#include "ui/pages/runs/compare_charts.h"

#include <functional>
#include <vector>

namespace belfry {

class RunColours;
struct RunCurve;
using FindCurve = std::function<const RunCurve*(const std::string& id)>; // null while it is not read

constexpr std::size_t kMaxCompared = 8;

// The baseline first (null: none), then what is chosen, then the parents of branches among them; at most kMaxCompared.
std::vector<RunSummary> comparedRuns(const std::vector<RunSummary>& chosen, const RunSummary* baseline,
                                     const std::vector<RunSummary>& all);

// One line for each run, or with `grouped` for each group of seeds, in the colour of its first. The baseline's is
// thicker.
std::vector<ComparedLine> comparedLines(const std::vector<RunSummary>& runs, const FindCurve& find,
                                        const RunColours& colours, const std::string& baseline, bool grouped);

// Two of them differ in their seeds alone.
bool haveSeeds(const std::vector<RunSummary>& runs, const FindCurve& find);

} // namespace belfry
