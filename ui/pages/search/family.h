// The family of a genetic search, without pixels: who was born when, who lives on, and whose child everyone is. Plain
// values; any thread.
#pragma once

#include "ui/bridge/search_view.h"

#include <set>
#include <vector>

namespace belfry {

// A trial in one generation.
struct FamilyNode {
    int trial = 0;
    int generation = 1;
    int lane = 0;         // from 0: a trial keeps its lane for life
    bool carried = false; // born earlier
};

struct FamilyLine { // places in Family::nodes
    std::size_t from = 0, to = 0;
    bool carried = false; // both are the same trial, else parent and child
};

struct Family {
    std::vector<FamilyNode> nodes; // by generation, then by lane
    std::vector<FamilyLine> lines; // from one generation to the next
    int generations = 0;
    int lanes = 0; // the population, or more
    bool empty() const { return nodes.empty(); }
    // The node of its birth; null if it is not in the picture.
    const FamilyNode* birthOf(int trial) const;
};

// Empty without generations. Of a network that was trained again and longer (successive halving) the newest trial.
Family familyOf(const SearchView& view);

// A trial with all its ancestors and descendants.
std::set<int> kinOf(const Family& family, int trial);

} // namespace belfry
