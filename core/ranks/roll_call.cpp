#include "core/ranks/roll_call.h"

#include "core/base/abandonable.h"
#include "core/base/joined.h"
#include "core/ranks/listener.h"
#include "core/ranks/quiet_library.h"
#include "core/ranks/route.h"

#include <c10/util/Exception.h>
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/TCPStore.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <ranges>
#include <utility>

namespace belfry {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

std::string seconds(milliseconds limit) { return significant(static_cast<double>(limit.count()) / 1000).english(); }

// What the library says of a store that it cannot open or reach, in words that help.
Error storeProblem(const Launch& launch, milliseconds limit, const std::string& what) {
    const auto says = [&](const char* part) { return what.find(part) != std::string::npos; };
    const std::int64_t port = launch.port;
    if (says("EADDRINUSE"))
        return usageError(
            Text::tr("Port %1 of this machine is in use. Set MASTER_PORT to another, on all ranks.", port));
    if (says("cannot be retrieved"))
        return usageError(Text::tr("MASTER_ADDR is '%1', which no name service knows here.", launch.address));
    if (says("EACCES"))
        return usageError(Text::tr("Port %1 is reserved for the system. Set MASTER_PORT to one above 1023.", port));
    return {
        ErrorCategory::Device,
        Text::tr("Rank 0 did not answer at %1, port %2, within %3 s. Check that it was started, that MASTER_ADDR is "
                 "its address in the network of this machine, and that no firewall closes the port.",
                 launch.address, port, seconds(limit))};
}

// The library alone would listen on all of this machine's addresses. None: it does, as the address of rank 0 is a name,
// which may stand for the loopback here, or is translated on the way; or the port is taken, which the library tells.
std::optional<Listener> listenerOf(const Launch& launch) {
    const std::string& address = launch.listen.empty() ? launch.address : launch.listen;
    if (!isIpv4Address(address))
        return {};
    try {
        return listenAt({.host = address, .port = launch.port});
    } catch (const Error&) {
        return {};
    }
}

std::string cardKey(int rank) { return "here/" + std::to_string(rank); }
std::string lostKey(int rank) { return "lost/" + std::to_string(rank); }
std::string failureKey(int rank) { return "failure/" + std::to_string(rank); }      // why it ended
std::string knowsKey(int rank) { return "knows/" + std::to_string(rank); }          // who is there
std::string knowsLossKey(int rank) { return "knows loss/" + std::to_string(rank); } // and who is not any more

// The ranks that have not set their key.
std::vector<int> missing(c10d::Store& store, int ranks, const std::function<std::string(int)>& key) {
    std::vector<int> found;
    for (int rank = 0; rank < ranks; ++rank)
        if (!store.check({key(rank)}))
            found.push_back(rank);
    return found;
}

// Those that do not set it soon.
std::vector<int> without(c10d::Store& store, int ranks, const std::function<std::string(int)>& key) {
    constexpr milliseconds kSoon(3000); // it may learn of a loss by its pulse, once a second
    std::vector<std::string> keys;
    for (int rank = 0; rank < ranks; ++rank)
        keys.push_back(key(rank));
    try {
        store.wait(keys, kSoon);
        return {};
    } catch (const std::exception&) { // of whom says the store itself, unless it is lost too
        return missing(store, ranks, key);
    }
}

// What a rank says of itself.
struct Card {
    std::string host;
    std::int64_t ranks = 0; // that it was told of
    std::vector<std::string> facts;
};

std::string textOf(const Card& card) {
    return nlohmann::json{{"host", card.host}, {"ranks", card.ranks}, {"facts", card.facts}}.dump();
}

Card cardFrom(const std::string& text, int rank, std::uint16_t port) {
    try {
        const auto json = nlohmann::json::parse(text);
        return {json.at("host"), json.at("ranks"), json.at("facts")};
    } catch (const nlohmann::json::exception&) {
        throw Error(ErrorCategory::Device,
                    Text::tr("What rank %1 says of itself cannot be read. Check that all ranks run this version of "
                             "Belfry, and that no other program uses port %2.",
                             std::int64_t{rank}, std::int64_t{port}));
    }
}

Error absence(const std::vector<int>& absent, int ranks, milliseconds limit) {
    const std::string names = joined(absent, ", ", [](int rank) { return std::to_string(rank); });
    return {ErrorCategory::Device,
            Text::plural("Ranks %1 of %2 did not come within %3 s. Check that they were started, and their logs.",
                         "Rank %1 of %2 did not come within %3 s. Check that it was started, and its log.",
                         static_cast<std::int64_t>(absent.size()), names, std::int64_t{ranks}, seconds(limit))};
}

// Rank 0 decides that all are there, or who is not, so that one that came late says the same; and it serves the keys
// until those who are there know.
void waitForAll(c10d::Store& store, const Launch& launch, milliseconds limit, const std::stop_token& stop) {
    const std::string verdict = "all are there";
    try {
        std::vector<std::string> keys{verdict};
        if (launch.rank == 0) {
            keys.clear();
            for (int rank = 0; rank < launch.ranks; ++rank)
                keys.push_back(cardKey(rank));
        }
        waitForKeys(store, keys, limit, stop);
        if (launch.rank == 0)
            store.set(verdict, "yes");
        else if (store.get_to_str(verdict) == "yes")
            return;
    } catch (const std::exception&) { // below
        if (stop.stop_requested())
            throw abandonedMeeting();
    }
    const std::vector<int> absent = missing(store, launch.ranks, cardKey);
    if (absent.empty())
        return;
    if (launch.rank == 0)
        store.set(verdict, "no");
    store.set(knowsKey(launch.rank), "1");
    if (launch.rank == 0)
        without(store, launch.ranks, [&](int rank) {
            return std::ranges::find(absent, rank) == absent.end() ? knowsKey(rank) : knowsKey(0);
        });
    throw absence(absent, launch.ranks, limit);
}

void requireSameCounts(const std::vector<Card>& cards, const RollCall& call) {
    for (std::size_t rank = 1; rank < cards.size(); ++rank)
        if (cards[rank].ranks != cards[0].ranks)
            throw Error(ErrorCategory::Device,
                        Text::tr("Rank %1 was told of %2 ranks, and rank 0 of %3. Start all with one WORLD_SIZE.",
                                 nameOfRank(call, static_cast<int>(rank)), cards[rank].ranks, cards[0].ranks));
}

// The result of work, or otherwise: the store may not answer for tens of seconds once a cable is pulled.
template <typename Result>
Result withinDeadline(const std::function<Result()>& work, Result otherwise) {
    constexpr milliseconds kLimit(6000);
    try {
        return Abandonable<Result>(work).within(kLimit).value_or(otherwise);
    } catch (const std::exception&) {
        return otherwise;
    }
}

} // namespace

