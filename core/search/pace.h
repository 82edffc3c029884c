// How far a search is, and how long its trials will still take at the pace of this sitting. Internal to core/search;
// one thread.
#pragma once

#include "core/search/ledger.h"
#include "core/search/search_events.h"

namespace belfry {

class Pace {
public:
    explicit Pace(const SearchPlan& plan); // must outlive it
    // A sitting begins: `seconds` at work and trials that ended before it.
    void begin(const Ledger& ledger, double seconds);
    SearchProgress progress(const Ledger& ledger, double seconds) const;

private:
    const SearchPlan& plan_;
    double space_;
    double secondsBefore_ = 0, endedBefore_ = 0;
};

// The same before another trial has ended, at `seconds` at work.
SearchProgress later(SearchProgress told, double seconds);

} // namespace belfry
