#include "app/cli/hosts.h"

#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "core/base/error.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <thread>
#include <utility>

namespace belfry::cli {
namespace {

// An exchange among all ranks has equal numbers of towers on each (train/prepare.h).
int towersPerRank(const std::vector<Host>& hosts) {
    const int first = hosts.front().towers;
    for (const Host& host : hosts)
        if (host.towers != first)
            throw usageError(Text::tr("Hosts '%1' and '%2' are given different numbers of towers; every rank has as "
                                      "many as the others as yet. Give all the same number, or none.",
                                      hosts.front().name, host.name));
    return std::max(first, 1);
}

void requireReady(const std::vector<Host>& hosts, const std::string& program) {
    const std::vector<Text> problems = problemsOfHosts(namesOf(hosts), program, BELFRY_VERSION);
    if (std::ranges::any_of(problems, [](const Text& problem) { return !problem.empty(); }))
        throw usageError(Text::sentences(problems));
}

std::string programThere(const HostOptions& options) {
    return options.program ? *options.program : commandLineProgram();
}

} // namespace

HostOptions::HostOptions(CLI::App& app) {
    CLI::Option* list =
        app.add_option("--hosts", hosts,
                       "Train on these machines too, one rank each, started by ssh: a,user@b; a:2,b:2 gives each rank "
                       "2 towers");
    app.add_option("--remote-program", program, "With --hosts: path of belfry-cli there, if it is another than here")
        ->needs(list);
    app.add_flag(kHeldByInput, held)->group(""); // what --hosts says there, and nobody else
}

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

namespace {

void printLine(const std::string& host, const std::string& line) {
    std::fprintf(stderr, "%s: %s\n", host.c_str(), oneLine(line).c_str());
}

// One that ends before all have met would be waited for: this process ends at once, with nothing written.
void printEnd(const HostRanks::End& end) {
    std::fprintf(stderr, "belfry-cli: The rank on host '%s' ended with status %d.\n", end.host.c_str(), end.status);
    if (end.unmet)
        ::_exit(1);
}

} // namespace

std::unique_ptr<HostRanks> startRanks(const HostOptions& options, const std::vector<Host>& hosts,
                                      std::vector<std::string> command, const nlohmann::json& task) {
    const InterruptWatch watch([](int) { ::_exit(kStoppedByUser); }); // nothing has been written yet
    requireReady(hosts, programThere(options));
    command.emplace_back(kHeldByInput);
    return std::make_unique<HostRanks>(
        hosts, HostRanks::Order{.program = programThere(options), .command = std::move(command), .input = task.dump()},
        HostRanks::Sinks{.line = printLine, .ended = printEnd});
}

std::vector<Host> givenHosts(const HostOptions& options) {
    if (!options.hosts)
        return {};
    if (const auto other = launchFrom(processEnvironment))
        throw usageError(Text::tr("--hosts starts the ranks itself, but this process is one already, by %1. Leave one "
                                  "of the two out.",
                                  other->launcher));
    return hostsFrom(*options.hosts);
}

std::unique_ptr<HostRanks> startHosts(const HostOptions& options, bool givesTowers, Plan& plan) {
    const std::vector<Host> hosts = givenHosts(options);
    if (hosts.empty())
        return nullptr;
    if (givesTowers && std::ranges::any_of(hosts, [](const Host& host) { return host.towers > 0; }))
        throw usageError(Text::tr("--towers is the number of all ranks together, and --hosts gives one for each; "
                                  "expected one of the two."));
    if (!givesTowers)
        plan.towers = towersPerRank(hosts) * (static_cast<int>(hosts.size()) + 1);
    validate(plan);
    return startRanks(options, hosts, {"train"}, toJson(plan));
}

} // namespace belfry::cli