std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

void waitForKeys(c10d::Store& store, const std::vector<std::string>& keys, milliseconds limit,
                 const std::stop_token& stop) {
    constexpr milliseconds kBetweenLooks(250);
    if (!stop.stop_possible())
        return store.wait(keys, limit);
    for (const auto until = Clock::now() + limit; !stop.stop_requested();) {
        const auto left = std::chrono::duration_cast<milliseconds>(until - Clock::now());
        try {
            return store.wait(keys, std::clamp(left, milliseconds(1), kBetweenLooks));
        } catch (const c10::DistStoreError&) { // not yet
            if (left <= kBetweenLooks)
                throw;
        }
    }
    throw abandonedMeeting();
}

Error abandonedMeeting() {
    return {ErrorCategory::Device, Text::tr("The ranks were not waited for any longer, as the run was stopped.")};
}

std::string nameOfRank(const RollCall& call, int rank) {
    return Text::tr("%1 (host %2)", std::int64_t{rank}, call.hosts[static_cast<std::size_t>(rank)]).english();
}

StorePointer openStore(const Launch& launch, milliseconds limit) {
    silenceLibrary();
    c10d::TCPStoreOptions options;
    options.port = launch.port;
    options.isServer = launch.rank == 0 && !launch.agentStore;
    options.waitWorkers = false; // the roll call names who is missing
    options.timeout = limit;
    std::optional<Listener> listener = options.isServer ? listenerOf(launch) : std::nullopt;
    if (listener)
        options.masterListenFd = listener->socket.release(); // the server closes it, also where it cannot be opened
    try {
        return c10::make_intrusive<c10d::PrefixStore>("belfry/" + launch.attempt,
                                                      c10::make_intrusive<c10d::TCPStore>(launch.address, options));
    } catch (const std::exception& error) {
        throw storeProblem(launch, limit, error.what());
    }
}

