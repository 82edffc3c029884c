// A helper: joins a search that another process leads, on any machine, and trains trials for it until the search ends.
// Free of torch.
#pragma once

#include "core/ranks/listener.h"
#include "core/search/helper_access.h"
#include "core/search/trial_trainer.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace belfry {

struct HelperOptions {
    Endpoint leader;
    std::string version;                          // of the program
    int parallel = 0;                             // trials in parallel; 0: as many as this machine's cores or GPUs take
    std::string data;                             // name or folder of the data set here; "": the leader's name for it
    std::optional<std::filesystem::path> dataDir; // folder to look for it first
    HelperLimits limits = {};
    // Trains the trials, with `parallel` in parallel; null: real sessions.
    std::shared_ptr<TrialTrainer> trainer;
    // Sentences for the user, on the calling thread.
    std::function<void(const Text&)> tell = {};
};

struct HelperEnd {
    // The leader needs no more help; the user stopped it; the leader is gone, or this machine cannot train.
    enum class Kind { Over, Stopped, Failed };
    Kind kind = Kind::Over;
    Text reason;     // a sentence
    int trained = 0; // trials
};

// Blocks until there is nothing more to do or a stop is requested; trials in progress are then given back. Throws
// Error(Usage) where this machine differs from the leader or lacks what it needs, Error(Device) where nobody, or no
// leader, answers.
HelperEnd helpSearch(const HelperOptions& options, const std::stop_token& stop);

} // namespace belfry
