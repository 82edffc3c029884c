#include "core/ranks/launch_attempt.h"

#include "core/base/abandonable.h"
#include "core/ranks/roll_call.h"

#include <algorithm>
#include <random>
#include <thread>

namespace belfry {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

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
std::string gather(c10d::Store& store, const Launch& launch, Clock::time_point until) {
    constexpr milliseconds kBetweenLooks(20);
    const std::string attempt = newName();
    std::vector<int> absent;
    for (int rank = 1; rank < launch.ranks; ++rank)
        absent.push_back(rank);
    for (;;) {
        std::erase_if(absent, [&](int rank) {
            if (store.check({callKey(rank)}))
                store.set(answerKey(store.get_to_str(callKey(rank))), attempt);
            return store.check({heardKey(attempt, rank)});
        });
        if (absent.empty() || Clock::now() > until)
            break;
        std::this_thread::sleep_for(kBetweenLooks);
    }
    const std::string names = listOfRanks(absent);
    store.set(verdictKey(attempt), names);
    if (!absent.empty())
        throw absence(names, launch.ranks);
    return attempt;
}

std::string follow(c10d::Store& store, const Launch& launch) {
    const std::string process = newName();
    store.set(callKey(launch.rank), process);
    std::string attempt;
    try {
        attempt = store.get_to_str(answerKey(process)); // waits
        store.set(heardKey(attempt, launch.rank), "1");
    } catch (const std::exception&) {
        throw absence("0", launch.ranks);
    }
    const std::string absent = store.get_to_str(verdictKey(attempt));
    if (!absent.empty())
        throw absence(absent, launch.ranks);
    return attempt;
}

} // namespace

std::string agreeOnAttempt(const Launch& launch, milliseconds limit) {
    Launch all = launch;
    all.attempt = "attempts";
    const auto agree = [all, limit]() -> std::string {
        const StorePointer store = openStore(all, Deadline(limit));
        return all.rank == 0 ? gather(*store, all, Clock::now() + limit) : follow(*store, all);
    };
    try {
        constexpr milliseconds kForTheVerdict(3000);
        if (auto attempt = Abandonable<std::string>(agree).within(limit + kForTheVerdict))
            return *std::move(attempt);
    } catch (const Error&) {
        throw;
    } catch (const std::exception& error) { // the store's, when its agent has ended meanwhile
        throw Error(ErrorCategory::Device,
                    Text::tr("The store of %1's agent is lost: %2", launch.launcher, firstLine(error.what())));
    }
    throw unanswered(launch, limit);
}

} // namespace belfry
