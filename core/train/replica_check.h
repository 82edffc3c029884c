// Are all replicas still equal? Reads every tower's weights and compares their hashes. Session thread, but for what
// says otherwise; internal to the engine (ATen).
#pragma once

#include "core/tower/tower_team.h"

#include <cstdint>
#include <vector>

namespace belfry {

// Of every number's bits, in order: weights that differ in one bit differ in it.
std::uint64_t weightsHash(const std::uint32_t* bits, std::int64_t count);

// The tower whose hash is not the one that most towers have (the first tower's when there are as many of each); -1 when
// all are equal.
int differentReplica(const std::vector<std::uint64_t>& hashes);

// Of a tower's weights; waits for its stream. Any thread, while the tower does not write them.
std::uint64_t replicaHash(Tower& tower);

// The hashes by tower, each taken on its own thread.
std::vector<std::uint64_t> replicaHashes(TowerTeam& team);

// Throws Error(Training) with the tower (of two: both) and the step: nobody knows which replica is right.
void requireEqualReplicas(TowerTeam& team, const std::vector<std::uint64_t>& hashes, std::int64_t step);

} // namespace belfry
