#include "core/train/replica_check.h"

#include "core/kernels/weights_hash.h"
#include "core/tower/page_locked.h"

#include <c10/core/StreamGuard.h>
#include <c10/cuda/CUDAStream.h>

#include <algorithm>

namespace belfry {

ReplicaCheck::ReplicaCheck(TowerTeam& team) : team_(team), parts_(static_cast<std::size_t>(team.size())) {}

ReplicaCheck::~ReplicaCheck() {
    for (Tower& tower : team_)
        if (parts_[static_cast<std::size_t>(tower.index())].scratch.defined())
            tower.finish();
}

void ReplicaCheck::queue() {
    team_.run([this](Tower& tower) {
        const c10::OptionalStreamGuard guard(tower.stream());
        Part& part = parts_[static_cast<std::size_t>(tower.index())];
        if (!part.hash.defined()) {
            part.hash = tower.stream() ? pageLocked({1}, at::kLong) : at::empty({1}, at::kLong);
            part.scratch = at::empty({kHashScratch}, tower.weights().options().dtype(at::kLong));
        }
        weightsHash(contextOf(tower.device()), static_cast<const std::uint32_t*>(tower.weights().const_data_ptr()),
                    tower.weights().numel(), static_cast<std::uint64_t*>(part.scratch.mutable_data_ptr()));
        part.hash.copy_(part.scratch.narrow(0, 0, 1), /*non_blocking=*/true);
        if (tower.stream())
            part.done.record(c10::cuda::CUDAStream(*tower.stream()));
    });
}

std::vector<std::uint64_t> ReplicaCheck::read() const {
    std::vector<std::uint64_t> hashes;
    for (const Part& part : parts_) {
        part.done.wait();
        hashes.push_back(static_cast<std::uint64_t>(*part.hash.const_data_ptr<std::int64_t>()));
    }
    return hashes;
}

int differentReplica(const std::vector<std::uint64_t>& hashes) {
    const auto holders = [&](std::uint64_t hash) { return std::ranges::count(hashes, hash); };
    std::uint64_t majority = hashes.front();
    for (const std::uint64_t hash : hashes)
        if (holders(hash) > holders(majority))
            majority = hash;
    const auto other = std::ranges::find_if(hashes, [majority](std::uint64_t hash) { return hash != majority; });
    return other == hashes.end() ? -1 : static_cast<int>(other - hashes.begin());
}

} // namespace belfry
