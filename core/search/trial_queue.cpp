#include "core/search/trial_queue.h"

#include <utility>

namespace belfry {

bool TrialQueue::more() {
    if (retries_.empty() && !asked_)
        asked_ = strategyLog_.next();
    return !retries_.empty() || asked_;
}

std::optional<Trial> TrialQueue::next() {
    if (!retries_.empty()) {
        Trial trial = std::move(retries_.front());
        retries_.pop_front();
        return trial;
    }
    if (!more())
        return std::nullopt;
    std::optional<Trial> trial = std::exchange(asked_, std::nullopt);
    const Training training{trial->id, {}};
    contents_.recallFailures(*trial); // it was tried before the search was left
    const Kills kills = contents_.killsOf(training);
    trial->kills = kills.all;
    if (kills.tooMany()) {
        trial->failures.push_back(killedAlone());
        trial->state = TrialState::Failed;
    }
    return trial;
}

} // namespace belfry
