// Events that a search reports to its observer: plain values.
#pragma once

#include "core/search/layout.h"
#include "core/search/search_folder.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace belfry {

struct SearchProgress {
    std::int64_t ended = 0;  // trials
    double expected = 0;     // of the whole search, about; at least `ended`
    double exhaustive = 0;   // that trying everything would take: the size of the space
    double seconds = 0;      // at work so far, in all its sessions
    double secondsLeft = -1; // of the trials, about, within the budget; negative: not known, as while winners train
    bool operator==(const SearchProgress&) const = default;
};

struct SearchStarted {
    SearchPlan plan;
    std::filesystem::path folder;
    Layout layout;
    std::vector<LayoutTrial> measured; // before the layout was fixed; empty: it needed none, or was fixed before
    std::vector<Text> remarks;
    SearchProgress progress;
    std::vector<Trial> trials; // of earlier sessions, if the search is resumed; by id
    std::vector<Generation> generations;
};
struct SearchPaused {
    bool paused = false;          // else it resumes
    SearchProgress progress = {}; // at that moment, also in the middle of a trial
};
struct TrialStarted {
    Trial trial;        // with its parameters
    double seconds = 0; // that the search had been at work
};
struct TrialEpoch {
    int trial = 0;
    std::int64_t epoch = 0;
    float accuracy = 0; // on the validation images
};
// An attempt failed; it is made once more.
struct TrialRetried {
    Trial trial;
};
struct TrialEnded {
    Trial trial; // done or failed
    SearchProgress progress;
};
struct GenerationEnded {
    Generation generation;
    int generations = 0; // that are planned
};
struct WinnerStarted {
    int trial = 0;
    std::uint64_t seed = 0;
    int rank = 1;
};
struct WinnerEpoch {
    int trial = 0;
    std::uint64_t seed = 0;
    int rank = 1;
    std::int64_t epoch = 0, epochs = 0; // of so many at most
    float accuracy = 0;                 // on the validation images
};
struct WinnerEnded {
    WinnerRun run;
};
struct SearchWarning {
    Text text;
};
// Of helpers on other machines, which train trials too (helpers.h).
struct HelperNews {
    enum class Kind { Listening, Joined, OtherDevice, Refused, Left, Lost, GaveBack };
    Kind kind = Kind::Listening;
    std::string host; // of the helper; Listening: where to join, "HOST:PORT"
    int places = 0;   // Joined: trials in parallel there
    int helpers = 0;  // that are there now
    Text text;        // a sentence that says it
};
struct SearchEnded {
    std::string state; // "finished", "stopped", "failed"
    Text reason;       // one sentence; empty: there is nothing to say
    SearchProgress progress;
    std::vector<Trial> top; // the best five
    std::vector<WinnerRun> winners;
};

using SearchEvent =
    std::variant<SearchStarted, SearchPaused, TrialStarted, TrialEpoch, TrialRetried, TrialEnded, GenerationEnded,
                 WinnerStarted, WinnerEpoch, WinnerEnded, SearchWarning, HelperNews, SearchEnded>;

// Called one event at a time, on threads of the search; must not block for long, must not throw, must not call the
// search's wait().
class SearchObserver {
public:
    virtual ~SearchObserver() = default;
    virtual void onEvent(const SearchEvent& event) = 0;
};

nlohmann::json toJson(const SearchEvent& event, const Space& space, const std::string& search);

} // namespace belfry
