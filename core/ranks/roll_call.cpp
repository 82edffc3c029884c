#include "core/ranks/roll_call.h"

#include "core/base/abandonable.h"
#include "core/base/joined.h"
#include "core/ranks/quiet_library.h"
#include "core/ranks/route.h"

#include <c10/util/Exception.h>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <numeric>
#include <ranges>
#include <span>
#include <utility>

namespace belfry {
namespace {

using std::chrono::milliseconds;

std::string seconds(milliseconds limit) { return significant(static_cast<double>(limit.count()) / 1000).english(); }

// What the library says of a store that it cannot open or reach, in words that help. A name may become known while the
// library tries, as that of a Kubernetes pod does.
Error storeProblem(const Launch& launch, milliseconds limit, const std::string& what) {
    const auto says = [&](const char* part) { return what.find(part) != std::string::npos; };
    const std::int64_t port = launch.port;
    if (says("EADDRINUSE"))
        return usageError(
            Text::tr("Port %1 of this machine is in use, maybe by another process with RANK=0. Set MASTER_PORT to "
                     "another, on all ranks.",
                     port));
    if (says("EACCES"))
        return usageError(Text::tr("Port %1 is reserved for the system. Set MASTER_PORT to one above 1023.", port));
    return unanswered(launch, limit);
}

std::string nameOfRank(int rank, const std::string& host) {
    return Text::tr("%1 (host %2)", std::int64_t{rank}, host).english();
}

constexpr const char* kVerdictKey = "missing";                             // rank 0's
std::string waitsKey(int rank) { return "waits/" + std::to_string(rank); } // a count of seconds
std::string cardKey(int rank) { return "here/" + std::to_string(rank); }
std::string knowsKey(int rank) { return "knows/" + std::to_string(rank); } // who is there

// The ranks that have not set their key.
std::vector<int> missing(c10d::Store& store, std::vector<int> ranks, const std::function<std::string(int)>& key) {
    std::erase_if(ranks, [&](int rank) { return store.check({key(rank)}); });
    return ranks;
}

// What a rank says of itself.
struct Card {
    std::string host, address;
    std::int64_t ranks = 0; // that it was told of
    std::vector<std::string> facts;
};

std::string textOf(const Card& card) {
    return nlohmann::json{{"host", card.host}, {"address", card.address}, {"ranks", card.ranks}, {"facts", card.facts}}
        .dump();
}

Error unreadable(int rank, std::uint16_t port) {
    return {ErrorCategory::Device,
            Text::tr("What rank %1 says of itself cannot be read. Check that all ranks run this version of Belfry, and "
                     "that no other program uses port %2.",
                     std::int64_t{rank}, std::int64_t{port})};
}

Card cardFrom(const std::string& text, int rank, std::uint16_t port) {
    try {
        const auto json = nlohmann::json::parse(text);
        return {json.at("host"), json.at("address"), json.at("ranks"), json.at("facts")};
    } catch (const nlohmann::json::exception&) {
        throw unreadable(rank, port);
    }
}

bool countsAs(const Launch& launch, const std::string& card) {
    const auto json = nlohmann::json::parse(card, nullptr, false);
    return json.is_object() && json.value("ranks", nlohmann::json()) == launch.ranks;
}

Error absence(const std::vector<int>& absent, int ranks, milliseconds limit) {
    return {ErrorCategory::Device,
            Text::plural("Ranks %1 of %2 did not come within %3 s. Check that they were started, and their logs.",
                         "Rank %1 of %2 did not come within %3 s. Check that it was started, and its log.",
                         static_cast<std::int64_t>(absent.size()), listOfRanks(absent), std::int64_t{ranks},
                         seconds(limit))};
}

Error departure(const std::vector<int>& gone, const std::map<int, Card>& cards) {
    const std::string names = joined(gone, ", ", [&](int rank) { return nameOfRank(rank, cards.at(rank).host); });
    return {ErrorCategory::Device,
            Text::plural("Ranks %1 have ended, or stood still, before all ranks had met. See what they printed.",
                         "Rank %1 has ended, or stood still, before all ranks had met. See what it printed.",
                         std::ssize(gone), names)};
}

// Who is missing, as rank 0 decides, so that one that comes late changes nobody's mind.
struct Verdict {
    std::vector<int> absent; // have not come
    std::vector<int> gone;   // came, and have ended or stood still since
};

// Those that wait count up a key each second.
class Waiting {
public:
    // Of ranks that have come: those whose count stands still.
    std::vector<int> gone(c10d::Store& store, const std::vector<int>& come) {
        constexpr std::chrono::seconds kStandstill(10); // of a busy machine less
        const auto now = std::chrono::steady_clock::now();
        std::vector<int> found;
        for (const int rank : come) {
            Count& count = counts_[rank];
            if (const std::int64_t counted = store.add(waitsKey(rank), 0); counted != count.value)
                count = {counted, now};
            if (now - count.since > kStandstill)
                found.push_back(rank);
        }
        return found;
    }

private:
    struct Count {
        std::int64_t value = -1;
        std::chrono::steady_clock::time_point since;
    };
    std::map<int, Count> counts_;
};

// Rank 0's part: until all have come, or one that counts otherwise or cannot be read, for which nobody need wait.
Verdict waitForCards(c10d::Store& store, const Launch& launch, const Deadline& deadline, const std::stop_token& stop) {
    constexpr milliseconds kBetweenLooks(250);
    bool differs = false;
    Waiting waiting;
    const auto hasCome = [&](int rank) {
        if (!store.check({cardKey(rank)}))
            return false;
        differs = differs || !countsAs(launch, store.get_to_str(cardKey(rank)));
        return true;
    };
    Verdict verdict{.absent = ranksBut(launch.ranks), .gone = {}};
    for (;;) {
        const milliseconds left = deadline.left();
        std::erase_if(verdict.absent, hasCome);
        if (verdict.absent.empty() || differs || left <= milliseconds(1))
            return verdict;
        std::vector<int> without = verdict.absent;
        without.push_back(0);
        if (verdict.gone = waiting.gone(store, ranksBut(launch.ranks, without)); !verdict.gone.empty())
            return verdict;
        if (stop.stop_requested())
            throw abandonedMeeting();
        stillMissing(store, verdict.absent, std::min(left, kBetweenLooks), cardKey);
    }
}

Verdict waitForVerdict(c10d::Store& store, const Launch& launch, const Deadline& deadline,
                       const std::stop_token& stop) {
    constexpr milliseconds kBeat(1000);
    for (milliseconds left = deadline.left();; left = deadline.left()) {
        store.add(waitsKey(launch.rank), 1);
        try {
            waitForKeys(store, {kVerdictKey}, Deadline(std::min(left, kBeat)), stop);
            break;
        } catch (const c10::DistStoreError&) {
            if (left <= kBeat) // rank 0 has not decided: it came later, or not at all
                return {.absent = missing(store, ranksBut(launch.ranks), cardKey), .gone = {}};
        }
    }
    try {
        const auto json = nlohmann::json::parse(store.get_to_str(kVerdictKey));
        return {.absent = json.at("absent"), .gone = json.at("gone")};
    } catch (const nlohmann::json::exception&) {
        throw unreadable(0, launch.port);
    }
}

Verdict waitForAll(c10d::Store& store, const Launch& launch, const Deadline& deadline, const std::stop_token& stop) {
    if (launch.rank != 0)
        return waitForVerdict(store, launch, deadline, stop);
    Verdict verdict = waitForCards(store, launch, deadline, stop);
    store.set(kVerdictKey, nlohmann::json{{"absent", verdict.absent}, {"gone", verdict.gone}}.dump());
    return verdict;
}

// Rank 0 serves the keys until those who are there know, as who differs or is missing is to be the same for all.
void tellThatAllIsKnown(c10d::Store& store, const Launch& launch, const Verdict& verdict) {
    constexpr milliseconds kToBeKnown(1500); // they wait for it; but one may have gone since it came
    store.set(knowsKey(launch.rank), "1");
    std::vector<int> deaf = verdict.absent;
    std::ranges::copy(verdict.gone, std::back_inserter(deaf));
    if (launch.rank == 0)
        stillMissing(store, ranksBut(launch.ranks, deaf), kToBeKnown, knowsKey);
}

// By rank. Where rank 0 counts otherwise, its own and this rank's: of the others nobody knows whether they will come.
std::map<int, Card> cardsOf(c10d::Store& store, const Launch& launch, const Card& own, const std::vector<int>& absent) {
    std::map<int, Card> cards{{launch.rank, own}};
    for (const int rank : ranksBut(launch.ranks, absent)) {
        if (rank != launch.rank)
            cards.emplace(rank, cardFrom(store.get_to_str(cardKey(rank)), rank, launch.port));
        if (rank == 0 && cards.at(0).ranks != own.ranks)
            break;
    }
    return cards;
}

std::optional<Error> differentCounts(const std::map<int, Card>& cards) {
    for (const auto& [rank, card] : cards)
        if (cards.contains(0) && card.ranks != cards.at(0).ranks)
            return Error(ErrorCategory::Device,
                         Text::tr("Rank %1 was told of %2 ranks, and rank 0 of %3. Start all with one WORLD_SIZE.",
                                  nameOfRank(rank, card.host), card.ranks, cards.at(0).ranks));
    return {};
}

} // namespace

std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

void waitForKeys(c10d::Store& store, const std::vector<std::string>& keys, const Deadline& deadline,
                 const std::stop_token& stop) {
    constexpr milliseconds kBetweenLooks(250);
    if (!stop.stop_possible())
        return store.wait(keys, deadline.left());
    while (!stop.stop_requested()) {
        const milliseconds left = deadline.left();
        try {
            return store.wait(keys, std::min(left, kBetweenLooks));
        } catch (const c10::DistStoreError&) { // not yet
            if (left <= kBetweenLooks)
                throw;
        }
    }
    throw abandonedMeeting();
}

Error lostAgent(const Launch& launch, const std::exception& error) {
    return {ErrorCategory::Device,
            Text::tr("The store of %1's agent is lost: %2", launch.launcher, firstLine(error.what()))};
}

Error abandonedMeeting() {
    return {ErrorCategory::Device, Text::tr("The ranks were not waited for any longer, as the run was stopped.")};
}

std::string nameOfRank(const RollCall& call, int rank) {
    return nameOfRank(rank, call.hosts[static_cast<std::size_t>(rank)]);
}

Error unanswered(const Launch& launch, milliseconds limit) {
    constexpr milliseconds kPatience(1000); // with the name service, as the limit is over
    const auto says = [&](auto question, bool otherwise) {
        return Abandonable<bool>(question).within(kPatience).value_or(otherwise);
    };
    if (!says([host = launch.address] { return isKnownHost(host); }, true))
        return usageError(Text::tr("MASTER_ADDR is '%1', which no name service knows here. Check its spelling; a port "
                                   "belongs in MASTER_PORT.",
                                   launch.address));
    if (says([launch] { return servesElsewhere(launch); }, false))
        return usageError(Text::tr("MASTER_ADDR is '%1', which is no address of this machine, and this is rank 0. Set "
                                   "it to an address of this machine on all ranks, or start rank 0 there.",
                                   launch.address));
    return {
        ErrorCategory::Device,
        Text::tr("Rank 0 did not answer at %1, port %2, within %3 s. Check that it was started, that MASTER_ADDR is "
                 "its address in the network of this machine, and that no firewall closes the port.",
                 launch.address, std::int64_t{launch.port}, seconds(limit))};
}

std::string listOfRanks(const std::vector<int>& ranks) {
    constexpr std::size_t kMost = 16;
    const std::span<const int> named(ranks.data(), std::min(kMost, ranks.size()));
    std::string list = joined(named, ", ", [](int rank) { return std::to_string(rank); });
    if (named.size() < ranks.size())
        list += ", …";
    return list;
}

std::vector<int> ranksBut(int ranks, const std::vector<int>& without) {
    std::vector<int> left(static_cast<std::size_t>(ranks));
    std::iota(left.begin(), left.end(), 0);
    std::erase_if(left, [&](int rank) { return std::ranges::find(without, rank) != without.end(); });
    return left;
}

std::vector<int> stillMissing(c10d::Store& store, const std::vector<int>& ranks, milliseconds limit,
                              const std::function<std::string(int)>& key) {
    std::vector<std::string> keys;
    std::ranges::transform(ranks, std::back_inserter(keys), key);
    try {
        store.wait(keys, limit);
        return {};
    } catch (const std::exception&) { // of whom says the store itself, unless it is lost too
        return missing(store, ranks, key);
    }
}

bool serves(const Launch& launch) { return launch.rank == 0 && !launch.agentStore; }

bool servesElsewhere(const Launch& launch) {
    const std::string address = isIpv4Address(launch.address) ? launch.address : addressOf(launch.address);
    return serves(launch) && !address.empty() && !isOwnAddress(address);
}

StorePointer openStore(const Launch& launch, const Deadline& deadline, std::optional<Listener> listener) {
    silenceLibrary();
    c10d::TCPStoreOptions options;
    options.port = launch.port;
    options.isServer = serves(launch);
    options.waitWorkers = false; // the roll call names who is missing
    options.timeout = deadline.left();
    if (listener)
        options.masterListenFd = listener->socket.release(); // the server closes it, also where it cannot be opened
    try {
        return c10::make_intrusive<c10d::PrefixStore>("belfry/" + launch.attempt,
                                                      c10::make_intrusive<c10d::TCPStore>(launch.address, options));
    } catch (const std::exception& error) {
        throw storeProblem(launch, deadline.limit(), error.what());
    }
}

RollCall callTheRoll(c10d::Store& store, const Launch& launch, const RankFacts& facts, const Deadline& deadline,
                     const std::stop_token& stop) {
    Card own{.host = thisHost(), .address = addressTowards(launch.address), .ranks = launch.ranks, .facts = {}};
    std::ranges::copy(facts | std::views::values, std::back_inserter(own.facts));
    std::map<int, Card> cards;
    Verdict verdict;
    std::optional<Error> different;
    try {
        if (store.add("claims/" + std::to_string(launch.rank), 1) > 1)
            throw usageError(Text::tr("Another process is rank %1 already, or was until it ended. Start each rank "
                                      "once, and all of them anew after a failure.",
                                      std::int64_t{launch.rank}));
        store.set(cardKey(launch.rank), textOf(own));
        verdict = waitForAll(store, launch, deadline, stop);
        try {
            cards = cardsOf(store, launch, own, verdict.absent);
        } catch (const Error&) { // all are to say so
            tellThatAllIsKnown(store, launch, verdict);
            throw;
        }
        different = differentCounts(cards);
        // Those that nobody has waited for may be about to come.
        tellThatAllIsKnown(store, launch, different ? Verdict{} : verdict);
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) { // the store's, which had answered
        throw launch.agentStore
            ? lostAgent(launch, error)
            : Error(ErrorCategory::Device, Text::tr("Rank 0 has ended, or the connection to it broke, before all ranks "
                                                    "had met. See what it printed."));
    }
    if (different)
        throw Error(*different);
    if (!verdict.gone.empty())
        throw departure(verdict.gone, cards);
    if (!verdict.absent.empty())
        throw absence(verdict.absent, launch.ranks, deadline.limit());
    RollCall call;
    std::vector<std::vector<std::string>> values;
    for (auto& [rank, card] : cards) {
        call.hosts.push_back(std::move(card.host));
        call.addresses.push_back(std::move(card.address));
        values.push_back(std::move(card.facts));
    }
    requireSameFacts(values, call, facts);
    return call;
}

void requireSameFacts(const std::vector<std::vector<std::string>>& values, const RollCall& call,
                      const RankFacts& facts) {
    for (std::size_t rank = 1; rank < values.size(); ++rank)
        for (std::size_t fact = 0; fact < facts.size(); ++fact) {
            const auto& told = values[rank];
            const auto& first = values[0];
            if (fact < told.size() && fact < first.size() && told[fact] == first[fact])
                continue;
            throw Error(ErrorCategory::Device,
                        Text::tr("Rank %1 differs from rank 0 in %2: '%3' there, '%4' at rank 0. Start all ranks "
                                 "with the same.",
                                 nameOfRank(call, static_cast<int>(rank)), facts[fact].first,
                                 fact < told.size() ? told[fact] : std::string(),
                                 fact < first.size() ? first[fact] : std::string()));
        }
}

} // namespace belfry