RollCall callTheRoll(c10d::Store& store, const Launch& launch, const RankFacts& facts, milliseconds limit,
                     const std::stop_token& stop) {
    RollCall call;
    Card own{.host = thisHost(), .ranks = launch.ranks, .facts = {}};
    std::ranges::copy(facts | std::views::values, std::back_inserter(own.facts));
    std::vector<Card> cards;
    try {
        if (store.add("claims/" + std::to_string(launch.rank), 1) > 1)
            throw usageError(
                Text::tr("Another process is rank %1 already. Start each rank once.", std::int64_t{launch.rank}));
        store.set(cardKey(launch.rank), textOf(own));
        waitForAll(store, launch, limit, stop);
        for (int rank = 0; rank < launch.ranks; ++rank)
            cards.push_back(cardFrom(store.get_to_str(cardKey(rank)), rank, launch.port));
        store.set(knowsKey(launch.rank), "1");
        if (launch.rank == 0) // who differs is to learn it from the store, too
            without(store, launch.ranks, knowsKey);
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) { // the store's, when rank 0 has ended meanwhile
        throw storeProblem(launch, limit, error.what());
    }
    std::vector<std::vector<std::string>> values;
    for (Card& card : cards) {
        call.hosts.push_back(std::move(card.host));
        values.push_back(std::move(card.facts));
    }
    requireSameCounts(cards, call);
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

// Rank 0, whose store it is, stays until the others know.
RankLoss findLoss(const StorePointer& store, const Launch& launch, const RollCall& call) {
    const auto ask = [store, rank = launch.rank, ranks = static_cast<int>(call.hosts.size())] {
        RankLoss loss;
        store->set(kLossKey, "1");
        store->set(lostKey(rank), "1");
        loss.silent = without(*store, ranks, lostKey);
        for (int other = 0; other < ranks; ++other)
            if (store->check({failureKey(other)}))
                loss.sentences.emplace_back(other, store->get_to_str(failureKey(other)));
        store->set(knowsLossKey(rank), "1");
        if (rank == 0)
            without(*store, ranks, [&](int other) { // a silent one will not know
                return std::ranges::find(loss.silent, other) == loss.silent.end() ? knowsLossKey(other)
                                                                                  : knowsLossKey(0);
            });
        return loss;
    };
    return withinDeadline<RankLoss>(ask, {.silent = {0}, .sentences = {}});
}

void announceFailure(const StorePointer& store, const Launch& launch, const std::string& sentence) {
    withinDeadline<bool>(
        [store, rank = launch.rank, sentence] {
            store->set(failureKey(rank), sentence);
            store->set(kLossKey, "1");
            store->set(lostKey(rank), "1"); // it is not silent
            store->set(knowsLossKey(rank), "1");
            return true;
        },
        false);
}

void waitUntilLossIsKnown(const StorePointer& store, const RollCall& call) {
    withinDeadline<bool>(
        [store, ranks = static_cast<int>(call.hosts.size())] {
            without(*store, ranks, knowsLossKey);
            return true;
        },
        false);
}

} // namespace belfry
