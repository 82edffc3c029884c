#include "core/search/strategy.h"

#include "core/base/suggest.h"

#include <algorithm>
#include <array>

namespace belfry {
namespace {

struct Entry {
    const char* name;
    std::unique_ptr<Strategy> (*make)(const SearchPlan&);
};
constexpr std::array kStrategies{Entry{"genetic", makeGenetic}, Entry{"exhaustive", makeExhaustive},
                                 Entry{"random", makeRandom}};

} // namespace

std::unique_ptr<Strategy> makeStrategy(const SearchPlan& plan) {
    std::unique_ptr<Strategy> strategy = rowNamed(kStrategies, Text::tr("strategy"), plan.strategy).make(plan);
    return plan.halving > 0 ? makeHalving(plan, std::move(strategy)) : std::move(strategy);
}

} // namespace belfry
