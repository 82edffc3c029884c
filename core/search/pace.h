// How far a search is, and how long its trials will still take at the pace of this sitting. Internal to core/search;
// one thread, but for what is said to be for any.
#pragma once

#include "core/search/ledger.h"
#include "core/search/search_events.h"

#include <mutex>

namespace belfry {

class Pace {
public:
    explicit Pace(const SearchPlan& plan); // must outlive it
    // A sitting begins: `seconds` at work and trials that ended before it.
    void begin(const Ledger& ledger, double seconds);
    SearchProgress progress(const Ledger& ledger, double seconds);
    // What was told last, at `seconds` at work: before another trial has ended. Any thread.
    SearchProgress later(double seconds) const;

private:
    SearchProgress now(const Ledger& ledger, double seconds) const;

    const SearchPlan& plan_;
    double space_;
    double secondsBefore_ = 0, endedBefore_ = 0;
    mutable std::mutex mutex_; // guards what follows
    SearchProgress told_;
};

} // namespace belfry
