#include "app/cli/plan_options.h"

#include "core/base/error.h"
#include "core/data/catalogue.h"

#include <optional>

namespace belfry::cli {

struct PlanOptions::Given {
    std::string preset, planFile;
    std::optional<std::string> name, data, model, activation, feed, exchange, optimizer, schedule, precision, dataDir;
    std::vector<std::string> devices;
    std::optional<int> towers, hiddenLayers, width;
    std::optional<std::int64_t> batchPerTower, globalBatch, epochs, steps, checkpointEvery, displayEvery;
    std::optional<std::uint64_t> seed;
    std::optional<double> learningRate, momentum, dropout;
};

namespace {

std::string choiceNames(const std::vector<Choice>& choices) {
    std::string names;
    for (const Choice& choice : choices)
        names += (names.empty() ? "" : ", ") + choice.name;
    return names;
}

std::string joined(const std::vector<std::string>& names) {
    std::string text;
    for (const std::string& name : names)
        text += (text.empty() ? "" : ", ") + name;
    return text;
}

// Takes over an option that was given.
template <typename Field, typename Value>
void take(Field& field, const std::optional<Value>& given) {
    if (given)
        field = *given;
}

} // namespace

PlanOptions::PlanOptions(CLI::App& app) : given_(std::make_shared<Given>()) {
    Given& g = *given_;
    app.add_option("--preset", g.preset, "Start from a preset: quick, notebook-lenet");
    app.add_option("--plan", g.planFile, "Start from a plan file (JSON, as every run keeps one)");
    app.add_option("--name", g.name, "Name of the run");
    app.add_option("--data", g.data, "Data set: " + joined(dataSetNames()));
    app.add_option("--data-dir", g.dataDir, "Folder to look for data sets first");
    app.add_option("--model", g.model, "Network: " + joined(networkNames()));
    app.add_option("--hidden-layers", g.hiddenLayers, "mlp: hidden layers");
    app.add_option("--width", g.width, "mlp: units in a hidden layer");
    app.add_option("--activation", g.activation, "mlp: relu, elu, tanh, sigmoid");
    app.add_option("--dropout", g.dropout, "mlp: fraction dropped after every hidden layer");
    app.add_option("--devices", g.devices, "auto, cpu, cuda:0,cuda:1 ...")->delimiter(',');
    app.add_option("--towers", g.towers, "Replicas of the network, dealt to the devices in turn");
    auto* perTower = app.add_option("--batch-per-tower", g.batchPerTower, "Images per tower and step");
    app.add_option("--global-batch", g.globalBatch, "Images per step over all towers")->excludes(perTower);
    app.add_option("--feed", g.feed, "How batches reach the towers: " + choiceNames(feedChoices()));
    app.add_option("--exchange", g.exchange, "How gradients become one update: " + choiceNames(exchangeChoices()));
    app.add_option("--optimizer", g.optimizer, choiceNames(optimizerChoices()));
    app.add_option("--learning-rate", g.learningRate, "Learning rate");
    app.add_option("--momentum", g.momentum, "For momentum and nesterov");
    app.add_option("--schedule", g.schedule, choiceNames(scheduleChoices()));
    auto* epochs = app.add_option("--epochs", g.epochs, "Length in epochs");
    app.add_option("--steps", g.steps, "Length in steps")->excludes(epochs);
    app.add_option("--precision", g.precision, choiceNames(precisionChoices()));
    app.add_option("--seed", g.seed, "Same plan, same seed, same machine: same bits");
    app.add_option("--checkpoint-every", g.checkpointEvery, "Steps between checkpoints (0: best and final only)");
    app.add_option("--display-every", g.displayEvery, "Steps between printed lines");
}

Plan PlanOptions::plan() const {
    const Given& g = *given_;
    Plan plan = g.preset.empty() ? Plan{} : presetByName(g.preset).plan;
    if (!g.planFile.empty())
        plan = readPlanFile(g.planFile, std::move(plan));
    take(plan.name, g.name);
    take(plan.data, g.data);
    take(plan.dataDir, g.dataDir);
    take(plan.model, g.model);
    take(plan.mlp.hiddenLayers, g.hiddenLayers);
    take(plan.mlp.width, g.width);
    take(plan.mlp.dropout, g.dropout);
    if (g.activation)
        plan.mlp.activation = activationFromName(*g.activation);
    if (!g.devices.empty())
        plan.devices = g.devices;
    take(plan.towers, g.towers);
    if (g.batchPerTower) {
        plan.batchPerTower = *g.batchPerTower;
        plan.globalBatch = 0;
    }
    if (g.globalBatch && *g.globalBatch < 1)
        throw Error(ErrorCategory::Usage,
                    "The global batch is " + std::to_string(*g.globalBatch) + "; expected at least 1 image.");
    take(plan.globalBatch, g.globalBatch);
    take(plan.feed, g.feed);
    take(plan.exchange, g.exchange);
    take(plan.optimizer, g.optimizer);
    take(plan.learningRate, g.learningRate);
    take(plan.momentum, g.momentum);
    take(plan.schedule, g.schedule);
    take(plan.epochs, g.epochs);
    if (g.epochs)
        plan.steps = 0;
    if (g.steps && *g.steps < 1)
        throw Error(ErrorCategory::Usage,
                    "The number of steps is " + std::to_string(*g.steps) + "; expected at least 1.");
    take(plan.steps, g.steps);
    take(plan.precision, g.precision);
    take(plan.seed, g.seed);
    take(plan.checkpointEvery, g.checkpointEvery);
    take(plan.displayEvery, g.displayEvery);
    return plan;
}

} // namespace belfry::cli
