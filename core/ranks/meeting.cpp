#include "core/ranks/meeting.h"

#include "core/base/abandonable.h"
#include "core/ranks/listener.h"
#include "core/ranks/rank_loss.h"
#include "core/ranks/route.h"

#include <algorithm>
#include <functional>
#include <optional>

namespace belfry {
namespace {

using std::chrono::milliseconds;

// The library alone would listen on all of this machine's addresses. None: it does, as the address of rank 0 is its own
// loopback while others are elsewhere, or is translated on the way; or the port is taken, which the library tells.
std::optional<Listener> listenerOf(const Launch& launch) {
    const std::string& host = launch.listen.empty() ? launch.address : launch.listen;
    const std::string address = isIpv4Address(host) ? host : addressOf(host);
    const bool elsewhere = launch.localRanks != launch.ranks;
    if (address.empty() || (address != host && isLoopback(address) && elsewhere))
        return {};
    try {
        return listenAt({.host = address, .port = launch.port});
    } catch (const Error&) {
        return {};
    }
}

// Rank 0 is reached under the address that it was given, which may be its own loopback: what counts is the way to
// rank 1.
std::string ownAddress(const Launch& launch, const RollCall& call) {
    return addressTowards(launch.rank == 0 && launch.ranks > 1 ? call.addresses[1] : launch.address);
}

Error noRoute(const Launch& launch) {
    return {ErrorCategory::Device, Text::tr("There is no IPv4 route to '%1', the address of rank 0. Set MASTER_ADDR to "
                                            "an address that this machine can reach.",
                                            launch.address)};
}

void requireReachable(const Launch& launch, const RollCall& call, const std::string& address) {
    const bool severalHosts =
        std::ranges::any_of(call.hosts, [&](const std::string& host) { return host != call.hosts.front(); });
    if (address.empty())
        throw noRoute(launch);
    if (severalHosts && isLoopback(address))
        throw Error(ErrorCategory::Device,
                    Text::tr("'%1' is the address of rank 0 on its own machine (%2), and other machines cannot reach "
                             "it. Set MASTER_ADDR to its address in the network that the machines share.",
                             launch.address, address));
}

struct Opened {
    StorePointer store;
    bool everywhere = false; // it listens at all addresses of this machine
    std::string address;     // else
};

Opened open(const Launch& launch, const Deadline& deadline) {
    // A name may become known while the library tries, as that of a Kubernetes pod does.
    if (addressTowards(launch.address).empty() && isKnownHost(launch.address))
        throw noRoute(launch);
    std::optional<Listener> listener = serves(launch) ? listenerOf(launch) : std::nullopt;
    Opened opened{.everywhere = serves(launch) && (!listener || launch.address == kEverywhere)};
    if (listener)
        opened.address = listener->bound.host;
    // By a translated address rank 0 reaches itself at once, or never.
    constexpr milliseconds kWayAround(5000);
    const Deadline own = servesElsewhere(launch) ? Deadline(std::min(deadline.left(), kWayAround)) : deadline;
    opened.store = openStore(launch, own, std::move(listener));
    return opened;
}

Meeting meet(const Opened& opened, const Launch& launch, const RankFacts& facts, const Deadline& deadline,
             const std::stop_token& stop) {
    Meeting met{.store = opened.store, .listensEverywhere = opened.everywhere, .listensAt = opened.address};
    met.call = callTheRoll(*met.store, launch, facts, deadline, stop);
    met.address = ownAddress(launch, met.call);
    try {
        requireReachable(launch, met.call, met.address);
    } catch (const Error& error) {
        LossFinder finder(met.store, launch.rank, met.call);
        finder.announce(error.what());
        if (serves(launch))
            finder.waitUntilKnown();
        throw;
    }
    met.pulses = met.store->clone();
    return met;
}

} // namespace

Meeting comeTogether(const Launch& launch, const RankFacts& facts, const Deadline& deadline,
                     const std::stop_token& stop) {
    // Which the ranks that are there tell one another; and for who refuses to go on, until they know.
    constexpr milliseconds kForTheSentence(3000);
    Abandonable<Opened> opening([=] { return open(launch, deadline); });
    if (const auto opened = opening.within(deadline.left(), stop)) {
        Abandonable<Meeting> meeting([=] { return meet(*opened, launch, facts, deadline, stop); });
        if (auto met = meeting.within(deadline.left() + kForTheSentence, stop))
            return *std::move(met);
        if (serves(launch) && !stop.stop_requested())
            throw Error(ErrorCategory::Device, Text::tr("The ranks did not meet in time, as this process, rank 0, was "
                                                        "stopped or had no processor meanwhile. Start all anew."));
    }
    throw stop.stop_requested() ? abandonedMeeting() : unanswered(launch, deadline.limit());
}

} // namespace belfry
