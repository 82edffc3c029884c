// The start of a run over several processes: what its ranks compare when they meet, and what each prepares. Free of
// torch; any thread.
#pragma once

#include "core/train/prepare.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <string>
#include <vector>

namespace belfry {

// All ranks have the same version and command of belfry-cli,
RankFacts rankFacts(const std::string& version, const std::string& command);
// Of a plan's fields, an object, those that all ranks share: without its devices and the folder of the data, which are
// each machine's own.
nlohmann::json sharedFields(nlohmann::json fields);
// and those who train, the same plan; their devices and folders may differ.
RankFacts rankFacts(const std::string& version, const Plan& plan);

// What several processes cannot do yet, or never will: a sentence; empty where they can.
Text refusalOverRanks(const Plan& plan);

// Where gradients are summed otherwise than a user may expect; towers: of all ranks. Empty where they are not.
Text remarkOnSums(const Plan& plan, const std::vector<TowerPlacement>& towers);

// Tells the others when `work` throws on this rank.
template <typename Work>
auto together(RankGroup& ranks, const Work& work) {
    try {
        return work();
    } catch (const std::exception& error) {
        ranks.fail(error.what());
        throw;
    }
}

// Opens the data, which must be the same on all ranks, and prepares this rank's part. towers.each is rank 0's alone,
// for all; towers.all every rank's. Collective.
PreparedRun prepareOverRanks(const std::shared_ptr<RankGroup>& ranks, Plan plan, const RankTowers& towers);

} // namespace belfry
