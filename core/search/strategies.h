// The strategies behind makeStrategy(), one file each. Internal to core/search.
#pragma once

#include "core/search/strategy.h"

#include <memory>

namespace belfry {

std::unique_ptr<Strategy> makeExhaustive(const SearchPlan& plan);
std::unique_ptr<Strategy> makeGenetic(const SearchPlan& plan);
std::unique_ptr<Strategy> makeRandom(const SearchPlan& plan);
// Each batch of what `inner` asks for runs through rungs of more and more epochs; it is told of all when the last rung
// is through.
std::unique_ptr<Strategy> makeHalving(const SearchPlan& plan, std::unique_ptr<Strategy> inner);

} // namespace belfry
