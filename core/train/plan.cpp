#include "core/train/plan.h"

#include "core/base/bounds.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/suggest.h"
#include "core/base/utf8.h"
#include "core/data/picture_size.h"
#include "core/train/plan_shares.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

using Json = nlohmann::json;

[[noreturn]] void refuse(const std::string& message) {
    throw Error(ErrorCategory::Usage, message);
}

// A value as a message quotes it. Lists and objects are named only: dump() calls itself for each level, and a file of
// brackets is deeper than the stack.
std::string foundText(const Json& value) {
    if (value.is_structured())
        return "a JSON " + std::string(value.type_name());
    return asUtf8(value.dump().substr(0, 60)); // which may cut a letter
}

std::string foundText(double value) { // the shortest text that reads back as the same number
    return std::isnan(value) ? "not a number" : std::isinf(value) ? "infinite" : Json(value).dump();
}

// Every field with its name, once: writing, reading and the list of known names follow from it.
template <typename P, typename Visit>
void forEachField(P& plan, const Visit& visit) {
    visit("name", plan.name);
    visit("preset", plan.preset);
    visit("data", plan.data);
    visit("picture_size", plan.pictureSize);
    visit("split_seed", plan.splitSeed);
    visit("train_images", plan.trainImages);
    visit("model", plan.model);
    visit("layers", plan.layers);
    visit("hidden_layers", plan.mlp.hiddenLayers);
    visit("width", plan.mlp.width);
    visit("activation", plan.mlp.activation);
    visit("dropout", plan.mlp.dropout);
    visit("devices", plan.devices);
    visit("towers", plan.towers);
    visit("batch_per_tower", plan.batchPerTower);
    visit("global_batch", plan.globalBatch);
    visit("augmentation", plan.augmentation);
    visit("normalisation", plan.normalisation);
    visit("feed", plan.feed);
    visit("queue_capacity", plan.queueCapacity);
    visit("queue_workers", plan.queueWorkers);
    visit("shares", plan.shares);
    visit("exchange", plan.exchange);
    visit("check_exchange", plan.checkExchange);
    visit("replica_check_every", plan.replicaCheckEvery);
    visit("optimizer", plan.optimizer);
    visit("learning_rate", plan.learningRate);
    visit("momentum", plan.momentum);
    visit("rho", plan.rho);
    visit("beta1", plan.beta1);
    visit("beta2", plan.beta2);
    visit("epsilon", plan.epsilon);
    visit("schedule_decay", plan.scheduleDecay);
    visit("weight_decay", plan.weightDecay);
    visit("schedule", plan.schedule);
    visit("decay_factor", plan.decayFactor);
    visit("decay_epochs", plan.decayEpochs);
    visit("decay_steps", plan.decaySteps);
    visit("warmup_epochs", plan.warmupEpochs);
    visit("warmup_steps", plan.warmupSteps);
    visit("clip_norm", plan.clipNorm);
    visit("average_decay", plan.averageDecay);
    visit("label_smoothing", plan.labelSmoothing);
    visit("epochs", plan.epochs);
    visit("steps", plan.steps);
    visit("patience", plan.patience);
    visit("best_by", plan.bestBy);
    visit("seed", plan.seed);
    visit("precision", plan.precision);
    visit("checkpoint_every", plan.checkpointEvery);
    visit("checkpoint_minutes", plan.checkpointMinutes);
    visit("checkpoints_kept", plan.checkpointsKept);
    visit("display_every", plan.displayEvery);
    visit("tensorboard", plan.tensorboard);
    visit("histograms_every", plan.histogramsEvery);
    visit("data_dir", plan.dataDir);
}

struct Writer {
    Json& json;
    template <typename T>
    void operator()(const char* name, const T& value) const {
        json[name] = value;
    }
    void operator()(const char* name, const Activation& value) const { json[name] = activationName(value); }
    void operator()(const char* name, const std::optional<std::filesystem::path>& value) const {
        if (value)
            json[name] = value->string();
    }
};

struct Reader {
    const Json& json;
    std::vector<std::string>& known;

