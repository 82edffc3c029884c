// The value that says everything about a run before it starts. The window edits one, belfry-cli reads one, every run
// folder keeps one (plan.json). Plain value; any thread.
#pragma once

#include "core/base/text.h"
#include "core/model/precision.h"
#include "core/model/zoo.h"
#include "core/optim/optimizer.h"

#include <nlohmann/json_fwd.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace belfry {

struct Plan : OptimizerNumbers {       // of which each optimizer uses its own
    std::string name;                  // of the run, for people; "" until one is made from preset, network and time
    std::string preset;                // it came from, "" if none
    std::string data = "mnist";        // catalogue name, or the path of a folder (data/catalogue.h)
    std::string pictureSize;           // of a folder's pictures, "64x48x3"; "": their own, or 64 x 64
    std::uint64_t splitSeed = 1;       // assigns a folder's images to the splits that have no folder of their own
    std::string groups = "listed";     // whose pictures stay in one split (data/split_pictures.h)
    std::string splitBy = "name";      // "count": by the rule of runs before this one (data/split_pictures.h)
    std::string dataVersion;           // of a folder's pictures (data/data_version.h); "": as the folder has them
    std::int64_t trainImages = 0;      // of the training split so many, drawn by splitSeed; 0: all
    std::int64_t validationImages = 0; // of the validation split so many, drawn by splitSeed; others train; 0: all
    std::string model = "lenet";       // zoo name, or with `layers` the name of a network of the user's own
    std::vector<std::string> layers;   // lines of the grammar (model/architecture.h); empty: the zoo's network
    std::string backbone;              // the network starts from (backbones/backbone.h); "": from random weights
    double backboneRate = 1;           // factor of the rate from one group of a backbone's layers to the next below
    std::int64_t unfreezeEpochs = 0;   // after which one group more is trained, from the top; 0: all are at once
    MlpShape mlp;                      // used when model is "mlp"
    std::vector<std::string> devices{"auto"}; // "auto", "cpu", "cuda:0", ...
    int towers = 1;
    std::int64_t batchPerTower = 512;     // images
    std::int64_t globalBatch = 0;         // images; 0: towers * batchPerTower. Else divided as evenly as possible
    std::int64_t accumulate = 1;          // global batches whose mean gradient makes a step's update
    std::string sampling = "shuffle";     // "balanced": every class equally often in an epoch (feed/feed.h)
    std::string classWeights;             // in the loss: "balanced", "1,2,0.5" (one per class); "": all 1
    double logitAdjustment = 0;           // times the logarithm of a class's share is added to its logits in the loss
    std::string augmentation = "none";    // "cifar-tutorial", "digits", "flip, shift 2" (model/augmentation.h)
    std::string normalisation = "unit";   // value / 255; "centred", ... (model/input.h)
    std::string feed = "by-device";       // "direct", "queue", "resident"
    int queueCapacity = 8;                // queue: batches ready at most
    int queueWorkers = 1;                 // queue: threads that prepare them
    std::string shares;                   // of each step's images by tower, "0.7,0.3" or "measured"; "": equal
    std::string exchange = "by-device";   // of exchange/exchange_table.h, or "auto"
    std::string wirePrecision = "fp32";   // "bf16": of gradients between ranks
    bool checkExchange = false;           // beside a reference on the CPU: slow
    std::int64_t replicaCheckEvery = 100; // steps between comparisons of all replicas' weights; 0: none
    std::string optimizer = "adam";       // of optim/optimizer.h
    double learningRate = 0.001;
    std::string schedule = "constant"; // of optim/schedule.h, whose settings follow
    double decayFactor = 0.1;          // staircase and exponential: what is left of the rate after each interval
    double decayEpochs = 10;           // the interval
    std::int64_t decaySteps = 0;       // 0: by epochs
    double triangleStart = 0.2;        // triangle: fraction of the rate that the run begins with,
    double trianglePeak = 0.23;        // ... fraction of the run after which it is whole,
    double triangleEnd = 0.07;         // ... and fraction of the rate that the run ends with
    double minRate = 0;                // after the warm-up no schedule takes the rate below it; 0: no bound
    double warmupEpochs = 0;           // 0: none
    std::int64_t warmupSteps = 0;      // 0: by epochs
    double clipNorm = 0;               // longest mean gradient; 0: any
    double averageDecay = 0;           // of the moving average of the weights; 0: none
    double swaFrom = 0;                // fraction of the run from which epochs' weights are averaged; 0: none
    double biasRate = 1;               // factor of the rate for biases, scales and offsets
    std::int64_t lookaheadEvery = 0;   // steps between look-aheads; 0: none
    double lookaheadPull = 0.5;        // of slow weights, towards the others; 0: falls over the run
    double labelSmoothing = 0;         // probability of the target that is spread over all classes
    std::int64_t epochs = 20;
    std::int64_t steps = 0;    // 0: by epochs; else stop after that many
    std::int64_t patience = 0; // epochs without better weights that end the run; 0: none do
    // Which validation figure makes weights the best: also "loss", "balanced-accuracy", "macro-f1".
    std::string bestBy = "accuracy";
    std::string testViews = "1"; // "2", "6": of each picture in the final test (tower/test_views.h)
    std::uint64_t seed = 1;
    std::string precision = "fp32";   // "tf32", "bf16": of a training step (model/precision.h)
    std::int64_t checkpointEvery = 0; // steps; 0: by time alone
    double checkpointMinutes = 2;     // at most; 0: by steps alone; both 0: only best and final
    int checkpointsKept = 2;          // the newest; best and final stay
    std::int64_t displayEvery = 100;  // steps between printed lines
    bool tensorboard = false;         // event files in the run's folder
    std::int64_t histogramsEvery = 0; // steps between histograms in them; 0: at the end of every epoch
    std::optional<std::filesystem::path> dataDir;

