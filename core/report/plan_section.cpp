#include "core/base/error.h"
#include "core/base/joined.h"
#include "core/model/blueprint.h"
#include "core/report/report_sections.h"
#include "core/report/report_words.h"
#include "core/runs/compare.h"
#include "core/train/plan_fields.h"

#include <nlohmann/json.hpp>

namespace belfry {
namespace {

using Json = nlohmann::json;

std::string wordsOf(const Json& value) {
    if (value.is_string())
        return value.get<std::string>().empty() ? "–" : value.get<std::string>();
    if (value.is_boolean())
        return value.get<bool>() ? "yes" : "no";
    if (value.is_array())
        return joined(value, ", ",
                      [](const Json& one) { return one.is_string() ? one.get<std::string>() : one.dump(); });
    return value.is_null() ? "–" : value.dump();
}

std::string batchText(const Plan& plan) {
    std::string text = countText(plan.imagesPerStep()) + (plan.imagesPerStep() == 1 ? " image" : " images") + " a step";
    if (plan.accumulate > 1)
        text += ", " + countText(plan.imagesPerUpdate()) + " an update";
    return text;
}

std::string lengthText(const Plan& plan) {
    const std::int64_t length = plan.steps > 0 ? plan.steps : plan.epochs;
    return countText(length) + (plan.steps > 0 ? " step" : " epoch") + (length == 1 ? "" : "s");
}

Html planTable(const RunReportData& report) {
    const Plan& plan = report.plan;
    const auto numberText = [](double value) { return significant(value, 6).english(); };
    const auto row = [](const std::string& what, const Html& value) { return std::vector<Cell>{{what}, {value}}; };
    TableOf table;
    table.rows = {row("Network", plan.model),
                  row("Parameters", report.weights ? Html(countText(report.weights->blueprint->parameters))
                                                   : Html("not known: there are no weights")),
                  row("Data", plan.data),
                  row("Batch", batchText(plan)),
                  row("Towers", std::to_string(plan.towers) + " on " + joined(plan.devices)),
                  row("Optimizer", plan.optimizer + ", learning rate " + numberText(plan.learningRate)),
                  row("Schedule", plan.schedule),
                  row("Length", lengthText(plan)),
                  row("Augmentation", plan.augmentation),
                  row("Precision", plan.precision),
                  row("Seed", std::to_string(plan.seed))};
    if (!plan.backbone.empty())
        table.rows.push_back(row("Backbone", plan.backbone));
    if (!report.record.parent.empty())
        table.rows.push_back(
            row("Branch of", report.record.parent + ", from step " + countText(report.record.parentStep) + " on"));
    return tableHtml(table);
}

// A network's layers with their sizes; where the weights are missing, its text alone.
Html networkHtml(const RunReportData& report) {
    Html all;
    try {
        all += el("pre", Attributes{{"id", "network"}}, architectureText(architectureOf(report.plan)));
    } catch (const Error& error) {
        return el("p", error.message());
    }
    if (!report.weights)
        return all;
    TableOf table{"Layers", {"Layer", "Output", "Parameters"}, {}};
    for (const BlueprintLayer& layer : report.weights->blueprint->layers)
        table.rows.push_back({{layer.name}, {layer.out.text(), true}, {countText(layer.parameters), true}});
    all += el("details", el("summary", "Layers and their parameters"), tableHtml(table));
    return all;
}

// Every field that takes effect and is not as a plan begins, with the optimizer's own defaults.
Html changedFields(const Plan& plan) {
    Plan usual;
    chooseOptimizer(usual, plan.optimizer);
    Json is = toJson(plan), was = toJson(usual);
    was["optimizer"] = toJson(Plan())["optimizer"];
    TableOf table{"Settings that differ from the defaults", {"Setting", "Value", "Default", "Option"}, {}};
    for (const PlanField& field : planFields()) {
        const Json value = is.value(field.name, Json()), before = was.value(field.name, Json());
        if (value == before || !takesEffect(field, plan) || field.name == "layers") // these are above
            continue;
        table.rows.push_back({{field.title.empty() ? Html(field.name) : Html(field.title)},
                              {wordsOf(value)},
                              {wordsOf(before)},
                              {el("code", field.optionName())}});
    }
    if (table.rows.empty())
        return el("p", "All settings are the defaults.");
    return tableHtml(table);
}

} // namespace

OptionalSection planSection(const RunReportData& report) {
    Html body = planTable(report);
    body += el("h3", "Network");
    body += networkHtml(report);
    body += el("h3", "Settings");
    body += changedFields(report.plan);
    return ReportSection{"plan", "Plan", body};
}

} // namespace belfry
