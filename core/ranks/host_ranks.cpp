#include "core/ranks/host_ranks.h"

#include "core/base/deadline.h"
#include "core/base/error.h"
#include "core/base/number_in.h"
#include "core/ranks/listener.h"
#include "core/ranks/route.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <utility>

namespace belfry {
namespace {

std::string ownFolder() {
    std::error_code none;
    return std::filesystem::current_path(none).string();
}

MeetingPlace meetingPlaceFor(const std::vector<Host>& hosts, const std::stop_token& stop) {
    if (const auto given = processEnvironment("MASTER_ADDR"); given && !given->empty())
        return {.listen = {}, .told = std::vector<std::string>(hosts.size(), *given)};
    const std::vector<std::string> names = namesOf(hosts);
    std::vector<std::string> addresses = addressesForHosts(names, stop);
    if (const auto none = std::ranges::find(addresses, ""); none != addresses.end())
        throw usageError(Text::tr("There is no IPv4 route to host '%1', so it cannot be told where to find this "
                                  "machine. Set MASTER_ADDR to this machine's address in a network that both share.",
                                  names[static_cast<std::size_t>(none - addresses.begin())]));
    return meetingPlaceOf(std::move(addresses));
}

std::uint16_t ownPort() {
    const auto given = processEnvironment("MASTER_PORT");
    if (!given)
        return freePort();
    const std::uint16_t port = numberIn<std::uint16_t>(*given).value_or(0);
    if (port == 0)
        throw usageError(
            Text::tr("MASTER_PORT is '%1'; expected a number from 1 to 65535. Unset it for a free port.", *given));
    return port;
}

} // namespace

std::string commandLineProgram() {
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
    std::error_code none;
    // Of a package: what finds LibTorch first (packaging/launch.sh).
    const std::filesystem::path launcher = self.parent_path().parent_path() / "belfry-cli";
    if (std::filesystem::is_regular_file(launcher, none))
        return launcher.string();
    std::filesystem::path beside = self.parent_path() / "belfry-cli";
    return (std::filesystem::exists(beside, none) ? beside : self).string();
}

Text endOfHostRank(const HostRanks::End& end) {
    if (end.lastLine.empty())
        return Text::tr("The rank on host '%1' ended with status %2.", end.host, end.status);
    const bool stopped = end.lastLine.ends_with('.');
    return Text::tr("The rank on host '%1' ended with status %2: %3.", end.host, end.status,
                    stopped ? end.lastLine.substr(0, end.lastLine.size() - 1) : end.lastLine);
}

MeetingPlace meetingPlaceOf(std::vector<std::string> addresses) {
    // From the loopback alone no other machine comes.
    if (const auto outer = std::ranges::find_if_not(addresses, isLoopback); outer != addresses.end())
        std::ranges::replace_if(addresses, isLoopback, std::string(*outer));
    else
        std::ranges::fill(addresses, std::string(addresses.front()));
    const bool one = std::ranges::adjacent_find(addresses, std::not_equal_to()) == addresses.end();
    return {.listen = one ? "" : kEverywhere, .told = std::move(addresses)};
}

HostRanks::HostRanks(const std::vector<Host>& hosts, const Order& order, Sinks sinks, const std::stop_token& stop)
    : sinks_(std::move(sinks)), lastLines_(hosts.size()) {
    const MeetingPlace place = meetingPlaceFor(hosts, stop);
    launch_ = {.launcher = "ssh",
               .ranks = static_cast<int>(hosts.size()) + 1,
               .address = place.told.front(),
               .port = ownPort(),
               .listen = place.listen};
    for (std::size_t host = 0; host < hosts.size(); ++host)
        start(order, hosts[host], place.told[host]);
}

HostRanks::~HostRanks() { finish(std::chrono::milliseconds(0)); }

void HostRanks::askToEnd() {
    const std::lock_guard lock(mutex_);
    stage_ = Stage::Over;
    changed_.notify_all();
    for (const auto& rank : ranks_) // all, before the first is waited for
        rank->askToEnd();
}

void HostRanks::start(const Order& order, const Host& host, const std::string& address) {
    const std::size_t place = ranks_.size();
    RemoteRank::Order remote{.host = host.name,
                             .folder = ownFolder(),
                             .variables = {"RANK=" + std::to_string(place + 1),
                                           "WORLD_SIZE=" + std::to_string(launch_.ranks), "MASTER_ADDR=" + address,
                                           "MASTER_PORT=" + std::to_string(launch_.port)},
                             .command = {order.program},
                             .input = order.input + '\n'};
    std::ranges::copy(order.command, std::back_inserter(remote.command));
    const auto said = [this, place, name = host.name](const std::string& line) {
        {
            const std::lock_guard lock(mutex_);
            lastLines_[place] = line;
        }
        sinks_.line(name, line);
    };
    const auto gone = [this, place, name = host.name](int status) { ended(place, name, status); };
    const std::lock_guard lock(mutex_); // a rank that ends at once looks for nobody's place
    ranks_.push_back(std::make_unique<RemoteRank>(remote, RemoteRank::Sinks{.line = said, .ended = gone}));
}

// A rank that ends before all have met would be waited for.
void HostRanks::ended(std::size_t place, const std::string& host, int status) {
    constexpr std::chrono::seconds kForTheReason(2); // which rank 0 may be about to say, if it ended because of that
    End end{.host = host, .status = status, .unmet = false, .lastLine = {}};
    {
        std::unique_lock lock(mutex_);
        end.unmet = !changed_.wait_for(lock, kForTheReason, [&] { return stage_ != Stage::Meeting; });
        const bool saidWhy = status == 1 || status == 2; // in a line of its own
        const bool stopped = status == 130;              // with the run, wherever it was asked
        if (!end.unmet && (status == 0 || stopped || saidWhy || stage_ != Stage::Running))
            return;
        end.lastLine = lastLines_[place];
    }
    sinks_.ended(end);
}

void HostRanks::met() {
    const std::lock_guard lock(mutex_);
    stage_ = Stage::Running;
    changed_.notify_all();
}

bool HostRanks::waitForAll(std::chrono::milliseconds limit) {
    const Deadline deadline(limit);
    return std::ranges::all_of(ranks_, [&deadline](const auto& rank) { return rank->waitForEnd(deadline.left()); });
}

// All ranks at once in each stage: what hosts that are cut off or hang take does not add up.
void HostRanks::finish(std::chrono::milliseconds patience) {
    constexpr std::chrono::seconds kAsked(4), kTerminated(2);
    const bool gone = waitForAll(patience);
    askToEnd();
    if (!gone && !waitForAll(kAsked)) {
        for (const auto& rank : ranks_)
            rank->signal(SIGTERM); // its connection is dead, or the other side hangs
        waitForAll(kTerminated);
    }
    ranks_.clear();
}

} // namespace belfry
