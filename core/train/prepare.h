// From a plan to a run that can start: its data, network and placement. Free of torch; any thread.
#pragma once

#include "core/backbones/backbone.h"
#include "core/data/catalogue.h"
#include "core/tower/class_terms.h"
#include "core/train/events.h"
#include "core/train/rank_place.h"
#include "core/train/snapshot.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

class Exchange;
class TowerTeam;

// Everything that can be known and refused before a run starts.
struct PreparedRun {
    Plan plan; // names resolved ("auto" devices, what is left to the devices, name)
    std::shared_ptr<const DataSet> data;
    std::shared_ptr<const Blueprint> blueprint;
    std::shared_ptr<const Backbone> backbone; // null: the run starts from random weights
    ClassTerms classTerms;
    std::vector<TowerPlacement> placement;      // of this process's towers
    std::vector<TowerPlacement> everyPlacement; // of all ranks' towers, for the start's report; empty: those are all
    RankSeat seat;                              // among the ranks of a run over several processes
    std::vector<Text> remarks;
    // To resume from, with its training state; null: from the start. It fits the plan (runs/resume.h sees to that).
    std::shared_ptr<const Snapshot> checkpoint;
    std::filesystem::path checkpointFile; // it came from, for sentences; may be empty
    // Instead of the plan's exchange, for tests that break one on purpose; empty: the plan's.
    std::function<std::unique_ptr<Exchange>(TowerTeam&)> exchange;
    // Whether steps are queued before the last ones are done, where feed and exchange allow it; none: on CUDA. For
    // tests.
    std::optional<bool> runAhead;
    // Whether there are steps before the first one (warm_up.h); none: where a tower is on CUDA. For tests.
    std::optional<bool> warmUp;
    // Other sessions of this process train on the same devices: steps are not captured. During a capture the tensor
    // library takes back no memory of its device, and whoever waits for all of the device breaks it. Sessions on other
    // devices are no danger: theirs are other contexts and other memory, and captures come one after another.
    bool beside = false;
    // A step that takes longer, and twenty times longer than all before it, is reported; after ten times as long, or
    // once it is reported and a stop is asked for, the run ends as Failed without it.
    double stallSeconds = 60;
    // The time by which steps are long, since any moment; empty: the machine's. For tests.
    std::function<std::chrono::duration<double>()> stallClock;
    // The time by which the seconds of training are counted, likewise. Session thread.
    std::function<std::chrono::duration<double>()> trainingClock;

    std::int64_t trainImages() const { return data->train->size(); }
    const std::vector<TowerPlacement>& allTowers() const { // of all ranks
        return everyPlacement.empty() ? placement : everyPlacement;
    }
};

// Throws Error(Data) for a single class, of which a network says nothing that is wrong.
void requireClasses(const DataSet& data);

// Validates the plan, opens the data, places the towers, checks shapes and memory. Blocks for the disk (about 0.3 s).
// Throws Error with one sentence; nothing has been written by then.
PreparedRun prepareRun(const Plan& plan);
// The same in two parts, for many runs with one copy of the data: the plan's data set, cut to its number of training
// images; and all the rest, with a data set that came from the first.
std::shared_ptr<const DataSet> openData(const Plan& plan);
DataOptions dataOptions(const Plan& plan); // how it is opened
// Whether both have the same pictures in the same splits, but for trainImages and validationImages.
bool haveSameData(const Plan& one, const Plan& other);
PreparedRun prepareRun(const Plan& plan, std::shared_ptr<const DataSet> data);
// As one rank of several, of a plan for all: plan.towers are those of all ranks. Throws Error(Usage) for what is not
// possible over ranks.
PreparedRun prepareRun(const Plan& plan, std::shared_ptr<const DataSet> data, const RankPlace& place);
// Of a run whose plan has no name: "lenet, 2 towers".
std::string automaticName(const Plan& plan);

} // namespace belfry
