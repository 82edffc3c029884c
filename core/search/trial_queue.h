// Which trials are to be trained next: those that failed once, and what the strategyLog asks for. Internal to
// core/search; one thread.
#pragma once

#include "core/search/journal.h"
#include "core/search/strategy_log.h"

#include <deque>
#include <optional>

namespace belfry {

class TrialQueue {
public:
    // Both must outlive it. `contents`: what became of the trials in earlier sessions.
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
