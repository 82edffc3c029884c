#include "core/search/pace.h"

#include <algorithm>

namespace belfry {

Pace::Pace(const SearchPlan& plan) : plan_(plan), space_(sizeOf(plan.space)) {}

void Pace::begin(const Ledger& ledger, double seconds) {
    secondsBefore_ = seconds;
    endedBefore_ = static_cast<double>(ledger.ended().size());
    progress(ledger, seconds);
}

SearchProgress Pace::progress(const Ledger& ledger, double seconds) {
    const SearchProgress told = now(ledger, seconds);
    const std::lock_guard lock(mutex_);
    return told_ = told;
}

SearchProgress Pace::now(const Ledger& ledger, double seconds) const {
    SearchProgress now;
    now.ended = static_cast<std::int64_t>(ledger.ended().size());
    now.expected = ledger.expected();
    now.exhaustive = space_;
    now.seconds = seconds;
    const double fresh = static_cast<double>(now.ended) - endedBefore_;
    const double open = now.expected - static_cast<double>(now.ended);
    if (fresh <= 0 || open <= 0) // nothing known yet, or nothing but winners is left
        return now;
    double left = (seconds - secondsBefore_) / fresh * open;
    if (plan_.budgetMinutes > 0)
        left = std::min(left, 60 * plan_.budgetMinutes - seconds);
    if (left >= 0)
        now.secondsLeft = left;
    return now;
}

SearchProgress Pace::later(double seconds) const {
    const std::lock_guard lock(mutex_);
    SearchProgress now = told_;
    if (now.secondsLeft >= 0)
        now.secondsLeft = std::max(0.0, now.secondsLeft - (seconds - now.seconds));
    now.seconds = seconds;
    return now;
}

} // namespace belfry
