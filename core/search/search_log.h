// The log of a search for people, line by line, in the words of the system that the genetic search comes from:
// "Generation average: 96.41%", and the best five at the end. Free of torch.
#pragma once

#include "core/base/text.h"
#include "core/search/journal.h"
#include "core/search/layout.h"
#include "core/search/search_events.h"
#include "core/search/strategy_log.h"
#include "core/search/training_queues.h"

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace belfry {

// None for events that get no line.
std::vector<std::string> logLines(const SearchEvent& event, const SearchPlan& plan);

// log.txt. Every line with its time, flushed. One thread.
class SearchLog {
public:
    explicit SearchLog(const std::filesystem::path& file) : stream_(file, std::ios::app) {}
    void write(const SearchEvent& event, const SearchPlan& plan); // write errors are ignored

private:
    std::ofstream stream_;
};

// Remarks for the user when a search starts or resumes. `contents`: of earlier sessions. This and the following are
// internal to core/search.
std::vector<Text> startRemarks(const SearchPlan& plan, const Layout& layout, const JournalContents& contents);

// The event of an epoch of a trial or of a winner's run.
SearchEvent epochOf(const Work& work, const EpochDone& epoch);

struct Ending {
    std::string state; // as SearchEnded has it
    Text reason;
};
// The ending of a search that the user did not stop. `failedDevice`: the sentence of a failed device, or empty.
// `budgetExhausted`: its budget ended it, with trials left.
Ending endingOf(const StrategyLog& strategyLog, const WinnerRuns& winnerRuns, const Text& failedDevice,
                bool budgetExhausted);

} // namespace belfry
