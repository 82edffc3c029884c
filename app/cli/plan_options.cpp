#include "app/cli/plan_options.h"

#include "app/cli/formatting.h"
#include "app/cli/number_options.h"
#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/data/catalogue.h"
#include "core/model/architecture_file.h"
#include "core/model/augmentation.h"
#include "core/train/backbone_check.h"
#include "core/train/plan_fields.h"

namespace belfry::cli {
namespace {

// "; default by optimizer: adam 0.001, sgd 0.01, ..."
std::string defaultRates() {
    return "; default by optimizer: " +
           joined(
               optimizers(), ", ",
               [](const OptimizerInfo& info) { return info.name + " " + significant(info.defaultRate).english(); });
}

// Values of a field that only this machine or other tables know.
std::string valuesOf(const std::string& field) {
    if (field == "data")
        return ": " + joined(dataSetNames()) + "; or a folder with one sub-folder per class, or TFRecord files";
    if (field == "model")
        return ": " + joined(networkNames()) + "; or a .txt or .json file of your own (see models --text)";
    if (field == "augmentation")
        return "; or operations with commas between them: " + augmentSyntax();
    return field == "learning_rate" ? defaultRates() : "";
}

// A file of layers stands for its network.
void takeNetworkOf(nlohmann::json& changes) {
    const auto model = changes.find("model");
    if (model == changes.end() || !isArchitectureFile(model->get<std::string>()))
        return;
    const Architecture own = readArchitectureFile(model->get<std::string>());
    changes["model"] = own.name;
    changes["layers"] = layerLines(own);
}

// Zero in a plan means that nothing was said; on the command line it is a number like others.
void rejectZeros(const nlohmann::json& given) {
    if (given.value("global_batch", std::int64_t{1}) < 1)
        throw usageError(
            Text::tr("The global batch is %1; expected at least 1 image.", given["global_batch"].get<std::int64_t>()));
    if (given.value("steps", std::int64_t{1}) < 1)
        throw usageError(
            Text::tr("The number of steps is %1; expected at least 1.", given["steps"].get<std::int64_t>()));
}

} // namespace

PlanOptions::PlanOptions(CLI::App& app, bool measuresTowers)
    : options_(planFields()), start_(std::make_shared<Start>()) {
    app.add_option("--preset", start_->preset, "Start from a preset: " + joined(presetNames()));
    app.add_option("--plan", start_->planFile, "Start from a plan file (JSON, as every run keeps one)");
    for (const PlanField& field : planFields())
        if (field.name == "towers" && measuresTowers)
            addMeasuredTowers(app);
        else if (!field.help.empty())
            options_.add(app, field.name, valuesOf(field.name));
}

void PlanOptions::addMeasuredTowers(CLI::App& app) {
    const auto take = [options = options_, start = start_.get()](const std::string& text) {
        start->givesTowers = true;
        start->towersMeasured = text == "auto";
        if (!start->towersMeasured)
            options.given()["towers"] = numberFrom<int>("--towers", text);
    };
    const char* more = "; auto: measures for some seconds which number is fastest at this global batch";
    app.add_option_function<std::string>("--towers", take, optionHelp(planField("towers"), {}, more))->type_name("INT");
}

Plan PlanOptions::plan() const {
    Plan plan = start_->preset ? presetByName(*start_->preset).plan : Plan{};
    if (start_->planFile)
        plan = readPlanFile(*start_->planFile, std::move(plan));
    nlohmann::json changes = options_.changes();
    takeNetworkOf(changes);
    rejectZeros(options_.given());
    const bool choosesNetwork = changes.contains("model");
    plan = planFromJson(changes, std::move(plan));
    if (changes.contains("backbone") && !plan.backbone.empty() && !choosesNetwork) {
        chooseBackbone(plan, loadBackbone(plan.backbone));
        plan = planFromJson(changes, std::move(plan)); // what was said goes over what comes with it
    }
    options_.refuseIdle(plan);
    return plan;
}

void leaveOut(CLI::App& app, std::initializer_list<const char*> options) {
    for (const char* option : options)
        app.remove_option(app.get_option(option));
}

void leaveOutRun(CLI::App& app) {
    leaveOut(app, {"--name", "--epochs", "--steps", "--patience", "--best-by", "--test-views", "--learning-rate"});
    for (const PlanField& field : planFields())
        if (field.group == "schedule" || field.group == "record")
            app.remove_option(app.get_option(field.optionName()));
}

} // namespace belfry::cli
