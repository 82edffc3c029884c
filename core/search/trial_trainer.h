// Trains one trial: the seam between a search and the sessions that it is made of. Free of torch.
#pragma once

#include "core/search/layout.h"
#include "core/train/session.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace belfry {

struct TrialJob {
    Plan plan;         // with genes, seed and length; not yet placed
    int slot = 0;      // place in the layout
    bool test = false; // a winner's: the test images are evaluated and the run is kept
};

struct TrialResult {
    Finished finished; // how the session ended
    std::vector<float> curve;
    std::int64_t parameters = 0;
    std::string device;
};

class TrialTrainer {
public:
    virtual ~TrialTrainer() = default;
    // Blocks; several at a time, one per slot. A stop request is answered within one step. `onEpoch` is called on the
    // session's thread. What cannot be prepared throws; the search makes a failed attempt of it.
    virtual TrialResult train(const TrialJob& job, const std::function<void(const EpochDone&)>& onEpoch,
                              std::stop_token stop) = 0;
    virtual void setPaused(bool paused) = 0; // any thread
    // Why a place's devices work no more, asked when a training failed there: a sentence; empty when they do. Blocks;
    // any thread.
    virtual Text deviceProblem(int slot) = 0;
};

// Sessions on one open data set, that of plan `common`; a winner on other images has it opened once more. Trials never
// see its test images: their data set has none. `runs`: where the runs of winners are kept.
std::shared_ptr<TrialTrainer> makeSessionTrainer(const Layout& layout, const Plan& common,
                                                 std::shared_ptr<const DataSet> data, std::filesystem::path runs,
                                                 bool lowPriority);

} // namespace belfry
