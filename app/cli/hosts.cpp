#include "app/cli/hosts.h"

#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "core/base/error.h"
#include "core/ranks/route.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <thread>
#include <utility>

namespace belfry::cli {
namespace {

constexpr const char* kHeld = "--held-by-input";

std::string ownProgram() { return std::filesystem::read_symlink("/proc/self/exe").string(); }

std::string ownFolder() {
    std::error_code none;
    return std::filesystem::current_path(none).string();
}

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

// Where the user knows better, as in front of a tunnel.
std::string ownAddressFor(const std::string& host) {
    if (const auto given = processEnvironment("MASTER_ADDR"); given && !given->empty())
        return *given;
    std::string address = addressForHost(host);
    if (address.empty())
        throw usageError(Text::tr("There is no IPv4 route to host '%1', so it cannot be told where to find this "
                                  "machine. Set MASTER_ADDR to this machine's address in a network that both share.",
                                  host));
    return address;
}

std::uint16_t ownPort() {
    if (const auto given = processEnvironment("MASTER_PORT"))
        return numberFrom<std::uint16_t>("MASTER_PORT", *given);
    return freePort();
}

std::vector<std::string> namesOf(const std::vector<Host>& hosts) {
    std::vector<std::string> names;
    for (const Host& host : hosts)
        names.push_back(host.name);
    return names;
}

void requireReady(const std::vector<Host>& hosts, const std::string& program) {
    const std::vector<Text> problems = problemsOfHosts(namesOf(hosts), program, BELFRY_VERSION);
    if (std::ranges::any_of(problems, [](const Text& problem) { return !problem.empty(); }))
        throw usageError(Text::sentences(problems));
}

std::string programThere(const HostOptions& options) { return options.program ? *options.program : ownProgram(); }

} // namespace

HostOptions::HostOptions(CLI::App& app) {
    CLI::Option* list =
        app.add_option("--hosts", hosts,
                       "Train on these machines too, one rank each, started by ssh: a,user@b; a:2,b:2 gives each rank "
                       "2 towers");
    app.add_option("--remote-program", program, "With --hosts: path of belfry-cli there, if it is another than here")
        ->needs(list);
    app.add_flag(kHeld, held)->group(""); // what --hosts says there, and nobody else
}

Plan planOfHeldRank() {
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
    const nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
    if (json.is_discarded())
        throw usageError(Text::tr("The first line of the standard input is no plan; expected one line of JSON."));
    return planFromJson(json);
}

HostRanks::HostRanks(const HostOptions& options, const std::vector<Host>& hosts, const Plan& plan) {
    const InterruptWatch watch([](int) { ::_exit(kStoppedByUser); }); // nothing has been written yet
    requireReady(hosts, programThere(options));
    launch_ = {.launcher = "ssh",
               .ranks = static_cast<int>(hosts.size()) + 1,
               .address = ownAddressFor(hosts.front().name),
               .port = ownPort()};
    for (const Host& host : hosts)
        start(options, host, plan);
}

HostRanks::~HostRanks() {
    const std::lock_guard lock(mutex_);
    stage_ = Stage::Over;
    changed_.notify_all();
    for (const auto& rank : ranks_) // all, before the first is waited for
        rank->askToEnd();
}

void HostRanks::start(const HostOptions& options, const Host& host, const Plan& plan) {
    const int rank = static_cast<int>(ranks_.size()) + 1;
    RemoteRank::Order order{.host = host.name,
                            .folder = ownFolder(),
                            .variables = {"RANK=" + std::to_string(rank), "WORLD_SIZE=" + std::to_string(launch_.ranks),
                                          "MASTER_ADDR=" + ownAddressFor(host.name),
                                          "MASTER_PORT=" + std::to_string(launch_.port)},
                            .command = {programThere(options), "train", kHeld},
                            .input = toJson(plan).dump() + '\n'};
    ranks_.push_back(std::make_unique<RemoteRank>(
        order, RemoteRank::Sinks{.line =
                                     [name = host.name](const std::string& line) {
                                         std::fprintf(stderr, "%s: %s\n", name.c_str(), oneLine(line).c_str());
                                     },
                                 .ended = [this, name = host.name](int status) { ended(name, status); }}));
}

// A rank that ends before all have met would be waited for: this process ends at once, with nothing written.
void HostRanks::ended(const std::string& host, int status) {
    constexpr std::chrono::seconds kForTheReason(2); // which rank 0 may be about to say, if it ended because of that
    std::unique_lock lock(mutex_);
    const bool lost = !changed_.wait_for(lock, kForTheReason, [&] { return stage_ != Stage::Meeting; });
    const bool saidWhy = status == 1 || status == 2; // in a line of its own
    if (lost || (status != 0 && !saidWhy && stage_ == Stage::Running))
        std::fprintf(stderr, "belfry-cli: The rank on host '%s' ended with status %d.\n", host.c_str(), status);
    if (lost)
        ::_exit(1);
}

void HostRanks::met() {
    const std::lock_guard lock(mutex_);
    stage_ = Stage::Running;
    changed_.notify_all();
}

void HostRanks::finish() {
    using Clock = std::chrono::steady_clock;
    const auto until = Clock::now() + std::chrono::seconds(10);
    for (const auto& rank : ranks_)
        rank->waitForEnd(std::max(std::chrono::milliseconds(0),
                                  std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now())));
}

std::unique_ptr<HostRanks> startHosts(const HostOptions& options, bool givesTowers, Plan& plan) {
    if (!options.hosts)
        return nullptr;
    if (const auto other = launchFrom(processEnvironment))
        throw usageError(Text::tr("--hosts starts the ranks itself, but this process is one already, by %1. Leave one "
                                  "of the two out.",
                                  other->launcher));
    const std::vector<Host> hosts = hostsFrom(*options.hosts);
    if (givesTowers && std::ranges::any_of(hosts, [](const Host& host) { return host.towers > 0; }))
        throw usageError(Text::tr("--towers is the number of all ranks together, and --hosts gives one for each; "
                                  "expected one of the two."));
    if (!givesTowers)
        plan.towers = towersPerRank(hosts) * (static_cast<int>(hosts.size()) + 1);
    validate(plan);
    return std::make_unique<HostRanks>(options, hosts, plan);
}

} // namespace belfry::cli
