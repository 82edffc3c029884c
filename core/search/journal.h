// trials.jsonl of a search's folder. A line is written and synced before the search continues;
// what a crash left of a last line is cut off. Internal to core/search; one thread.
#pragma once

#include "core/base/file_descriptor.h"
#include "core/search/search_folder.h"
#include "core/search/work.h"

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace belfry {

// A training that can be in progress when the program dies: a trial, or the run of a winner if it has a seed.
struct Training {
    int trial = 0;
    std::optional<std::uint64_t> seed;
    auto operator<=>(const Training&) const = default;
};
Training trainingOf(const Work& work);

// How often the program was killed, or a device failed, during this training.
struct Kills {
    int all = 0;
    int alone = 0; // of these: nothing else was in training, for it had been killed before
    bool tooMany() const { return alone >= 2; }
};
// The reason given for a training that was killed too often.
Text killedAlone();
// Whether nothing else may be in training beside it: it may be what got the program killed, or its neighbours may be
// why it failed.
bool trainsAlone(const Work& work);

struct FailedAttempts {
    std::vector<Text> reasons;
    int divergences = 0; // of these
};

struct JournalContents {
    std::vector<Trial> trials;                   // that ended
    std::map<Training, FailedAttempts> failures; // of what is to be tried once more
    std::map<Training, Kills> kills;
    std::map<Training, bool> open;  // in progress when the program died, and whether alone
    std::set<Training> away;        // of these, or before: with a helper, and no reason for the program's end
    std::vector<WinnerRun> winners; // by rank and seed
    std::uint64_t bytes = 0;        // of whole lines
    Kills killsOf(const Training& training) const;
    void recallFailures(Trial& trial) const; // sets those of its earlier attempts
};
// A file that is absent is empty. Throws Error(Data) with the number of the line that is damaged.
JournalContents readJournal(const std::filesystem::path& path, const Space& space);

class Journal {
public:
    // Cuts the file to `bytes`. Throws Error(Io).
    Journal(std::filesystem::path path, std::uint64_t bytes);

    // The line is on the disk on return. Throws Error(Io), and then leaves earlier lines unchanged.
    void append(const nlohmann::json& line);

private:
    std::filesystem::path path_;
    FileDescriptor file_;
    std::uint64_t bytes_;
};

// A line for a trial or winner that has ended: its JSON, and the templates and arguments of its sentences.
nlohmann::json trialJson(const Trial& trial, const Space& space);
nlohmann::json winnerJson(const WinnerRun& run);
nlohmann::json startedJson(const Work& work);
nlohmann::json cancelledJson(const Work& work);    // restarts when the search is resumed
nlohmann::json deviceFailedJson(const Work& work); // counts as a kill
nlohmann::json retriedJson(const Training& training, const FailedAttempts& soFar);

} // namespace belfry
