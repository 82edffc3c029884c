#include "core/train/plan.h"

#include "core/base/error.h"
#include "core/base/utf8.h"
#include "core/data/picture_size.h"
#include "core/formats/field_json.h"
#include "core/formats/json_file.h"
#include "core/train/choice_text.h"
#include "core/train/class_weights.h"
#include "core/train/plan_fields.h"
#include "core/train/plan_shares.h"

#include <algorithm>
#include <array>

namespace belfry {
namespace {

using Json = nlohmann::json;

JsonReader::Words wordsOfAPlan() {
    return {.notAnObject =
                [](const Text& found) {
                    return Text::tr("A plan is a JSON object such as {\"model\": \"lenet\", \"towers\": 2}; found %1.",
                                    found);
                },
            .wrongField =
                [](const std::string& field, const Text& found, const Text& expected) {
                    return Text::tr("Plan field '%1' is %2; expected %3.", field, found, expected);
                },
            .unknownField = Text::tr("plan field"),
            .outOfRange = Text::tr("a smaller number")};
}

// One name must not stand for two networks in lists of runs.
void checkOwnNetworksName(const std::string& name) {
    requireOneLine(Text::tr("The network's name"), name);
    const std::vector<std::string> taken = networkNames();
    if (name.empty() || std::ranges::find(taken, name) != taken.end())
        throw usageError(Text::tr(
            "The custom network is named '%1'; expected a name that none of Belfry's networks has: of its file, or as "
            "'model' beside the 'layers' of a plan.",
            name));
}

// Plans that Belfry kept before bias_rate have every number of every optimizer. Weight decay was then adamw's alone.
void forgetUnusedDecay(const Json& json, Plan& plan) {
    const auto info = std::ranges::find(optimizers(), plan.optimizer, &OptimizerInfo::name);
    const bool hadNone = info != optimizers().end() && info->uses("weight_decay") && plan.optimizer != "adamw";
    if (hadNone && json.contains("schedule_decay") && !json.contains("bias_rate"))
        plan.weightDecay = 0;
}

// Plans that Belfry kept have every field, those of people few. Their pictures stay in the splits that they had.
void keepOldSplits(const Json& json, Plan& plan) {
    const bool kept = std::ranges::all_of(std::array{"split_seed", "picture_size", "replica_check_every", "preset"},
                                          [&](const char* field) { return json.contains(field); });
    if (kept && !json.contains("split_by"))
        plan.splitBy = "count";
}

void checkAccumulation(const Plan& plan) {
    if (plan.accumulate > 1 && plan.asynchronous())
        throw usageError(Text::tr("Gradients of %1 batches are to be accumulated, and with the exchange '%2' no tower "
                                  "waits for another batch. Choose another exchange, or a larger batch per tower.",
                                  plan.accumulate, exchangeName(plan.exchange)));
}

// Either average takes the place of the weights.
void checkAverages(const Plan& plan) {
    if (plan.averageDecay > 0 && plan.swaFrom > 0)
        throw usageError(
            Text::tr("The weights are to be averaged with the decay %1 and from %2 of the run on; expected "
                     "one average. Leave out the average decay or the stochastic weight averaging.",
                     significant(plan.averageDecay), significant(plan.swaFrom)));
}

// Without one there would be nothing to keep.
void checkEpochs(const Plan& plan) {
    if (plan.epochs == 0 && plan.backbone.empty() && plan.steps == 0)
        throw usageError(Text::tr("The number of epochs is 0; expected at least 1, or a backbone to start from."));
}

void checkPatience(const Plan& plan) {
    if (plan.patience > 0 && plan.bestBy == "last")
        throw usageError(Text::tr("The run is to end after %1 epochs without improvement, and the last weights always "
                                  "are the best. Choose a figure of validation, or the patience 0.",
                                  plan.patience));
}

} // namespace

LiveSettings liveSettings(const Plan& plan) { return {plan.learningRate, plan.epochs, plan.checkpointEvery}; }

void apply(const LiveSettings& settings, Plan& plan) {
    plan.learningRate = settings.learningRate;
    plan.epochs = settings.epochs;
    plan.checkpointEvery = settings.checkpointEvery;
}

Architecture architectureOf(const Plan& plan) {
    return plan.layers.empty() ? networkByName(plan.model, plan.mlp) : architectureFromLines(plan.model, plan.layers);
}

Precision precisionOf(const Plan& plan) {
    return plan.precision == "bf16" ? Precision::Bf16 : plan.precision == "tf32" ? Precision::Tf32 : Precision::Fp32;
}

OptimizerSettings optimizerSettings(const Plan& plan) { return {plan, plan.optimizer}; }

UpdateRules updateRules(const Plan& plan) {
    return {.clipNorm = plan.clipNorm,
            .averageDecay = plan.averageDecay,
            .biasRate = plan.biasRate,
            .lookAhead = plan.lookaheadEvery > 0,
            .stepAverage = plan.swaFrom > 0,
            .rateGroups = !plan.backbone.empty() && (plan.backboneRate != 1 || plan.unfreezeEpochs > 0)};
}

void chooseOptimizer(Plan& plan, const std::string& name) {
    const auto info = std::ranges::find(optimizers(), name, &OptimizerInfo::name);
    if (plan.optimizer != name && info != optimizers().end()) {
        static_cast<OptimizerNumbers&>(plan) = info->defaults;
        plan.learningRate = info->defaultRate;
    }
    plan.optimizer = name;
}

Json toJson(const Plan& plan) {
    Json json = Json::object();
    writeFields(json, planFields(), plan);
    return json;
}

Plan planFromJson(const Json& json, Plan base) {
    JsonReader reader(json, wordsOfAPlan());
    if (const auto optimizer = json.find("optimizer"); optimizer != json.end() && optimizer->is_string())
        chooseOptimizer(base, optimizer->get<std::string>());
    if (json.contains("model"))
        base.layers.clear();
    readFields(reader, planFields(), base);
    reader.refuseOthers();
    forgetUnusedDecay(json, base);
    keepOldSplits(json, base);
    return base;
}

Plan readPlanFile(const std::filesystem::path& path, Plan base) {
    const Json json = readJsonFile(path);
    if (json.is_discarded())
        throw usageError(
            Text::tr("'%1' is not JSON. A plan looks like {\"model\": \"lenet\", \"towers\": 2}.", path.string()));
    return planFromJson(json, std::move(base));
}

void validate(const Plan& plan) {
    requireOneLine(Text::tr("The run's name"), plan.name);
    if (!plan.layers.empty())
        checkOwnNetworksName(plan.model);
    for (const PlanField& field : planFields())
        field.check(plan);
    architectureOf(plan);
    parsePictureSize(plan.pictureSize);
    if (plan.globalBatch > 0 && plan.globalBatch < plan.towers)
        throw usageError(Text::plural("Global batch %1 is smaller than %n towers: use at least %n.",
                                      "Global batch %1 is smaller than %n tower: use at least %n.", plan.towers,
                                      plan.globalBatch));
    checkShares(plan);
    checkClassWeights(plan);
    checkAverages(plan);
    checkPatience(plan);
    checkEpochs(plan);
    checkAccumulation(plan);
    if (plan.asynchronous() && plan.checkExchange)
        throw usageError(Text::tr("The exchange '%1' cannot be checked: no two of its runs give the same result. "
                                  "Leave out the check, or choose another exchange.",
                                  exchangeName(plan.exchange)));
    if (plan.devices.empty())
        throw usageError(Text::tr("No device is chosen. Name at least one, or 'auto'."));
}

bool trainsWithDropout(const Plan& plan) {
    try {
        const Architecture network = architectureOf(plan);
        return std::ranges::any_of(network.lines, [](const Line& line) {
            const auto* dropout = line.layer() ? std::get_if<DropoutLayer>(line.layer()) : nullptr;
            return dropout && dropout->fraction > 0;
        });
    } catch (const Error&) {
        return false;
    }
}

} // namespace belfry
