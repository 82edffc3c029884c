// What the model of many ranks starts from, measured on this machine. Free of torch.
#pragma once

#include "core/study/rank_model.h"
#include "core/train/plan.h"

#include <memory>
#include <stop_token>

namespace belfry {

struct DataSet;

// Sums among ranks of this process over the loopback, in 32 or 16 bits. Blocks for some tenths of a second. Throws
// Error(Device) when they cannot meet.
SumCost measureSums(bool sixteenBits);

// One rank of some towers, which is as it would be among others but that its sums are its own; and beside it as many
// more as keep the cores busy.
struct RankTrial {
    int towers = 1; // of the rank
    int beside = 0; // further ranks
};
// Blocks for about a second. The plan is validated, its towers do not matter. Throws Error(Training) when
// its steps fail. An empty work: a stop was asked for.
RankWork measureRank(const Plan& plan, const std::shared_ptr<const DataSet>& data, const RankTrial& trial,
                     const std::stop_token& stop);

} // namespace belfry
