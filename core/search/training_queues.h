// Queues of a search's training jobs: the runs of its winners, and its trials. Internal to core/search; one
// thread.
#pragma once

#include "core/search/journal.h"
#include "core/search/strategy_log.h"

#include <deque>
#include <optional>
#include <vector>

namespace belfry {

class WinnerRuns {
public:
    // Both must outlive it. `contents`: how the runs of earlier sessions ended; `recorded`: those among them that
    // are of winners as far as the search is.
    WinnerRuns(const SearchPlan& plan, const JournalContents& contents, std::vector<WinnerRun> recorded);

    // Opens the runs of these winners, best first: those that succeeded before are left out, others are trained again.
    void open(const std::vector<Trial>& winners);
    // Nothing: none is open. A run with a reason for its failure is not repeated: the program was killed during it.
    std::optional<Work> next();
    // Records how it ended. Nothing: the run failed for the first time, and is open once more. One that
    // diverged would again, from the same seed.
    std::optional<WinnerRun> end(const WorkDone& done);

    const std::vector<WinnerRun>& runs() const { return runs_; } // that ended, by rank and seed
    Text problem() const;                                        // why one of them failed, when all did; else empty

private:
    const SearchPlan& plan_;
    const JournalContents& contents_;
    std::vector<WinnerRun> runs_;
    std::deque<Work> open_;
};

// The trials to train next: those that failed once, and new ones from the StrategyLog. Internal to
// core/search; one thread.
class TrialQueue {
public:
    // Both must outlive it. `contents`: how the trials of earlier sessions ended.
    TrialQueue(StrategyLog& strategyLog, const JournalContents& contents)
        : strategyLog_(strategyLog), contents_(contents) {}

    // Nothing: none before others have ended, or none at all. One that is failed already is not to be trained again:
    // it got the program killed.
    std::optional<Trial> next();
    bool more();                                                      // whether there is a next one
    void again(Trial trial) { retries_.push_back(std::move(trial)); } // it failed for the first time

private:
    StrategyLog& strategyLog_;
    const JournalContents& contents_;
    std::deque<Trial> retries_;
    std::optional<Trial> asked_; // for more()
};

} // namespace belfry
