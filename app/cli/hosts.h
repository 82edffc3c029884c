// --hosts: this process is rank 0, and starts one rank more on each host by ssh; and those ranks' side of it.
#pragma once

#include "app/cli/interrupt.h"
#include "core/runs/host_run.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json_fwd.hpp>

#include <atomic>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

namespace belfry::cli {

struct HostOptions {
    explicit HostOptions(CLI::App& app);
    void addHeld(CLI::App& app); // what --hosts says there, and nobody else

    std::optional<std::string> hosts, program;
    bool held = false; // started by another process's --hosts
};

// The task of a rank that --hosts has started: the first line of the standard input. From then on this process ends
// with the input, at once: it has nothing to save. Throws Error(Usage) for what is no JSON.
nlohmann::json taskOfHeldRank();

// None without --hosts. Throws Error(Usage) where a launcher has started ranks already.
std::optional<RunHosts> givenHosts(const HostOptions& options, const RankLimits& limits);

// The beginning of what is done over hosts, and what their ranks say until this object is gone. After holdInterrupts().
class HostStart {
public:
    HostRun::Sinks sinks();
    std::stop_token stop() const { return stopper_->token(); } // by Ctrl-C
    // Work that checks, starts and meets the ranks, once. An exit status where it was ended: by Ctrl-C, or by a rank
    // that ended before all have met, which has been named. Throws as the work does else.
    std::optional<int> begin(const std::function<void()>& work);

private:
    std::optional<Stopper> stopper_{std::in_place};
    std::atomic<bool> unmet_ = false;
};

// A run over hosts, from its beginning to the end of its ranks: the exit status.
int runOverHosts(const RunHosts& hosts, const std::function<PreparedRun(HostRun&)>& prepare,
                 const std::function<int(const PreparedRun&)>& train);

} // namespace belfry::cli
