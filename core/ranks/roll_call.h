// How ranks find one another: the store of keys, who has come, and who is still there. Internal to core/ranks (c10d).
#pragma once

#include "core/ranks/rank_group.h"

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace belfry {

using StorePointer = c10::intrusive_ptr<c10d::Store>;

// What the roll call has found, by rank.
struct RollCall {
    std::vector<std::string> hosts;
};

// The keys of this attempt. Rank 0 serves them, or the launcher's agent does. Throws as RankGroup::meet().
StorePointer openStore(const Launch& launch, std::chrono::milliseconds limit);
// Waits until every rank has come, and compares what they say of themselves. Throws as RankGroup::meet().
RollCall callTheRoll(c10d::Store& store, const Launch& launch, const RankFacts& facts, std::chrono::milliseconds limit,
                     const std::stop_token& stop = {});
// Of a meeting that was stopped.
Error abandonedMeeting();
// The store's own wait cannot be ended: a stop is looked for between short ones. Throws abandonedMeeting(), and what
// the store throws.
void waitForKeys(c10d::Store& store, const std::vector<std::string>& keys, std::chrono::milliseconds limit,
                 const std::stop_token& stop);

// Against rank 0's values, on every rank, so that all say the same. values: by rank. Throws Error(Device).
void requireSameFacts(const std::vector<std::vector<std::string>>& values, const RollCall& call,
                      const RankFacts& facts);

// Why no sum is made any more.
struct RankLoss {
    std::vector<int> silent;                            // do not answer; rank 0 too when the store does not
    std::vector<std::pair<int, std::string>> sentences; // of ranks that failed and said why
};
// After a sum has failed: every rank that is still there says so; those that do not within a second or two are lost.
// Never throws, and returns within some seconds.
RankLoss findLoss(const StorePointer& store, const Launch& launch, const RollCall& call);
// This rank ends, and the others are to know why. Returns within some seconds, whatever becomes of the store.
void announceFailure(const StorePointer& store, const Launch& launch, const std::string& sentence);
// Until the others have found a loss, but not for long: of rank 0 before it ends, as its store holds the reason.
void waitUntilLossIsKnown(const StorePointer& store, const RollCall& call);

inline constexpr const char* kLossKey = "loss"; // of the store, once any rank has found or announced one

std::string nameOfRank(const RollCall& call, int rank); // "2 (host c)"
std::string firstLine(const std::string& text);         // of the library's messages, which go on with a stack

} // namespace belfry
