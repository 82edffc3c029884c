// Whether all replicas of a run are equal: hashes of their weights, taken where the weights are, eight bytes of which
// travel to the host. Session thread; internal to the engine (ATen).
#pragma once

#include "core/tower/tower_team.h"

#include <cstdint>
#include <vector>

namespace belfry {

class ReplicaCheck {
public:
    explicit ReplicaCheck(TowerTeam& team); // which must outlive it
    ~ReplicaCheck();                        // waits for what is queued
    ReplicaCheck(const ReplicaCheck&) = delete;
    ReplicaCheck& operator=(const ReplicaCheck&) = delete;

    // Of the weights as they are after all work queued so far: on the CPU each on its tower's thread, on devices queued
    // on the tower's stream, and not waited for.
    void queue();
    // Those of the last queue(), by tower; waits for the devices.
    std::vector<std::uint64_t> read() const;

private:
    struct Part {
        at::Tensor scratch; // on the device
        at::Tensor hash;    // on the host; CUDA: page-locked
        DeviceEvent done;
    };
    TowerTeam& team_;
    std::vector<Part> parts_; // by tower
};

// The tower whose hash is not the one that most towers have (the first tower's when there are as many of each); -1 when
// all are equal.
int differentReplica(const std::vector<std::uint64_t>& hashes);

} // namespace belfry
