// Strategies choose the next trial: ask and tell. One table of strategies. Free of torch; one thread.
#pragma once

#include "core/search/search_plan.h"
#include "core/search/trial.h"

#include <memory>
#include <optional>
#include <vector>

namespace belfry {

// Proposals depend only on the plan and on the reported results, never on timing: the same seed, the same search,
// however many trials run in parallel.
class Strategy {
public:
    virtual ~Strategy() = default;
    // nullopt: no more before the results of earlier proposals are reported, or none at all.
    virtual std::optional<Proposal> ask() = 0;
    // Done or failed, in the order in which they were asked for.
    virtual void tell(const Trial& trial) = 0;
    // Trials of the whole search, about, by what is known now.
    virtual double expected() const = 0;
    virtual const std::vector<Generation>& generations() const = 0; // that are complete
};

// Makes the strategy from the plan's strategy, seed and halving. The plan is valid.
std::unique_ptr<Strategy> makeStrategy(const SearchPlan& plan);

// The strategies behind makeStrategy().
std::unique_ptr<Strategy> makeExhaustive(const SearchPlan& plan);
std::unique_ptr<Strategy> makeGenetic(const SearchPlan& plan);
std::unique_ptr<Strategy> makeRandom(const SearchPlan& plan);
// Each batch of what `inner` asks for runs through rungs of more and more epochs; it gets all results when the last
// rung has ended.
std::unique_ptr<Strategy> makeHalving(const SearchPlan& plan, std::unique_ptr<Strategy> inner);

} // namespace belfry