    template <typename T>
    void operator()(const char* name, T& value) const {
        if (const Json* field = find(name))
            read(name, *field, value);
    }

private:
    const Json* find(const char* name) const {
        known.emplace_back(name);
        const auto field = json.find(name);
        return field == json.end() ? nullptr : &*field;
    }
    [[noreturn]] static void wrong(const char* name, const Json& field, const char* expected) {
        refuse("Plan field '" + std::string(name) + "' is " + foundText(field) + "; expected " + expected + ".");
    }
    static void read(const char* name, const Json& field, std::string& value) {
        if (!field.is_string())
            wrong(name, field, "a text");
        value = field.get<std::string>();
    }
    static void read(const char* name, const Json& field, double& value) {
        if (!field.is_number())
            wrong(name, field, "a number");
        value = field.get<double>();
    }
    static void read(const char* name, const Json& field, bool& value) {
        if (!field.is_boolean())
            wrong(name, field, "true or false");
        value = field.get<bool>();
    }
    template <typename Integer>
    requires std::is_integral_v<Integer>
    static void read(const char* name, const Json& field, Integer& value) {
        const bool negative = field.is_number_integer() && !field.is_number_unsigned() && field.get<std::int64_t>() < 0;
        if (!field.is_number_integer() || (std::is_unsigned_v<Integer> && negative))
            wrong(name, field, std::is_unsigned_v<Integer> ? "a whole number from 0 on" : "a whole number");
        const bool fits =
            negative ? field.get<std::int64_t>() >= static_cast<std::int64_t>(std::numeric_limits<Integer>::min())
                     : field.get<std::uint64_t>() <= static_cast<std::uint64_t>(std::numeric_limits<Integer>::max());
        if (!fits)
            wrong(name, field, "a smaller number");
        value = field.get<Integer>();
    }
    static void read(const char* name, const Json& field, std::vector<std::string>& value) {
        value.clear();
        if (!field.is_array())
            wrong(name, field, "a list of texts");
        for (const Json& item : field)
            read(name, item, value.emplace_back());
    }
    static void read(const char* name, const Json& field, Activation& value) {
        std::string text;
        read(name, field, text);
        value = activationFromName(text);
    }
    static void read(const char* name, const Json& field, std::optional<std::filesystem::path>& value) {
        std::string text;
        read(name, field, text);
        value = text;
    }
};

void checkName(const char* kind, const std::string& name, const std::vector<Choice>& choices) {
    std::vector<std::string> names;
    for (const Choice& choice : choices) {
        if (choice.name == name)
            return;
        names.push_back(choice.name);
    }
    refuse(unknownName(kind, name, names).english());
}

void checkReal(const char* what, double value, double least, double most, bool includeLeast) {
    if (!std::isfinite(value) || value < least || value > most || (!includeLeast && value == least)) {
        refuse(std::string(what) + " is " + foundText(value) + "; expected " +
               (includeLeast ? foundText(least) + " to " : "more than " + foundText(least) + " and at most ") +
               foundText(most) + ".");
    }
}

// One name must not stand for two networks in lists of runs.
void checkOwnNetworksName(const std::string& name) {
    requireOneLine(Text::tr("The network's name"), name);
    const std::vector<std::string> taken = networkNames();
    if (name.empty() || std::find(taken.begin(), taken.end(), name) != taken.end())
        refuse("A network of your own is named '" + name +
               "'; expected a name that is not empty and none of Belfry's networks.");
}

void validateNetwork(const Plan& plan) {
    if (!plan.layers.empty())
        checkOwnNetworksName(plan.model);
    checkRange("The number of hidden layers", plan.mlp.hiddenLayers, 1, 100);
    checkRange("The width of a hidden layer", plan.mlp.width, 1, 100'000);
    if (!(plan.mlp.dropout >= 0 && plan.mlp.dropout < 1))
        refuse("The dropout fraction must be at least 0 and less than 1.");
    architectureOf(plan);
}

constexpr std::int64_t kMostEpochs = 1'000'000, kMostSteps = 1'000'000'000'000;
// Of decay and warm-up: far below one step of any data set. Training threads flush denormal numbers to zero, and the
// rate of a decay within 1e-320 epochs became 0 / 0.
constexpr double kLeastEpochs = 1e-6;

void validateSchedule(const Plan& plan) {
    checkName("schedule", plan.schedule, scheduleChoices());
    checkReal("The decay factor", plan.decayFactor, 0, 1, false);
    checkReal("The number of decay epochs", plan.decayEpochs, kLeastEpochs, kMostEpochs, true);
    checkRange("The number of decay steps", plan.decaySteps, 0, kMostSteps);
    checkReal("The number of warm-up epochs", plan.warmupEpochs, plan.warmupEpochs > 0 ? kLeastEpochs : 0, kMostEpochs,
              true);
    checkRange("The number of warm-up steps", plan.warmupSteps, 0, kMostSteps);
}

void validateUpdate(const Plan& plan) {
    checkName("optimizer", plan.optimizer, optimizerChoices());
    checkReal("The learning rate", plan.learningRate, 0, 1000, false);
    const OptimizerSettings settings = optimizerSettings(plan);
    for (const OptimizerParameter& parameter : optimizerParameters())
        checkReal(("The " + parameter.title).c_str(), settings.*parameter.value, parameter.least, parameter.most, true);
    checkReal("The clip norm", plan.clipNorm, 0, 1e30, true);
    checkReal("The average decay", plan.averageDecay, 0, 0.9999999, true);
    checkReal("The label smoothing", plan.labelSmoothing, 0, 0.99999, true);
}

} // namespace

Architecture architectureOf(const Plan& plan) {
    return plan.layers.empty() ? networkByName(plan.model, plan.mlp) : architectureFromLines(plan.model, plan.layers);
}

Precision precisionOf(const Plan& plan) {
    return plan.precision == "bf16" ? Precision::Bf16 : plan.precision == "tf32" ? Precision::Tf32 : Precision::Fp32;
}

