#include "app/cli/hosts.h"

#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "core/base/error.h"
#include "core/train/rank_start.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <thread>

namespace belfry::cli {
namespace {

void printLine(const std::string& host, const std::string& line) {
    std::fprintf(stderr, "%s: %s\n", host.c_str(), oneLine(line).c_str());
}

} // namespace

HostOptions::HostOptions(CLI::App& app) {
    CLI::Option* list =
        app.add_option("--hosts", hosts,
                       "Train on these machines too, one rank each, started by ssh: a,user@b; a:2,b:1 gives these "
                       "2 towers and 1");
    app.add_option("--remote-program", program, "With --hosts: path of belfry-cli there, if it is another than here")
        ->needs(list);
}

void HostOptions::addHeld(CLI::App& app) { app.add_flag(kHeldByInput, held)->group(""); }

nlohmann::json taskOfHeldRank() {
    std::string line;
    std::array<char, 4096> buffer{};
    while (line.find('\n') == std::string::npos) {
        const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
        if (count <= 0)
            throw usageError(Text::tr("The standard input ended before the plan; expected one line of JSON."));
        line.append(buffer.data(), static_cast<std::size_t>(count));
    }
    std::thread([] { // with the process
        char any = 0;
        while (::read(STDIN_FILENO, &any, 1) > 0) {
        }
        ::_exit(kStoppedByUser);
    })
        .detach();
    nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_discarded())
        throw usageError(Text::tr("The first line of the standard input is no plan; expected one line of JSON."));
    return json;
}

std::optional<RunHosts> givenHosts(const HostOptions& options, const RankLimits& limits) {
    if (!options.hosts)
        return {};
    if (const auto other = launchFrom(processEnvironment))
        throw usageError(Text::tr("--hosts starts the ranks itself, but this process is one already, by %1. Leave one "
                                  "of the two out.",
                                  other->launcher));
    return RunHosts{.hosts = hostsFrom(*options.hosts), .program = options.program.value_or(""), .limits = limits};
}

HostRun::Sinks HostStart::sinks() {
    HostRun::Sinks sinks;
    sinks.line = printLine;
    sinks.ended = [this](const HostRanks::End& end) {
        std::fprintf(stderr, "belfry-cli: The rank on host '%s' ended with status %d.\n", end.host.c_str(), end.status);
        if (end.unmet)
            unmet_ = true;
    };
    return sinks;
}

std::optional<int> HostStart::begin(const std::function<void()>& work) {
    try {
        work();
    } catch (const std::exception&) {
        if (!stop().stop_requested() && !unmet_)
            throw;
    }
    const std::stop_token stopped = stop();
    if (!stopped.stop_requested()) {
        if (unmet_)
            return 1;
        stopper_.reset(); // what comes has its own
    }
    return stopped.stop_requested() ? std::optional<int>(kStoppedByUser) : std::nullopt;
}

int runOverHosts(const RunHosts& hosts, const std::function<PreparedRun(HostRun&)>& prepare,
                 const std::function<int(const PreparedRun&)>& train) {
    HostStart start;
    HostRun run(hosts, start.sinks(), start.stop());
    std::optional<PreparedRun> prepared;
    if (const std::optional<int> ended = start.begin([&] { prepared = prepare(run); }))
        return *ended;
    const int status = together(*prepared->seat.group, [&] { return train(*prepared); });
    prepared.reset(); // with its group
    run.finish(status == 1);
    return status;
}

} // namespace belfry::cli
