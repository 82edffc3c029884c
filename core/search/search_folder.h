// The files of searches: one folder each. search.json holds the plan, state.json the progress,
// trials.jsonl one line for each ended trial, appended when it ends; log.txt is for people. A search that is killed at
// any moment loses no ended trial. No state; any thread; blocks for the disk.
#pragma once

#include "core/runs/process_identity.h"
#include "core/runs/run_lock.h"
#include "core/search/layout.h"
#include "core/search/search_plan.h"
#include "core/search/trial.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

struct SearchFiles {
    explicit SearchFiles(std::filesystem::path searchFolder);
    std::filesystem::path folder, plan, state, trials, log, lock;
};

// $BELFRY_SEARCHES, else searches/ in the user's data folder. Not created.
std::filesystem::path searchesRoot();

// Makes the folder <root>/YYYYMMDD-HHMMSS-<name> with search.json and state.json in it and returns it; the plan is
// valid. Throws Error(Io) with one sentence.
std::filesystem::path createSearch(const SearchPlan& plan, const std::filesystem::path& root = searchesRoot());

// The progress of a search.
struct SearchState {
    std::string state = "running"; // "running" (paused too), "finished", "stopped", "failed", "interrupted"
    Text reason;
    ProcessIdentity process;
    std::int64_t started = 0, ended = 0; // seconds since 1970, UTC; 0: not ended
    double seconds = 0;                  // it has been at work, in all its sessions
    std::optional<Layout> layout;        // once it is fixed
};
void writeSearchState(const SearchFiles& files, const SearchState& state); // atomic; throws Error(Io)

// Held while the search runs. Throws Error(Usage) if it runs in another process.
RunLock lockSearch(const SearchFiles& files);

// Everything about a search, as far as it is.
struct SearchRecord {
    std::filesystem::path folder;
    SearchPlan plan;
    SearchState state;                   // "interrupted" also if its process no longer exists
    std::vector<Trial> trials;           // that ended, by id
    std::vector<Trial> inTraining;       // by id, while it is running; nothing is known but what was asked for
    std::vector<Generation> generations; // complete ones
    std::vector<WinnerRun> winners;      // by rank and seed
    double expected = 0;                 // trials of the whole search, about
    const Trial* best() const;           // null: none is done
};
// Also reads a search that is in progress elsewhere. Throws Error(Data) naming the file that is missing or damaged; a
// last line that was not written to its end is left out.
SearchRecord readSearch(const std::filesystem::path& folder);

// Throws Error(Usage) when it has nothing left to do.
void requireOpen(const SearchRecord& record);

// Gives the trials of a search so many minutes more, from where it is. Throws Error(Usage) if it has ended or is in
// progress, or for an invalid number of minutes.
void giveBudget(const std::filesystem::path& folder, double minutes);

struct SearchSummary {
    std::string id; // the folder's name
    std::filesystem::path folder;
    std::string name, strategy, data;
    std::string state; // "damaged", too
    Text reason;       // in that case as well
    std::int64_t started = 0;
    int trials = 0; // that ended
    double best = 0;
};
std::vector<SearchSummary> listSearches(const std::filesystem::path& root = searchesRoot()); // newest first
// Finds a search by folder name or path. Throws Error(Usage) with the nearest known name.
std::filesystem::path findSearch(const std::string& idOrPath, const std::filesystem::path& root = searchesRoot());

// One line per trial: id, generation, parents, genes, state, accuracy, epochs, parameters, seconds ...
std::string trialsCsv(const SearchRecord& record);

} // namespace belfry
