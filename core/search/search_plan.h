// The value that says everything about a search before it starts; a search's folder keeps it (search.json). Plain
// values; any thread.
#pragma once

#include "core/search/space.h"

#include <cstdint>
#include <string>
#include <vector>

namespace belfry {

struct GeneticSettings {
    int population = 20;       // 2 and up
    int generations = 10;      // 1 and up
    double retain = 0.4;       // fraction of a generation, its best, that survives unchanged; at least one does
    double randomSelect = 0.1; // probability that each of the others survives too
    double mutate = 0.2;       // probability that one gene of a child is drawn again
    // Number of networks that survive unchanged.
    int retained() const;
    bool operator==(const GeneticSettings&) const = default;
};

struct SearchPlan {
    std::string name;   // for people; "" until one is made
    std::string preset; // it came from, "" if none
    Space space;
    std::string strategy = "genetic"; // of strategyChoices()
    GeneticSettings genetic;
    std::int64_t trials = 0; // random: how many (0: 60); else: at most (0: all)
    int halving = 0; // successive halving: of each rung, the best 1 / halving train so many times longer; 0: none
    std::int64_t halvingEpochs = 1; // of the first rung
    double budgetMinutes = 0;       // no trial starts or continues after that; the winners do not count. 0: none
    std::uint64_t seed = 1;         // of the strategy, and of every trial: the seed of the space's plan does not count
    int winners = 1;                // trained again at the end, and tested; 0: none
    int winnerSeeds = 3;            // each from so many seeds
    std::int64_t winnerImages = 0;  // that a winner is trained on, however few the trials saw; 0: all
    std::int64_t winnerEpochs = 0;  // of a winner at most; 0: as many as a trial
    int parallel = 0;               // trials in parallel; 0: measured before the first one
    int towers = 0;                 // of each trial; 0: measured (on one device: 1)
    bool operator==(const SearchPlan&) const = default;
};

// The table of a search's fields, but for its space: JSON, validation, belfry-cli's options and the window's fields
// follow from it.
using SearchField = Field<SearchPlan>;
const std::vector<SearchField>& searchFields();
const SearchField& searchField(std::string_view name); // throws std::out_of_range if there is none

const std::vector<Choice>& strategyChoices(); // "genetic", "exhaustive", "random"

// Trainings that a search is expected to take, about: 117 for the seeds' genetic search, 672 for their exhaustive one.
double expectedTrials(const SearchPlan& plan);

// Needs neither data nor devices. Throws Error(Usage) with one sentence: unknown names, numbers that cannot be, a
// population larger than the space, a space that no exhaustive search gets through without a budget.
void validate(const SearchPlan& plan);
// Opens the data too, and sees whether every choice of every gene makes a network for its pictures. Blocks for the
// disk.
void checkWithData(const SearchPlan& plan);

nlohmann::json toJson(const SearchPlan& plan);
// Fields that are absent keep `base`'s value; unknown ones and wrong types throw Error(Usage).
SearchPlan searchPlanFromJson(const nlohmann::json& json, SearchPlan base = {});

struct SearchPreset {
    std::string name; // "genetic-mnist"
    Text title;       // "Genetic search, MNIST"
    Text summary;     // purpose and expected result
    SearchPlan plan;
};
const std::vector<SearchPreset>& searchPresets();
std::vector<std::string> searchPresetNames();
// Throws Error(Usage) with the nearest valid name.
const SearchPreset& searchPresetByName(const std::string& name);

} // namespace belfry
