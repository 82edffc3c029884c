// How ranks find one another: the store of keys, who has come, and who is still there. Internal to core/ranks (c10d).
#pragma once

#include "core/ranks/rank_group.h"

#include <torch/csrc/distributed/c10d/Store.hpp>

namespace belfry {

using StorePointer = c10::intrusive_ptr<c10d::Store>;

// What the roll call has found, by rank.
struct RollCall {
    std::vector<std::string> hosts;
    std::vector<std::int64_t> processes;
};

// The keys of this attempt. Rank 0 serves them, or the launcher's agent does. Throws as RankGroup::meet().
StorePointer openStore(const Launch& launch, std::chrono::milliseconds limit);
// Waits until every rank has come, and compares what they say of themselves. Throws as RankGroup::meet().
RollCall callTheRoll(c10d::Store& store, const Launch& launch, const RankFacts& facts, std::chrono::milliseconds limit);

// After a sum has failed: every rank that is still there says so; those that do not within a second or two. Never
// throws; empty too where the store itself is lost.
std::vector<int> silentRanks(const StorePointer& store, const Launch& launch, const RollCall& call);

std::string nameOfRank(const RollCall& call, int rank); // "2 (host c)"
std::string firstLine(const std::string& text);         // of the library's messages, which go on with a stack

} // namespace belfry
