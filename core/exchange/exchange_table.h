// The table of strategies, and the towers that can use them. Free of torch; any thread.
#pragma once

#include "core/base/text.h"

#include <span>
#include <string>
#include <vector>

namespace belfry {

std::vector<std::string> exchangeNames();
// Strategies after whose step all replicas are equal: they can be compared, and `auto` chooses among them.
std::vector<std::string> synchronousExchangeNames();
bool isSynchronous(const std::string& exchange); // true for "auto" and unknown names
// The variables live in one place, the parameter server: gradients come to it and weights go out from it.
bool isCentral(const std::string& exchange);
// Throws Error(Usage) when the towers have no step in common that could be measured.
void requireCommonStep(const std::string& exchange);

// Duration of a step with a strategy, from a short trial with the towers of a run.
struct ExchangeTrial {
    std::string name;
    double milliseconds = 0; // of one step: mean, update, weights of every replica
};

// devices: one per tower, "cpu", "cuda:0", ... Why these towers cannot use it, in one sentence; empty when they can.
// Throws Error(Usage) for an unknown name.
Text exchangeRefusal(const std::string& name, std::span<const std::string> devices);

} // namespace belfry
