// Trials of a search and their results. Plain values; any thread.
#pragma once

#include "core/base/text.h"
#include "core/search/space.h"

#include <cstdint>
#include <string>
#include <vector>

namespace belfry {

// A trial that a strategy proposes.
struct Proposal {
    Genes genes;                      // canonical
    int generation = 0;               // from 1; 0: the strategy knows none
    std::vector<int> parents;         // ids of trials; none: drawn
    std::vector<std::string> mutated; // genes that no parent gave
    int rung = 0;                     // of successive halving, from 1; 0: none
    std::int64_t epochs = 0;          // at most; 0: the plan's
    bool operator==(const Proposal&) const = default;
};

enum class TrialState { Waiting, Running, Done, Failed };
std::string trialStateName(TrialState state); // "waiting", "running", "done", "failed"

struct Trial {
    int id = 0; // 1, 2 ... in the order in which they were asked for
    Proposal asked;
    TrialState state = TrialState::Waiting;
    std::vector<Text> failures; // why its attempts failed, one sentence each: there are at most three
    int divergences = 0;        // of these: its loss was not finite, and it restarted from another seed
    int kills = 0;              // how often the program was killed while it trained; it restarted each time
    double accuracy = 0;        // the best of all epochs, on the validation images: the fitness
    std::int64_t bestEpoch = 0, epochs = 0;
    std::int64_t parameters = 0, images = 0;
    double seconds = 0; // of training
    double imagesPerSecond = 0;
    std::vector<float> curve; // validation accuracy after each epoch
    std::string device;       // "cpu", "cuda:1"
    bool operator==(const Trial&) const = default;
};

// Done before failed, then by accuracy, then the older one.
bool better(const Trial& a, const Trial& b);

// A generation that has been trained, survivors of the one before among it.
struct Generation {
    int number = 0;                           // from 1
    std::vector<int> members;                 // ids, best first
    int done = 0;                             // of them that did not fail
    double mean = 0, best = 0, deviation = 0; // of the accuracies of those that did not fail
    bool operator==(const Generation&) const = default;
};

// A winner's training from one seed; the only use of the test images.
struct WinnerRun {
    int trial = 0;
    int rank = 1;
    std::uint64_t seed = 0;
    double validation = 0, test = 0; // accuracies
    std::int64_t testImages = 0;
    std::string run;            // its folder's name in the list of runs; "" when it is not kept
    Text reason;                // why it failed; then the rest is 0
    std::vector<Text> failures; // why its attempts failed, one sentence each: there are at most two
    int kills = 0;              // how often the program was killed while it trained
    bool operator==(const WinnerRun&) const = default;
};

// Puts a run among others that are in order of rank and seed. It takes the place of an earlier one of the same trial
// and seed: a failed one is trained again when the search is resumed.
void putWinner(std::vector<WinnerRun>& runs, WinnerRun run);

// The runs of the best trials among these, by rank and seed.
std::vector<WinnerRun> winnersAmong(const std::vector<WinnerRun>& runs, const std::vector<Trial>& best);

// Test result over the runs of one winner that did not fail.
struct TestFigure {
    double mean = 0, deviation = 0;
    int runs = 0;
};
TestFigure testFigure(const std::vector<WinnerRun>& runs, int trial);

nlohmann::json toJson(const Trial& trial, const Space& space);
nlohmann::json toJson(const Generation& generation);
nlohmann::json toJson(const WinnerRun& run);
// Throw nlohmann::json::exception for what is missing or of another type, Error for what cannot be.
Trial trialFromJson(const nlohmann::json& json, const Space& space);
WinnerRun winnerRunFromJson(const nlohmann::json& json);

} // namespace belfry
