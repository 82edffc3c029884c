#include "app/cli/plan_options.h"

#include "app/cli/formatting.h"
#include "app/cli/number_options.h"
#include "app/cli/training_options.h"
#include "app/cli/usage.h"
#include "core/base/error.h"
#include "core/data/catalogue.h"
#include "core/model/activation_kind.h"
#include "core/model/architecture_file.h"

#include <optional>
#include <sstream>

namespace belfry::cli {

struct PlanOptions::Given {
    std::optional<std::string> preset, planFile, name, data, pictureSize, model, activation, augmentation,
        normalisation, feed, shares, exchange, precision, dataDir, devices;
    std::optional<int> towers, hiddenLayers, width, queueCapacity, queueWorkers, checkpointsKept;
    std::optional<std::int64_t> batchPerTower, globalBatch, epochs, steps, checkpointEvery, displayEvery,
        histogramsEvery, trainImages, replicaCheckEvery;
    std::optional<std::uint64_t> seed, splitSeed;
    std::optional<double> dropout, checkpointMinutes;
    std::optional<bool> checkExchange, tensorboard;
    bool towersMeasured = false;
    TrainingOptions training;
};

namespace {

void chooseModel(Plan& plan, const std::string& model) {
    plan.model = model;
    plan.layers.clear();
    if (isArchitectureFile(model)) {
        const Architecture own = readArchitectureFile(model);
        plan.model = own.name;
        plan.layers = layerLines(own);
    }
}

// Values that are wrong in themselves are told first.
void refuseIdle(const Plan& plan, bool given, const char* option, bool used, const std::string& user) {
    if (given && !used)
        validate(plan);
    cli::refuseIdle(given, option, used, user);
}

} // namespace

// A name that is missing between commas is refused: a slip must not take a device away.
std::vector<std::string> deviceNames(const std::string& text) {
    std::vector<std::string> names;
    std::istringstream stream(text + ",");
    for (std::string name; std::getline(stream, name, ',');) {
        if (name.empty())
            throw Error(ErrorCategory::Usage, Text::tr("--devices is '%1', which leaves a name empty; expected names "
                                                       "with single commas between them, such as cpu or cuda:0,cuda:1.",
                                                       text.substr(0, 80)));
        names.push_back(name);
    }
    return names;
}

PlanOptions::PlanOptions(CLI::App& app, bool measuresTowers) : given_(std::make_shared<Given>()) {
    Given& g = *given_;
    app.add_option("--preset", g.preset, "Start from a preset: " + joined(presetNames()));
    app.add_option("--plan", g.planFile, "Start from a plan file (JSON, as every run keeps one)");
    app.add_option("--name", g.name, "Name of the run");
    app.add_option("--data", g.data,
                   "Data set: " + joined(dataSetNames()) +
                       "; or a folder with one sub-folder per class, or TFRecord files");
    app.add_option("--picture-size", g.pictureSize,
                   "Folder: size of its pictures, such as 32, 64x48 or 28x28x1 (grey)");
    addNumber(app, "--split-seed", g.splitSeed,
              "Folder: deals pictures to the splits that it does not have of its own");
    addNumber(app, "--train-images", g.trainImages, "Training images that are used, drawn once (0: all)");
    app.add_option("--data-dir", g.dataDir, "Folder to look for data sets first");
    app.add_option("--model", g.model,
                   "Network: " + joined(networkNames()) + "; or a .txt or .json file of your own (see models --text)");
    addNumber(app, "--hidden-layers", g.hiddenLayers, "mlp: hidden layers");
    addNumber(app, "--width", g.width, "mlp: units in a hidden layer");
    app.add_option("--activation", g.activation, "mlp: " + joined(activationNames()));
    addNumber(app, "--dropout", g.dropout, "mlp: fraction dropped after every hidden layer");
    app.add_option("--devices", g.devices, "auto, cpu, cuda:0,cuda:1 ...");
    app.add_option_function<std::string>(
           "--towers",
           [&g, measuresTowers](const std::string& text) {
               g.towersMeasured = measuresTowers && text == "auto";
               if (!g.towersMeasured)
                   g.towers = numberFrom<int>("--towers", text);
           },
           std::string("Replicas of the network, dealt to the devices in turn") +
               (measuresTowers ? "; auto: the number that trains as many images per step fastest, measured for some "
                                 "seconds"
                               : ""))
        ->type_name("INT");
    auto* perTower = addNumber(app, "--batch-per-tower", g.batchPerTower, "Images per tower and step");
    addNumber(app, "--global-batch", g.globalBatch, "Images per step over all towers")->excludes(perTower);
    app.add_option("--augmentation", g.augmentation,
                   "What training does to its images: " + choiceNames(augmentationChoices()));
    app.add_option("--normalisation", g.normalisation,
                   "How bytes become numbers: " + choiceNames(normalisationChoices()));
    app.add_option("--feed", g.feed, "How batches reach the towers: " + choiceNames(feedChoices()));
    addNumber(app, "--queue-capacity", g.queueCapacity, "queue: batches ready at most");
    addNumber(app, "--queue-workers", g.queueWorkers, "queue: threads that prepare batches");
    app.add_option("--exchange", g.exchange, "How gradients become one update: " + choiceNames(exchangeChoices()));
    app.add_flag("--check-exchange", g.checkExchange,
                 "Run the exchange beside a reference on the CPU and tell the largest deviation (slow)");
    addNumber(app, "--replica-check-every", g.replicaCheckEvery,
              "Steps between comparisons of all towers' weights (0: none)");
    app.add_option("--shares", g.shares,
                   "Parts of each step by tower, such as 0.7,0.3, or 'measured' (else all are equal)");
    g.training.addTo(app);
    auto* epochs = addNumber(app, "--epochs", g.epochs, "Length in epochs");
    addNumber(app, "--steps", g.steps, "Length in steps")->excludes(epochs);
    app.add_option("--precision", g.precision, choiceNames(precisionChoices()));
    addNumber(app, "--seed", g.seed, "Same plan, same seed, same machine: same bits");
    addNumber(app, "--checkpoint-every", g.checkpointEvery, "Steps between checkpoints (0: by time alone)");
    addNumber(app, "--checkpoint-minutes", g.checkpointMinutes,
              "Minutes between checkpoints at most, sooner while a run is young (0: by steps alone; both 0: best and "
              "final only)");
    addNumber(app, "--keep-checkpoints", g.checkpointsKept, "Newest checkpoints that are kept, beside best and final");
    addNumber(app, "--display-every", g.displayEvery, "Steps between printed lines");
    app.add_flag("--tensorboard", g.tensorboard,
                 "Write TensorBoard's event files into the run's folder: figures, histograms, graph");
    addNumber(app, "--histograms-every", g.histogramsEvery,
              "tensorboard: steps between histograms (0: at the end of every epoch)");
}

bool PlanOptions::towersMeasured() const {
    return given_->towersMeasured;
}

Plan PlanOptions::plan() const {
    const Given& g = *given_;
    Plan plan = g.preset ? presetByName(*g.preset).plan : Plan{};
    if (g.planFile)
        plan = readPlanFile(*g.planFile, std::move(plan));
    take(plan.name, g.name);
    take(plan.data, g.data);
    take(plan.pictureSize, g.pictureSize);
    take(plan.splitSeed, g.splitSeed);
    take(plan.trainImages, g.trainImages);
    take(plan.dataDir, g.dataDir);
    if (g.model)
        chooseModel(plan, *g.model);
    take(plan.mlp.hiddenLayers, g.hiddenLayers);
    take(plan.mlp.width, g.width);
    take(plan.mlp.dropout, g.dropout);
    if (g.activation)
        plan.mlp.activation = activationFromName(*g.activation);
    if (g.devices)
        plan.devices = deviceNames(*g.devices);
    take(plan.towers, g.towers);
    if (g.batchPerTower) {
        plan.batchPerTower = *g.batchPerTower;
        plan.globalBatch = 0;
    }
    if (g.globalBatch && *g.globalBatch < 1)
        throw Error(ErrorCategory::Usage,
                    Text::tr("The global batch is %1; expected at least 1 image.", *g.globalBatch));
    take(plan.globalBatch, g.globalBatch);
    take(plan.augmentation, g.augmentation);
    take(plan.normalisation, g.normalisation);
    take(plan.feed, g.feed);
    take(plan.queueCapacity, g.queueCapacity);
    take(plan.queueWorkers, g.queueWorkers);
    take(plan.exchange, g.exchange);
    take(plan.checkExchange, g.checkExchange);
    take(plan.replicaCheckEvery, g.replicaCheckEvery);
    take(plan.shares, g.shares);
    g.training.apply(plan);
    take(plan.epochs, g.epochs);
    if (g.epochs)
        plan.steps = 0;
    if (g.steps && *g.steps < 1)
        throw Error(ErrorCategory::Usage, Text::tr("The number of steps is %1; expected at least 1.", *g.steps));
    take(plan.steps, g.steps);
    take(plan.precision, g.precision);
    take(plan.seed, g.seed);
    take(plan.checkpointEvery, g.checkpointEvery);
    take(plan.checkpointMinutes, g.checkpointMinutes);
    take(plan.checkpointsKept, g.checkpointsKept);
    take(plan.displayEvery, g.displayEvery);
    take(plan.tensorboard, g.tensorboard);
    take(plan.histogramsEvery, g.histogramsEvery);
    refuseIdleOptions(plan);
    return plan;
}

void PlanOptions::refuseIdleOptions(const Plan& plan) const {
    const Given& g = *given_;
    const bool mlp = plan.model == "mlp" && plan.layers.empty();
    refuseIdle(plan, g.hiddenLayers.has_value(), "--hidden-layers", mlp, "the network mlp");
    refuseIdle(plan, g.width.has_value(), "--width", mlp, "the network mlp");
    refuseIdle(plan, g.activation.has_value(), "--activation", mlp, "the network mlp");
    refuseIdle(plan, g.dropout.has_value(), "--dropout", mlp, "the network mlp");
    const bool queue = plan.feed == "queue";
    refuseIdle(plan, g.queueCapacity.has_value(), "--queue-capacity", queue, "the feed queue");
    refuseIdle(plan, g.queueWorkers.has_value(), "--queue-workers", queue, "the feed queue");
    refuseIdle(plan, g.histogramsEvery.has_value(), "--histograms-every", plan.tensorboard, "--tensorboard");
    g.training.refuseIdle(plan, refuseIdle);
}

} // namespace belfry::cli
