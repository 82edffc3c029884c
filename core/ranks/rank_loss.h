// Who is lost, or has failed and why, once a sum or a connection has ended without a result: asked for and told in the
// store of keys. Internal to core/ranks (c10d).
#pragma once

#include "core/ranks/roll_call.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace belfry {

// Why no sum is made any more.
struct RankLoss {
    std::vector<int> silent;                            // do not answer; rank 0 too when the store does not
    std::vector<std::pair<int, std::string>> sentences; // of ranks that failed and said why
};
// Every rank that is still there says so; those that do not within a second or two are lost. Never throws, and returns
// within some seconds.
RankLoss findLoss(const StorePointer& store, const Launch& launch, const RollCall& call);
// step: the steps that were done; 0: none is named. otherwise: where nobody is lost.
Text sentenceOf(const RankLoss& loss, const RollCall& call, std::int64_t step, const Text& otherwise);
// This rank ends, and the others are to know why. Returns within some seconds, whatever becomes of the store.
void announceFailure(const StorePointer& store, const Launch& launch, const std::string& sentence);
// Until the others have found a loss, but not for long: of rank 0 before it ends, as its store holds the reason.
void waitUntilLossIsKnown(const StorePointer& store, const RollCall& call);

inline constexpr const char* kLossKey = "loss"; // of the store, once any rank has found or announced one

} // namespace belfry
