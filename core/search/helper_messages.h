// What the leader of a search and its helpers tell one another, as JSON. What comes is checked: anybody who reaches the
// leader's port can write anything there. Internal to core/search; plain values.
#pragma once

#include "core/search/layout.h"
#include "core/search/trial_trainer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace belfry {

// What must be the same on both sides, or the search would find something else without a word: names and values.
using HelperFacts = std::vector<std::pair<std::string, std::string>>;
// `data`: null where trials are not trained in earnest.
HelperFacts factsOf(const std::string& version, const DataSet* data);
// The first difference in these facts, seen from the helper, as a sentence; empty where there is none. Before its data
// is opened a helper knows its version alone, and compares that.
Text differenceIn(const HelperFacts& compared, const HelperFacts& leaders, const HelperFacts& helpers);

// Published by the leader for whoever comes.
inline constexpr const char* kLeaderKey = "belfry search leader";
// All that helpers write goes to this queue, all that the leader writes to the queue of the helper with that id.
inline constexpr const char* kLeaderQueue = "belfry search news";
std::string queueOf(const std::string& helper);

struct LeaderCard {
    std::string search; // its name
    HelperFacts facts;
    Plan plan; // what trials have in common
    Layout layout;
};
std::string encode(const LeaderCard& card);
std::optional<LeaderCard> decodeLeaderCard(const std::string& message);

// From a helper.
struct Joins {
    std::string host;
    int places = 0;
    HelperFacts facts;
    std::string device; // name of the first one, as for people
};
struct Beats {};      // it is there
struct ReportsEpoch { // of a trial in progress
    std::int64_t deal = 0;
    EpochDone epoch; // number and validation alone
};
struct Returns { // a trial that has ended: done or diverged, as it would anywhere
    std::int64_t deal = 0;
    TrialResult result;
    Text problem; // of one that diverged
};
struct GivesBack { // a trial that failed there for a reason of the machine's own, or was not trained
    std::int64_t deal = 0;
    Text reason;
};
struct Leaves {
    Text reason; // empty: it was stopped
};
struct FromHelper {
    std::string id;
    std::variant<Joins, Beats, ReportsEpoch, Returns, GivesBack, Leaves> what;
};
std::string encode(const FromHelper& message);
std::optional<FromHelper> decodeFromHelper(const std::string& message); // none: it is no such message

// To a helper.
struct Welcome {};
struct Refusal {
    Text reason;
};
struct Deal { // train it
    std::int64_t number = 0;
    int trial = 0;
    Plan plan;
};
struct PauseAll {
    bool paused = false;
};
struct CancelAll {};    // what it was dealt is not wanted any more
struct TakenForLost {}; // it was silent for too long: its trials are others' now
struct Over {           // there is nothing more to train
    Text reason;
};
using ToHelper = std::variant<Welcome, Refusal, Deal, PauseAll, CancelAll, TakenForLost, Over>;
std::string encode(const ToHelper& message);
std::optional<ToHelper> decodeToHelper(const std::string& message);

} // namespace belfry
