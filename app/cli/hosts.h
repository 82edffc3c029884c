// train --hosts: this process is rank 0, and starts one rank more on each host by ssh; and those ranks' side of it.
#pragma once

#include "core/ranks/host_list.h"
#include "core/ranks/launch.h"
#include "core/ranks/remote_host.h"
#include "core/train/plan.h"

#include <CLI/CLI.hpp>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace belfry::cli {

struct HostOptions {
    explicit HostOptions(CLI::App& app);

    std::optional<std::string> hosts, program;
    bool held = false; // started by another process's --hosts
};

// The plan of a rank that --hosts has started: the first line of the standard input. From then on this process ends
// with the input, at once: it has nothing to save. Throws Error(Usage) for what is no plan.
Plan planOfHeldRank();

// The other ranks. Whatever ends this process ends them.
class HostRanks {
public:
    // Checks the hosts, and starts a rank with the plan on each; Ctrl-C ends this process meanwhile. Throws
    // Error(Usage), with a sentence for each host that cannot take part.
    HostRanks(const HostOptions& options, const std::vector<Host>& hosts, const Plan& plan);
    ~HostRanks();

    const Launch& launch() const { return launch_; } // this process's
    void met();                                      // from now on they tell of a loss by themselves
    void finish();                                   // the run is over: waits until they have gone, for some seconds

private:
    void start(const HostOptions& options, const Host& host, const Plan& plan);
    void ended(const std::string& host, int status);

    enum class Stage { Meeting, Running, Over };
    Launch launch_;
    std::mutex mutex_;
    std::condition_variable changed_;
    Stage stage_ = Stage::Meeting;
    std::vector<std::unique_ptr<RemoteRank>> ranks_; // the last: their threads use the others
};

// None without --hosts. Sets the plan's towers, of all ranks: as many for each as the hosts are given, or one, unless
// givesTowers. Throws as HostRanks, and Error(Usage) where numbers differ or a launcher has started ranks already.
std::unique_ptr<HostRanks> startHosts(const HostOptions& options, bool givesTowers, Plan& plan);

} // namespace belfry::cli
