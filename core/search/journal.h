// trials.jsonl, state.json and lock of a search's folder. A line is written whole and synced before the search goes on;
// what a crash left of a last line is cut off. Internal to core/search; one thread.
#pragma once

#include "core/runs/run_lock.h"
#include "core/search/search_folder.h"

#include <map>
#include <set>

namespace belfry {

struct JournalContents {
    std::vector<Trial> trials;                        // that ended
    std::map<int, std::vector<std::string>> failures; // of trials that are to be tried once more, by id
    std::map<int, int> kills;                         // how often a trial was in training when the program died, by id
    std::set<int> open;                               // of these, the trials that have not ended since
    std::vector<WinnerRun> winners;                   // by rank and seed
    std::uint64_t bytes = 0;                          // of whole lines
};
// A file that is absent is empty. Throws Error(Data) with the number of the line that is damaged.
JournalContents readJournal(const std::filesystem::path& path, const Space& space);

class Journal {
public:
    // Cuts the file to `bytes`. Throws Error(Io).
    Journal(std::filesystem::path path, std::uint64_t bytes);
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    // On the disk when it returns. Throws Error(Io); then what was there before still is.
    void append(const nlohmann::json& line);

private:
    std::filesystem::path path_;
    int file_;
    std::uint64_t bytes_;
};

nlohmann::json begunJson(int trial);
nlohmann::json leftJson(int trial);             // it was called off, and begins anew when the search goes on
nlohmann::json retriedJson(const Trial& trial); // its failures so far

// For as long as the search is at work. Throws Error(Usage) when it is so elsewhere.
RunLock lockSearch(const SearchFiles& files);
void writeSearchState(const SearchFiles& files, const SearchState& state); // atomic; throws Error(Io)

} // namespace belfry
