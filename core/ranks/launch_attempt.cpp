#include "core/ranks/launch_attempt.h"

#include "core/base/abandonable.h"
#include "core/ranks/roll_call.h"

#include <c10/util/Exception.h>

#include <algorithm>
#include <random>
#include <thread>

namespace belfry {
namespace {

using std::chrono::milliseconds;

// Of this process alone, also among machines.
std::string newName() {
    std::random_device random;
    return std::to_string(random()) + '-' + std::to_string(random());
}

std::string callKey(int rank) { return "call/" + std::to_string(rank); } // the newest process that is this rank
std::string answerKey(const std::string& process) { return "answer/" + process; }
std::string heardKey(const std::string& attempt, int rank) { return "heard/" + attempt + '/' + std::to_string(rank); }
std::string verdictKey(const std::string& attempt) { return "complete/" + attempt; }

// absent: "1, 2"
Error absence(const std::string& absent, int ranks) {
    return {ErrorCategory::Device,
            Text::plural("Ranks %1 of %2 did not come in this attempt. Check that they were started, and their logs.",
                         "Rank %1 of %2 did not come in this attempt. Check that it was started, and its log.",
                         1 + std::ranges::count(absent, ','), absent, std::int64_t{ranks})};
}

// A call may be that of a process of an attempt before, which does not hear the answer. The one that does writes over
// it, and is answered then.
std::string gather(c10d::Store& store, const Launch& launch, const Deadline& deadline) {
    constexpr milliseconds kBetweenLooks(20);
    const std::string attempt = newName();
    std::vector<int> absent = ranksBut(launch.ranks, {0});
    for (;;) {
        std::erase_if(absent, [&](int rank) {
            if (store.check({callKey(rank)}))
                store.set(answerKey(store.get_to_str(callKey(rank))), attempt);
            return store.check({heardKey(attempt, rank)});
        });
        if (absent.empty() || deadline.left() <= milliseconds(1))
            break;
        std::this_thread::sleep_for(kBetweenLooks);
    }
    const std::string names = listOfRanks(absent);
    store.set(verdictKey(attempt), names);
    if (!absent.empty())
        throw absence(names, launch.ranks);
    return attempt;
}

// Rank 0 may have come so late that it waits for others for longer than this rank does.
std::string verdictOf(c10d::Store& store, const Launch& launch, const std::string& attempt, const Deadline& deadline) {
    constexpr milliseconds kForTheVerdict(1000); // of rank 0 that began to wait at the same time
    try {
        store.wait({verdictKey(attempt)}, deadline.left() + kForTheVerdict);
    } catch (const c10::DistStoreError&) {
        const std::vector<int> absent = stillMissing(store, ranksBut(launch.ranks, {0}), milliseconds(1),
                                                     [&](int rank) { return heardKey(attempt, rank); });
        if (!absent.empty())
            return listOfRanks(absent);
        store.wait({verdictKey(attempt)}, kForTheVerdict); // the last one has just come
    }
    return store.get_to_str(verdictKey(attempt));
}

std::string follow(c10d::Store& store, const Launch& launch, const Deadline& deadline) {
    const std::string process = newName();
    store.set(callKey(launch.rank), process);
    try {
        store.wait({answerKey(process)}, deadline.left());
    } catch (const c10::DistStoreError&) {
        throw absence("0", launch.ranks);
    }
    const std::string attempt = store.get_to_str(answerKey(process));
    store.set(heardKey(attempt, launch.rank), "1");
    const std::string absent = verdictOf(store, launch, attempt, deadline);
    if (!absent.empty())
        throw absence(absent, launch.ranks);
    return attempt;
}

} // namespace

std::string agreeOnAttempt(const Launch& launch, milliseconds limit) {
    constexpr milliseconds kForTheVerdict(3000);
    Launch all = launch;
    all.attempt = "attempts";
    const Deadline deadline(limit);
    try {
        Abandonable<StorePointer> opening([=] { return openStore(all, deadline); });
        if (const auto store = opening.within(deadline.left())) {
            Abandonable<std::string> agreeing(
                [=] { return all.rank == 0 ? gather(**store, all, deadline) : follow(**store, all, deadline); });
            if (auto attempt = agreeing.within(deadline.left() + kForTheVerdict))
                return *std::move(attempt);
        }
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) { // the store's, when its agent has ended meanwhile
        throw lostAgent(launch, error);
    }
    throw unanswered(launch, limit);
}

} // namespace belfry
