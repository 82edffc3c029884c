// A strategy with the trials that it asked for and that were reported to it. Internal to core/search;
// one thread.
#pragma once

#include "core/search/strategy.h"

#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace belfry {

class StrategyLog {
public:
    // `recorded`: trials of this plan that ended before, in any order. Throws Error(Data) when they are another plan's.
    StrategyLog(const SearchPlan& plan, const std::vector<Trial>& recorded);

    // The next trial to train; nothing: none before others have ended, or none at all.
    std::optional<Trial> next();
    // The strategy receives results in the order in which it asked, whenever trials end.
    void end(const Trial& trial);

    const std::map<int, Trial>& ended() const { return ended_; } // by id
    std::vector<Trial> best(std::size_t count) const; // of those that are done, best first; of each network its best
    double expected() const;
    const std::vector<Generation>& generations() const { return strategy_->generations(); }

private:
    std::optional<Trial> ask();

    std::unique_ptr<Strategy> strategy_;
    std::deque<Trial> open_; // asked for, but not ended when the search was left
    std::map<int, Trial> ended_;
    int asked_ = 0, reported_ = 0; // ids
};

} // namespace belfry
