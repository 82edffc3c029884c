// The store of keys, and who has come. Internal to core/ranks (c10d).
#pragma once

#include "core/base/deadline.h"
#include "core/ranks/listener.h"
#include "core/ranks/rank_group.h"

#include <torch/csrc/distributed/c10d/Store.hpp>

#include <exception>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

using StorePointer = c10::intrusive_ptr<c10d::Store>;

// What the roll call has found, by rank.
struct RollCall {
    std::vector<std::string> hosts;
    std::vector<std::string> addresses; // which each is reached by from rank 0
};

bool serves(const Launch& launch); // the keys; else another rank does, or the launcher's agent
// At an address of another machine, as it was told, or at one that is translated on the way.
bool servesElsewhere(const Launch& launch);
// The keys of this attempt. Rank 0 serves them, or the launcher's agent does. listener: where rank 0 does; none: at all
// addresses of its machine. Throws as RankGroup::meet().
StorePointer openStore(const Launch& launch, const Deadline& deadline, std::optional<Listener> listener = {});
// Waits until every rank has come, and compares what they say of themselves. Throws as RankGroup::meet().
RollCall callTheRoll(c10d::Store& store, const Launch& launch, const RankFacts& facts, const Deadline& deadline,
                     const std::stop_token& stop = {});
// Of a meeting that was stopped.
Error abandonedMeeting();
// Of a launcher's agent that has ended, with the library's error.
Error lostAgent(const Launch& launch, const std::exception& error);
// Of a store that nobody serves, or whose server is silent.
Error unanswered(const Launch& launch, std::chrono::milliseconds limit);
// The store's own wait cannot be ended: a stop is looked for between short ones. Throws abandonedMeeting(), and what
// the store throws.
void waitForKeys(c10d::Store& store, const std::vector<std::string>& keys, const Deadline& deadline,
                 const std::stop_token& stop);
// 0 to ranks - 1, but for these.
std::vector<int> ranksBut(int ranks, const std::vector<int>& without = {});
// Those that do not set their key within the limit. Throws what the store throws.
std::vector<int> stillMissing(c10d::Store& store, const std::vector<int>& ranks, std::chrono::milliseconds limit,
                              const std::function<std::string(int rank)>& key);

// Against rank 0's values, on every rank, so that all say the same. values: by rank. Throws Error(Device).
void requireSameFacts(const std::vector<std::vector<std::string>>& values, const RollCall& call,
                      const RankFacts& facts);

std::string nameOfRank(const RollCall& call, int rank); // "2 (host c)"
std::string listOfRanks(const std::vector<int>& ranks); // "1, 2", of many the first ones
std::string firstLine(const std::string& text);         // of the library's messages, which go on with a stack

} // namespace belfry
