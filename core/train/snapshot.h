// The weights at one moment, as an immutable CPU value: what the drawing pad and evaluation read while training goes
// on.
#pragma once

#include "core/model/blueprint.h"
#include "core/train/training_state.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace belfry {

struct Snapshot {
    std::shared_ptr<const Blueprint> blueprint;
    std::vector<std::string> classes; // names by label
    std::string data;                 // catalogue name of the data set it was trained on
    std::vector<float> weights;       // blueprint->flatSize floats: the average when the run keeps one
    std::int64_t step = 0;
    std::string source;             // run's name or "pretrained network"
    double averageDecay = 0;        // of that average; 1: the mean of epochs; 0: the weights are the step's own
    std::vector<float> lastWeights; // the step's own beside an average, to resume from; empty in most snapshots
    std::shared_ptr<const TrainingState> training; // the rest of what resuming needs; null in most snapshots
    std::string dataVersion{};                     // of its pictures (data/data_version.h); "": as the folder has them
    std::string splitBy = "name";                  // the plan's (data/split_pictures.h)
    double temperature = 1; // that logits are divided by before they become probabilities (train/temperature.h)
};

// Where a session leaves its newest snapshot. take() asks for the next one and returns the newest there is: training
// pays one memory copy per answered request, and nothing while there is no request. Any thread; never blocks for long.
class SnapshotSlot {
public:
    std::shared_ptr<const Snapshot> take();
    bool wanted() const { return wanted_.load(std::memory_order_relaxed); } // session thread
    void publish(std::shared_ptr<const Snapshot> snapshot);                 // session thread

private:
    std::atomic<bool> wanted_{false};
    mutable std::mutex mutex_;
    std::shared_ptr<const Snapshot> newest_;
};

} // namespace belfry
