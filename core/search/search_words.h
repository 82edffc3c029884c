// What a search says when it starts or resumes, and when it ends. Internal to core/search.
#pragma once

#include "core/base/text.h"
#include "core/search/journal.h"
#include "core/search/layout.h"
#include "core/search/strategy_log.h"
#include "core/search/winner_runs.h"

#include <string>
#include <vector>

namespace belfry {

// What a user should know from the start. `contents`: of the sessions before.
std::vector<Text> startRemarks(const SearchPlan& plan, const Layout& layout, const JournalContents& contents);

struct Ending {
    std::string state; // as SearchEnded has it
    Text reason;
};
// Of a search that nobody stopped. `failedDevice`: the sentence of a device that ended it, or empty. `budgetExhausted`:
// its budget ended it, with trials left.
Ending endingOf(const StrategyLog& strategyLog, const WinnerRuns& winnerRuns, const Text& failedDevice,
                bool budgetExhausted);

} // namespace belfry