    // A step is one update: of all towers' images, or where towers do not wait for one another, of one tower's.
    bool asynchronous() const { return exchange == "async"; }
    // Of a batch that is computed at once.
    std::int64_t imagesPerStep() const {
        const std::int64_t all = globalBatch > 0 ? globalBatch : batchPerTower * towers;
        return asynchronous() ? std::max<std::int64_t>(all / towers, 1) : all;
    }
    std::int64_t imagesPerUpdate() const { return imagesPerStep() * accumulate; }
    // The average of the weights, of either kind, that is validated, used and saved.
    bool averages() const { return averageDecay > 0 || swaFrom > 0; }
    bool operator==(const Plan&) const = default;
};

// Settings of a plan that may change while a run is in progress.
struct LiveSettings {
    double learningRate = 0;
    std::int64_t epochs = 0;
    std::int64_t checkpointEvery = 0; // steps
    bool operator==(const LiveSettings&) const = default;
};
LiveSettings liveSettings(const Plan& plan);
void apply(const LiveSettings& settings, Plan& plan);

// Throws Error(Usage) for an unknown name, or with the layer that cannot be read.
Architecture architectureOf(const Plan& plan);

Precision precisionOf(const Plan& plan);
OptimizerSettings optimizerSettings(const Plan& plan);
UpdateRules updateRules(const Plan& plan);
// Another optimizer with its default rate and parameters; nothing changes when the plan has it already. An unknown name
// is taken over for validate() to refuse.
void chooseOptimizer(Plan& plan, const std::string& name);

nlohmann::json toJson(const Plan& plan);
// Fields that are absent keep `base`'s value, but another optimizer comes with its default rate and parameters, and a
// model without layers is the zoo's. Unknown fields and wrong types throw Error(Usage) with the field's name.
Plan planFromJson(const nlohmann::json& json, Plan base = {});
Plan readPlanFile(const std::filesystem::path& path, Plan base = {});

// Throws Error(Usage) with one sentence for the first thing that cannot be (unknown names, zero, negative or huge
// numbers). Needs no data and no device; what depends on those is checked by prepareRun (train/prepare.h).
void validate(const Plan& plan);

// True when the network drops units in training: the loss and accuracy of a step are then measured with dropout on, and
// look worse than the same weights in evaluation. False for a plan whose network cannot be read.
bool trainsWithDropout(const Plan& plan);

struct Preset {
    std::string name;      // "quick"
    Text title;            // "Quick (one minute)"
    Text summary;          // purpose and expected result
    std::string published; // the figure that its source gives, "" when it has none
    Plan plan;
};
// resources/presets/*.json, sorted by name. Throws Error(Data) for a damaged file, with its name.
std::vector<Preset> loadPresets();
std::vector<std::string> presetNames(); // sorted; none when the resources are missing. Reads no preset, never throws
// Throws Error(Usage) with the nearest valid name.
Preset presetByName(const std::string& name);

} // namespace belfry
