// The progress of a search, and how long its trials will still take at the speed of this session. Internal to
// core/search; one thread, except where noted.
#pragma once

#include "core/search/search_events.h"
#include "core/search/strategy_log.h"

#include <mutex>

namespace belfry {

class ProgressEstimator {
public:
    explicit ProgressEstimator(const SearchPlan& plan); // must outlive it
    // A session begins: `seconds` at work and trials that ended before it.
    void begin(const StrategyLog& strategyLog, double seconds);
    SearchProgress progress(const StrategyLog& strategyLog, double seconds);
    // The last progress, updated to `seconds` of work without another ended trial. Any thread.
    SearchProgress later(double seconds) const;

private:
    SearchProgress now(const StrategyLog& strategyLog, double seconds) const;

    const SearchPlan& plan_;
    double space_;
    double secondsBefore_ = 0, endedBefore_ = 0;
    mutable std::mutex mutex_; // guards what follows
    SearchProgress reported_;
};

} // namespace belfry