OptimizerSettings optimizerSettings(const Plan& plan) {
    return {.name = plan.optimizer,
            .momentum = plan.momentum,
            .rho = plan.rho,
            .beta1 = plan.beta1,
            .beta2 = plan.beta2,
            .epsilon = plan.epsilon,
            .scheduleDecay = plan.scheduleDecay,
            .weightDecay = plan.weightDecay};
}

void setOptimizer(Plan& plan, const OptimizerSettings& settings) {
    plan.optimizer = settings.name;
    plan.momentum = settings.momentum;
    plan.rho = settings.rho;
    plan.beta1 = settings.beta1;
    plan.beta2 = settings.beta2;
    plan.epsilon = settings.epsilon;
    plan.scheduleDecay = settings.scheduleDecay;
    plan.weightDecay = settings.weightDecay;
}

void chooseOptimizer(Plan& plan, const std::string& name) {
    const auto info = std::ranges::find(optimizers(), name, &OptimizerInfo::name);
    if (plan.optimizer != name && info != optimizers().end()) {
        setOptimizer(plan, info->usual);
        plan.learningRate = info->usualRate;
    }
    plan.optimizer = name;
}

nlohmann::json toJson(const Plan& plan) {
    Json json = Json::object();
    forEachField(plan, Writer{json});
    return json;
}

Plan planFromJson(const nlohmann::json& json, Plan base) {
    if (!json.is_object())
        refuse("A plan is a JSON object such as {\"model\": \"lenet\", \"towers\": 2}; found " + foundText(json) + ".");
    if (const auto optimizer = json.find("optimizer"); optimizer != json.end() && optimizer->is_string())
        chooseOptimizer(base, optimizer->get<std::string>());
    if (json.contains("model"))
        base.layers.clear();
    std::vector<std::string> known;
    forEachField(base, Reader{json, known});
    for (const auto& item : json.items())
        if (std::find(known.begin(), known.end(), item.key()) == known.end())
            refuse(unknownName("plan field", item.key(), known).english());
    return base;
}

Plan readPlanFile(const std::filesystem::path& path, Plan base) {
    constexpr std::uint64_t kMostBytes = 1 << 20;
    const Json json = Json::parse(readFile(path, kMostBytes), nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded())
        refuse("'" + path.string() + "' is not JSON. A plan looks like {\"model\": \"lenet\", \"towers\": 2}.");
    return planFromJson(json, std::move(base));
}

void validate(const Plan& plan) {
    requireOneLine(Text::tr("The run's name"), plan.name);
    validateNetwork(plan);
    parsePictureSize(plan.pictureSize);
    checkRange("The number of training images", plan.trainImages, 0, 1'000'000'000'000);
    checkName("augmentation", plan.augmentation, augmentationChoices());
    checkName("normalisation", plan.normalisation, normalisationChoices());
    checkName("feed", plan.feed, feedChoices());
    checkRange("The capacity of the queue", plan.queueCapacity, 1, 1000);
    checkRange("The number of the queue's workers", plan.queueWorkers, 1, 64);
    checkName("exchange", plan.exchange, exchangeChoices());
    checkName("precision", plan.precision, precisionChoices());
    checkRange("The number of towers", plan.towers, 1, 64);
    checkRange("The batch per tower", plan.batchPerTower, 1, 1'000'000);
    checkRange("The global batch", plan.globalBatch, 0, 64'000'000);
    if (plan.globalBatch > 0 && plan.globalBatch < plan.towers)
        refuse("The global batch is " + std::to_string(plan.globalBatch) + " images for " +
               std::to_string(plan.towers) + " towers; every tower needs at least one image of a full step.");
    checkShares(plan);
    checkRange("The interval between replica checks", plan.replicaCheckEvery, 0, 1'000'000'000);
    if (plan.asynchronous() && plan.checkExchange)
        refuse("The exchange 'async' cannot be checked: no two of its runs add up the same. Leave the check out, or "
               "choose another exchange.");
    validateUpdate(plan);
    validateSchedule(plan);
    checkRange("The number of epochs", plan.epochs, 1, kMostEpochs);
    checkRange("The number of steps", plan.steps, 0, kMostSteps);
    checkRange("The patience", plan.patience, 0, kMostEpochs);
    checkName("figure for the best weights", plan.bestBy, bestByChoices());
    checkRange("The checkpoint interval", plan.checkpointEvery, 0, 1'000'000'000);
    checkReal("The number of minutes between checkpoints", plan.checkpointMinutes, 0, 1e6, true);
    checkRange("The number of checkpoints kept", plan.checkpointsKept, 1, 1'000'000);
    checkRange("The display interval", plan.displayEvery, 1, 1'000'000'000);
    checkRange("The histogram interval", plan.histogramsEvery, 0, 1'000'000'000);
    if (plan.devices.empty())
        refuse("No device is chosen. Name at least one, or 'auto'.");
}

} // namespace belfry
