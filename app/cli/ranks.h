// A run over several processes, for the command line: whether this is one of them, and meeting the others.
#pragma once

#include "core/train/rank_start.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>

#include <functional>
#include <memory>
#include <optional>

namespace belfry::cli {

// --rank-wait and --rank-silence, with their defaults.
std::shared_ptr<const RankLimits> addRankLimits(CLI::App& app);

// The launch of this process as one of several ranks; none: it is alone. Throws Error(Usage) as launchFrom().
std::optional<Launch> severalRanks();

// Meets the others, who must have the same version and plan; their devices and folders may differ. Throws as
// RankGroup::meet(). Ctrl-C and SIGTERM end the process meanwhile. After holdInterrupts().
std::shared_ptr<RankGroup> meetRanks(const Launch& launch, const Plan& plan, const RankLimits& limits);
// Likewise the command and its options, an object, of what changes a plan that rank 0 alone has.
std::shared_ptr<RankGroup> meetRanks(const Launch& launch, const std::string& command, const nlohmann::json& options,
                                     const RankLimits& limits);
// What is this rank's own of a plan that rank 0 has: its devices, by the same options, and where its data are.
std::function<void(Plan&)> ownPlace(const nlohmann::json& options);
// The others must have the same version and command. For what rank 0 alone knows.
std::shared_ptr<RankGroup> meetRanks(const Launch& launch, const std::string& command, const RankLimits& limits);

} // namespace belfry::cli
