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
            "The custom network is named '%1'; expected a name that is not empty and none of Belfry's networks.",
            name));
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
