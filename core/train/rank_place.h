// Which of a run's towers and of a machine's devices and cores are one rank's. Free of torch.
#pragma once

#include "core/device/devices.h"
#include "core/ranks/rank_group.h"
#include "core/train/placement.h"
#include "core/train/plan.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

struct RankPlace {
    RankSeat seat;
    OwnTowers own;
    std::vector<std::string> devices; // for the plan: its own, or this rank's part of the GPUs that ranks share
};

// What a rank tells the others of itself.
struct RankCard {
    std::string host;
    std::string cores;                // it may use, as the system lists them
    std::vector<std::string> gpus;    // PCI ids of those that it sees
    std::vector<std::string> devices; // of its plan; {"auto"}: as many as it can have
};
struct RankTowers {
    std::optional<int> all = {}; // divided among the ranks as evenly as possible
    std::vector<int> each = {};  // or by rank; 0: one for each of that rank's devices
};
// Without any number every rank has one tower for each of its devices. Ranks that see the same GPUs have them in turn.
// cards: by rank. Throws Error(Usage) for fewer towers than ranks.
RankPlace placeRank(int rank, std::span<const RankCard> cards, const RankTowers& towers);

// The same after all have told, of a plan for all ranks. Collective.
RankPlace placeRank(std::shared_ptr<RankGroup> ranks, const Plan& plan, const DeviceReport& report,
                    const RankTowers& towers);

// Every rank's towers, in order, each with its host. Collective.
std::vector<TowerPlacement> placementOfAll(RankGroup& ranks, const std::vector<TowerPlacement>& own);

} // namespace belfry
