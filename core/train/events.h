// Events that a session reports to its observer: plain values, no tensors.
#pragma once

#include "core/base/distribution.h"
#include "core/base/evaluation_result.h"
#include "core/base/stage_times.h"
#include "core/base/text.h"
#include "core/exchange/exchange_table.h"
#include "core/train/plan.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace belfry {

struct Blueprint;

// Where a tower runs.
struct TowerPlacement {
    int tower = 0;
    std::string device;           // "cpu", "cuda:0"
    std::string deviceName;       // "AMD EPYC ...", "NVIDIA H200"
    std::string pciBusId;         // "" for the CPU
    int threads = 0;              // CPU towers
    std::int64_t memoryBytes = 0; // estimate
    std::int64_t batch = 0;       // images of a full step
    std::string host{};           // of a run over several machines; empty: this one
};

struct Started {
    Plan plan;                       // with everything "auto" resolved
    std::filesystem::path runFolder; // empty when nothing is recorded
    std::vector<TowerPlacement> placement;
    std::vector<Text> remarks;                 // e.g. "4 towers share cpu"
    std::vector<ExchangeTrial> exchangeTrials; // the fastest first; empty: the plan names an exchange
    double startupSeconds = 0;                 // as of RunFigures
    std::int64_t step = 0;                     // from which a resumed run continues
    std::int64_t stepsPerEpoch = 0;
    std::int64_t totalSteps = 0;
    std::int64_t trainImages = 0;
    std::int64_t parameters = 0;
    std::shared_ptr<const Blueprint> blueprint; // the network's
    int stagesTimedEvery = 1;                   // steps: the stages of one stand for those after it
};

// Before the first step: images that a backbone has seen, of all.
struct BackboneProgress {
    std::int64_t done = 0, images = 0;
};

struct StepDone {
    std::int64_t step = 0;   // 1 after the first update
    double epoch = 0;        // fractional: images seen / images per epoch
    std::int64_t images = 0; // seen since the start of the run
    double seconds = 0;      // of training, since the start (RunFigures)
    float loss = 0;          // mean over all towers' images of this step
    float accuracy = 0;      // of this step's images, before the update, with dropout on
    float learningRate = 0;
    float milliseconds = 0;      // of training since the step before was done, or of this one that was not counted
    std::int64_t staleness = -1; // updates between the weights that this gradient is of and this one; -1: synchronous
    float queueFill = -1;        // queue feed: batches ready / capacity when this one was asked for; negative: no queue
    std::vector<StageTimes> towers; // where none waits for another: of the one whose step it is, the others' all 0
    float sumsOnTheWay = 0;         // milliseconds in which sums over a network were, beside backward too, of this rank
    std::int64_t sentBytes = 0;     // by it, for them; 0: there is no network, or it is not known
    // Whether the tower took part: always, except in asynchronous runs.
    bool isOf(std::size_t tower) const { return staleness < 0 || towers[tower].images > 0; }
};

struct EpochDone {
    std::int64_t epoch = 0; // 1 after the first; 0: before it, of a run that starts from a backbone
    std::int64_t step = 0;
    std::int64_t images = 0;
    double seconds = 0;
    float trainLoss = 0; // means over the epoch's images
    float trainAccuracy = 0;
    EvaluationResult validation;
    bool best = false; // by the plan's bestBy, so far
};

// How the numbers inside the network are spread, at the end of epochs, and as often as a plan with event files wants
// it: weights and running averages ("conv1/weight"), their mean gradient of this step ("conv1/weight/gradients"), and
// what every layer that computes makes of some validation images ("conv1/activations").
struct Distributions {
    struct Vector {
        std::string name;
        Distribution numbers;
    };
    std::int64_t step = 0;
    std::vector<Vector> vectors;
};
// Whether a plan with event files wants those of a step there.
bool isForEventFile(const Plan& plan, std::int64_t step, bool epochEnds);

struct CheckpointSaved {
    std::int64_t step = 0;
    std::filesystem::path path;
    bool best = false;
};

struct Warning {
    Text text;
};

// A setting that changed while running; marked on the charts.
struct SettingChanged {
    std::int64_t step = 0;
    Text text;                    // "learning rate 0.001 -> 0.0003"
    std::string field;            // of the plan, "learning_rate"; "" of one that was only recorded, or is no setting
    double before = 0, after = 0; // values of the field
};

enum class RunState { Running, Paused, Finished, Stopped, Failed };
std::string_view runStateName(RunState state); // "running", "paused", "finished", "stopped", "failed"

struct StateChanged {
    RunState state = RunState::Running; // Running or Paused
};

// Of a run at its end, or as far as it is.
//
// Seconds of training are wall time, by one clock that runs from the first step on: through the steps, and through all
// that is done between them (reports to observers, changed settings, snapshots, histograms, comparisons of replicas).
// The clock stands, once the devices have done what was queued, in pauses, in validations, while checkpoints are
// written, and from the last step on. Start-up is before it. Every time and speed of a run is of these seconds.
struct RunFigures {
    std::int64_t steps = 0;
    double epochs = 0;
    std::int64_t images = 0;
    double seconds = 0;                     // of training
    double startupSeconds = 0;              // of this session, before its first step: towers, libraries, exchange; not
                                            // opening the data
    double imagesPerSecond = 0;             // at the end without the warm-up: 10 steps, or 1 of at most 20
    float trainLoss = 0, trainAccuracy = 0; // over the last epoch's (or part's) images
    EvaluationResult validation;            // last; images 0: none yet
    double bestValidation = 0;              // accuracy
    ClassMeans bestMeans = {};              // of the same epoch
    std::int64_t bestEpoch = 0;
    EvaluationResult test; // of the best weights by validation; images 0 when not evaluated
};

struct Finished : RunFigures {
    RunState state = RunState::Finished; // Finished, Stopped or Failed
    bool diverged = false;               // Failed: the loss was not finite, as it will be again with the same plan
    Text reason; // one sentence: for Failed what to do, for an abort what was not saved, why it stopped early
    std::vector<Text> remarks; // e.g. how far the exchange was from its reference
    std::filesystem::path runFolder;
};

using Event = std::variant<Started, BackboneProgress, StateChanged, StepDone, EpochDone, Distributions, CheckpointSaved,
                           Warning, SettingChanged, Finished>;

// Called on the session thread, but for the Warning of a step that stalls while that thread waits for it; one event at
// a time, in order; must not block for long and must not throw.
class Observer {
public:
    virtual ~Observer() = default;
    virtual void onEvent(const Event& event) = 0;
};

// One object each: what belfry-cli --json prints, line by line.
nlohmann::json toJson(const EvaluationResult& result);      // loss, accuracy, balanced_accuracy, macro_f1, ...
nlohmann::json toJson(const Distributions::Vector& vector); // without the buckets
// {"event": "step", "run": ..., ...}; numbers that are not finite become null.
nlohmann::json toJson(const Event& event, const std::string& run);

} // namespace belfry
