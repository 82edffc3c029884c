// Where the host reads the gradients of a team's towers: those of towers on the CPU where they are, of others a copy in
// page-locked memory. And the weights that it updates for them. Internal to the engine (ATen).
#pragma once

#include "core/exchange/gradient_buckets.h"
#include "core/tower/device_event.h"
#include "core/tower/tower_team.h"

#include <deque>
#include <utility>
#include <vector>

namespace belfry {

// The weights that a server on the CPU updates: a CPU tower's own, which saves a copy in every step, or else a copy in
// page-locked memory, once the first tower's stream has brought it there.
at::Tensor weightsOnHost(TowerTeam& team);
at::Tensor copyForDevices(Tower& tower); // page-locked, of its weights

class HostGradients {
public:
    explicit HostGradients(TowerTeam& team);
    // Whether there are copies, which begin when the towers have queued all of a step.
    bool copies() const { return !copies_.empty(); }
    // Queues the copies, bucket by bucket, behind what the towers have queued.
    void send(const GradientBuckets& buckets);
    // By tower, once that bucket's part of every copy has arrived.
    std::vector<const float*> await(int bucket);

private:
    struct Copy {
        Copy(int index, at::Tensor memory) : tower(index), there(std::move(memory)) {}
        int tower;
        at::Tensor there;
        std::deque<DeviceEvent> arrived; // by bucket
    };
    TowerTeam& team_;
    std::deque<Copy> copies_;
};

} // namespace belfry
