// A search as a page shows it: read from its folder, then kept up to date by its events. Plain values; any thread.
#pragma once

#include "core/search/search_events.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

// A winner that is trained once more.
struct WinnerTraining {
    int trial = 0;
    std::uint64_t seed = 0;
    std::int64_t epochs = 0;  // at most; 0: not known yet
    std::vector<float> curve; // validation accuracy after each epoch so far
    bool is(const auto& other) const { return trial == other.trial && seed == other.seed; }
};

struct SearchView {
    std::filesystem::path folder;
    SearchPlan plan;
    std::string state = "running"; // as SearchState's, or "paused", or "reading" while its folder is read
    Text reason;                   // one sentence; empty: there is nothing to say
    std::optional<Layout> layout;  // once it is fixed
    std::vector<LayoutTrial> measured;
    std::vector<Text> remarks;
    SearchProgress progress;
    std::vector<Trial> trials; // by id: those in progress too, with their curve so far
    std::vector<Generation> generations;
    std::vector<WinnerRun> winners;         // that have ended, by rank and seed
    std::vector<WinnerTraining> inTraining; // winners, in the order in which they began
    std::string joinAt;                     // "HOST:PORT", while helpers on other machines may join
    int helpers = 0;                        // that are there now

    const Trial* find(int trial) const; // null when there is none
    const Trial* best() const;          // null: none is done
    // Then its trials continue only with a larger one.
    bool budgetIsUsedUp() const { return plan.budgetMinutes > 0 && progress.seconds >= 60 * plan.budgetMinutes; }
    void take(const SearchEvent& event);
    // How long the trials in progress have trained, `since` seconds at work after the progress was reported.
    void setTime(double since);

private:
    void on(const SearchStarted& started);
    void on(const SearchPaused& pause);
    void on(const TrialStarted& started);
    void on(const TrialEpoch& epoch);
    void on(const TrialRetried& retried);
    void on(const TrialEnded& ended);
    void on(const GenerationEnded& ended);
    void on(const WinnerStarted& started);
    void on(const WinnerEpoch& epoch);
    void on(const WinnerEnded& ended);
    void on(const SearchWarning&) {} // for the log
    void on(const HelperNews& news);
    void on(const SearchEnded& ended);
    Trial& at(int trial); // as it is, or new
    void endTraining(const auto& winner) {
        std::erase_if(
            inTraining, [&winner](const WinnerTraining& training) { return training.is(winner); });
    }
    void dropUnfinished(); // trials that were cancelled: they are trained again when the search is resumed

    std::map<int, double> begun_; // trials in progress: when, in seconds at work
};

SearchView viewOf(const SearchRecord& record);

} // namespace belfry
