#include "core/search/progress_estimator.h"

#include <algorithm>

namespace belfry {

ProgressEstimator::ProgressEstimator(const SearchPlan& plan) : plan_(plan), space_(sizeOf(plan.space)) {}

void ProgressEstimator::begin(const StrategyLog& strategyLog, double seconds) {
    secondsBefore_ = seconds;
    endedBefore_ = static_cast<double>(strategyLog.ended().size());
    progress(strategyLog, seconds);
}

SearchProgress ProgressEstimator::progress(const StrategyLog& strategyLog, double seconds) {
    const SearchProgress reported = now(strategyLog, seconds);
    const std::lock_guard lock(mutex_);
    return reported_ = reported;
}

SearchProgress ProgressEstimator::now(const StrategyLog& strategyLog, double seconds) const {
    SearchProgress now;
    now.ended = static_cast<std::int64_t>(strategyLog.ended().size());
    now.expected = strategyLog.expected();
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

SearchProgress ProgressEstimator::later(double seconds) const {
    const std::lock_guard lock(mutex_);
    SearchProgress now = reported_;
    if (now.secondsLeft >= 0)
        now.secondsLeft = std::max(0.0, now.secondsLeft - (seconds - now.seconds));
    now.seconds = seconds;
    return now;
}

} // namespace belfry
