#include "core/train/replica_check.h"

#include "core/base/error.h"

#include <algorithm>
#include <bit>

namespace belfry {

// Multiplication by an odd number and the exchange of both halves can be undone: a difference stays one. Four sums go
// side by side, so that the processor need not wait for each product.
std::uint64_t weightsHash(const std::uint32_t* bits, std::int64_t count) {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
    std::uint64_t sums[4] = {1, 2, 3, 4};
    for (std::int64_t i = 0; i < count; ++i) {
        std::uint64_t& sum = sums[i % 4];
        sum = std::rotl((sum ^ bits[i]) * kOdd, 32);
    }
    std::uint64_t hash = 0;
    for (const std::uint64_t sum : sums)
        hash = std::rotl((hash ^ sum) * kOdd, 32);
    return hash;
}

int differentReplica(const std::vector<std::uint64_t>& hashes) {
    const auto holders = [&](std::uint64_t hash) { return std::ranges::count(hashes, hash); };
    std::uint64_t usual = hashes.front();
    for (const std::uint64_t hash : hashes)
        if (holders(hash) > holders(usual))
            usual = hash;
    const auto other = std::ranges::find_if(hashes, [usual](std::uint64_t hash) { return hash != usual; });
    return other == hashes.end() ? -1 : static_cast<int>(other - hashes.begin());
}

std::uint64_t replicaHash(Tower& tower) {
    if (tower.stream())
        tower.stream()->synchronize();
    const at::Tensor host = tower.weights().cpu(); // itself where it is there already
    return weightsHash(static_cast<const std::uint32_t*>(host.const_data_ptr()), host.numel());
}

std::vector<std::uint64_t> replicaHashes(TowerTeam& team) {
    std::vector<std::uint64_t> hashes(static_cast<std::size_t>(team.size()));
    team.run([&hashes](Tower& tower) { hashes[static_cast<std::size_t>(tower.index())] = replicaHash(tower); });
    return hashes;
}

void requireEqualReplicas(TowerTeam& team, const std::vector<std::uint64_t>& hashes, std::int64_t step) {
    const int tower = differentReplica(hashes);
    if (tower < 0)
        return;
    const auto device = [&team](int t) { return team.tower(t).device().str(); };
    throw Error(ErrorCategory::Training,
                team.size() == 2
                    ? Text::tr("The weights of the two towers differ after step %1: a device (%2, %3) or the link "
                               "failed. Resume from a checkpoint, on other devices.",
                               step, device(0), device(1))
                    : Text::tr("The weights of tower %1 are not those of the other towers after step %2: its device "
                               "(%3) or a link failed. Resume from a checkpoint, on other devices.",
                               tower, step, device(tower)));
}

} // namespace belfry
