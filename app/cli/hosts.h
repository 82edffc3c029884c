// train --hosts: this process is rank 0, and starts one rank more on each host by ssh; and those ranks' side of it.
#pragma once

#include "core/ranks/host_ranks.h"
#include "core/train/plan.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace belfry::cli {

struct HostOptions {
    explicit HostOptions(CLI::App& app);

    std::optional<std::string> hosts, program;
    bool held = false; // started by another process's --hosts
};

// The task of a rank that --hosts has started: the first line of the standard input. From then on this process ends
// with the input, at once: it has nothing to save. Throws Error(Usage) for what is no JSON.
nlohmann::json taskOfHeldRank();

// Checks the hosts, and starts a rank on each with the command's arguments and a task. Ctrl-C ends this process
// meanwhile, and a rank that ends before all have met. Throws Error(Usage), with a sentence for each host that cannot
// take part.
std::unique_ptr<HostRanks> startRanks(const HostOptions& options, const std::vector<Host>& hosts,
                                      std::vector<std::string> command, const nlohmann::json& task);
// Of --hosts; none without it. Throws Error(Usage) where a launcher has started ranks already.
std::vector<Host> givenHosts(const HostOptions& options);

// None without --hosts. Sets the plan's towers, of all ranks: as many for each as the hosts are given, or one, unless
// givesTowers. Throws as startRanks() and givenHosts(), and Error(Usage) where numbers differ.
std::unique_ptr<HostRanks> startHosts(const HostOptions& options, bool givesTowers, Plan& plan);

} // namespace belfry::cli
