// The runs of the winners: which are to be made, and what became of those that ended. Internal to core/search; one
// thread.
#pragma once

#include "core/search/work.h"

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace belfry {

class Finals {
public:
    // `plan` must outlive it; `recorded`: runs that ended before.
    Finals(const SearchPlan& plan, std::vector<WinnerRun> recorded);

    // Opens the runs of these winners, best first: those that succeeded before are left out, others are made anew.
    void open(const std::vector<Trial>& winners);
    std::optional<Work> next(); // nothing: none is open
    // Nothing: the run failed for the first time, and is open once more.
    std::optional<WinnerRun> end(const WorkDone& done);

    const std::vector<WinnerRun>& runs() const { return runs_; } // that ended, by rank and seed
    std::string problem() const;                                 // why one of them failed, when all did; else ""

private:
    const SearchPlan& plan_;
    std::vector<WinnerRun> runs_;
    std::deque<Work> open_;
    std::set<std::pair<int, std::uint64_t>> failed_; // once: trial and seed
};

} // namespace belfry
