#include "core/search/strategy.h"

#include "core/base/error.h"
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
    const auto found =
        std::ranges::find_if(kStrategies, [&](const Entry& entry) { return entry.name == plan.strategy; });
    if (found == kStrategies.end()) {
        std::vector<std::string> names;
        for (const Entry& entry : kStrategies)
            names.emplace_back(entry.name);
        throw usageError(unknownName(Text::tr("strategy"), plan.strategy, names));
    }
    std::unique_ptr<Strategy> strategy = found->make(plan);
    return plan.halving > 0 ? makeHalving(plan, std::move(strategy)) : std::move(strategy);
}

} // namespace belfry
