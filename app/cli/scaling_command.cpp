#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "app/cli/plan_options.h"
#include "app/cli/scaling_hosts.h"
#include "app/cli/table_file.h"
#include "core/base/error.h"
#include "core/base/files.h"
#include "core/base/joined.h"
#include "core/base/suggest.h"
#include "core/study/scaling.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>

namespace belfry::cli {
namespace {

using Json = nlohmann::json;

struct ScalingOptions {
    explicit ScalingOptions(CLI::App& app) : plan(app), hosts(app) {
        leaveOutRun(app);
        leaveOut(app, {"--shares", "--replica-check-every", "--check-exchange"});
    }
    PlanOptions plan;
    HostScalingOptions hosts;
    std::optional<int> towers, repeats;
    std::optional<std::int64_t> steps;
    std::string mode = "both", csv;
    bool json = false;
};

ScalingSettings settingsOf(const ScalingOptions& options) {
    ScalingSettings settings;
    settings.repeats = options.repeats.value_or(settings.repeats);
    if (options.towers && *options.towers < 1)
        throw usageError(Text::tr("--towers-up-to is %1; expected 1 to 64.", *options.towers));
    settings.towersUpTo = options.towers.value_or(0);
    if (options.steps && *options.steps < 1)
        throw usageError(Text::tr(
            "--steps is %1; expected 1 to 1,000,000, or leave it out for some tenths of a second.", *options.steps));
    settings.steps = options.steps.value_or(0);
    const std::vector<std::string> names{"both", "per-tower", "global"};
    if (options.mode == "per-tower")
        settings.modes = {ScalingMode::PerTower};
    else if (options.mode == "global")
        settings.modes = {ScalingMode::Global};
    else if (options.mode != "both")
        throw usageError(unknownName(Text::tr("mode"), options.mode, names));
    return settings;
}

Json spreadJson(const Spread& spread) { return {{"mean", spread.mean}, {"deviation", spread.deviation}}; }

Json positive(double value) { return value > 0 && std::isfinite(value) ? Json(value) : Json(nullptr); }

Json stageJson(const std::vector<StageTimes>& stages) {
    Json towers = Json::array();
    for (const StageTimes& times : stages) {
        towers.push_back(Json::object());
        for (const Stage& stage : kEveryStage)
            towers.back()[stage.name] = times.*stage.milliseconds;
    }
    return towers;
}

Json pointJson(const ScalingPoint& point) {
    return {
        {"mode", scalingModeName(point.mode)},
        {"towers", point.towers},
        {"batch_per_tower", point.batchPerTower},
        {"global_batch", point.globalBatch},
        {"exchange", point.exchange},
        {"repeats", point.repeats},
        {"images_per_second", spreadJson(point.imagesPerSecond)},
        {"speed_up", spreadJson(point.speedUp)},
        {"efficiency", spreadJson(point.efficiency)},
        {"step_milliseconds", point.milliseconds},
        {"stage_milliseconds", stageJson(point.stages)},
        {"predicted",
         {{"images_per_second", positive(point.predictedPerSecond)}, {"speed_up", positive(point.predictedSpeedUp)}}}};
}

// In the order of the kinds.
constexpr std::array kAdviceNames{"none", "larger-batch", "other-exchange", "resident-feed", "fewer-towers"};

Json adviceJson(const std::optional<Advice>& advice) {
    if (!advice)
        return nullptr;
    return {{"kind", kAdviceNames.at(static_cast<std::size_t>(advice->kind))},
            {"towers", advice->towers},
            {"batch_per_tower", advice->batch},
            {"exchange", advice->exchange},
            {"speed_up", advice->speedUp},
            {"present_speed_up", advice->presentSpeedUp},
            {"images_per_second", advice->imagesPerSecond}};
}

Json scalingJson(const ScalingFinding& finding) {
    Json points = Json::array(), work = Json::array();
    for (const ScalingPoint& point : finding.points)
        points.push_back(pointJson(point));
    for (const ComputeTimeModel::Point& point : finding.work.points())
        work.push_back({{"images", point.images}, {"milliseconds", point.milliseconds}});
    const PublishedScaling published;
    return {{"points", points},
            {"model",
             {{"one_tower", work},
              {"bytes", finding.exchange.bytes},
              {"bus_bytes_per_second", positive(finding.exchange.busBytesPerSecond)}}},
            {"published", {{"what", "LeNet notebook"}, {"towers", published.towers}, {"speed_up", published.speedUp}}},
            {"advice", adviceJson(finding.advice)},
            {"sentence", finding.sentence.empty() ? Json(nullptr) : Json(finding.sentence.english())},
            {"remarks", englishOf(finding.remarks)},
            {"stopped", finding.stopped}};
}

std::string plusMinus(const Spread& spread, int digits) {
    return fixed(spread.mean, digits) + " ±" + fixed(spread.deviation, digits);
}

// printf counts bytes; the sign takes two.
std::string padded(const std::string& text, std::size_t width) {
    const std::size_t columns = text.size() - (text.find("±") == std::string::npos ? 0 : 1);
    return std::string(columns < width ? width - columns : 1, ' ') + text;
}

void printPoint(const ScalingPoint& point) {
    std::printf(
        "%6d %10s %9s%s%s%s %7s\n", point.towers, grouped(point.batchPerTower).c_str(),
        grouped(point.globalBatch).c_str(),
        padded(grouped(std::llround(point.imagesPerSecond.mean)) + " ±" +
                   grouped(std::llround(point.imagesPerSecond.deviation)),
               18)
            .c_str(),
        padded(plusMinus(point.speedUp, 2), 14).c_str(),
        padded(plusMinus({100 * point.efficiency.mean, 100 * point.efficiency.deviation}, 0) + " %", 12).c_str(),
        point.predictedSpeedUp > 0 ? fixed(point.predictedSpeedUp, 2).c_str() : "");
}

void printPoints(const ScalingFinding& finding, ScalingMode mode) {
    bool headed = false;
    for (const ScalingPoint& point : finding.points) {
        if (point.mode != mode)
            continue;
        if (!headed)
            std::printf("%s\n%6s %10s %9s %17s %13s %11s %7s\n",
                        mode == ScalingMode::PerTower ? "Fixed batch per tower" : "\nFixed global batch", "towers",
                        "per tower", "global", "images/s", "speed-up", "efficiency", "model");
        headed = true;
        printPoint(point);
    }
}

// Of the most towers in each mode.
void printStages(const ScalingPoint& point) {
    std::printf("\nShares of a step of %s ms with %d x %s\n%6s %7s %7s %8s %9s %9s %7s %10s\n",
                fixed(point.milliseconds, 2).c_str(), point.towers,
                counted(point.batchPerTower, "images", "image").c_str(), "tower", "data", "copy", "forward", "backward",
                "exchange", "update", "straggler");
    const auto share = [&point](float milliseconds) { return perCent(double{milliseconds} / point.milliseconds, 1); };
    for (std::size_t tower = 0; tower < point.stages.size(); ++tower) {
        const StageTimes& times = point.stages[tower];
        std::printf("%6zu %7s %7s %8s %9s %9s %7s %10s\n", tower, share(times.wait).c_str(), share(times.copy).c_str(),
                    share(times.forward).c_str(), share(times.backward).c_str(), share(times.exchange).c_str(),
                    share(times.update).c_str(), share(times.straggler).c_str());
    }
}

// Which one every number of towers was measured with: what is left to the devices, or to a trial, may differ.
void printExchanges(const ScalingFinding& finding) {
    std::vector<std::string> all;
    for (const ScalingPoint& point : finding.points) {
        const std::string one = towersText(point.towers).english() + " " + point.exchange;
        if (std::ranges::find(all, one) == all.end()) // in two modes
            all.push_back(one);
    }
    if (!all.empty())
        std::printf("Exchange: %s.\n", joined(all).c_str());
}

void print(const ScalingFinding& finding) {
    printPoints(finding, ScalingMode::PerTower);
    printPoints(finding, ScalingMode::Global);
    for (std::size_t i = 0; i < finding.points.size(); ++i)
        if (i + 1 == finding.points.size() || finding.points[i + 1].mode != finding.points[i].mode)
            printStages(finding.points[i]);
    const PublishedScaling published;
    std::printf("\nPublished: the LeNet notebook reached %sx with %d GPUs.\n", fixed(published.speedUp, 2).c_str(),
                published.towers);
    printExchanges(finding);
    if (finding.exchange.busBytesPerSecond > 0)
        std::printf("Model: a gradient of %s bytes at %s GB/s of bus bandwidth beside one tower's time.\n",
                    grouped(finding.exchange.bytes).c_str(),
                    fixed(finding.exchange.busBytesPerSecond / 1e9, 2).c_str());
    for (const Text& remark : finding.remarks)
        std::printf("%s\n", remark.english().c_str());
    if (!finding.sentence.empty())
        std::printf("\n%s\n", finding.sentence.english().c_str());
}

// The head with the first measurement, when the plan has proved valid; then the progress, on a terminal.
void showProgress(const Plan& plan, const ScalingFinding& finding) {
    if (finding.done == 1)
        std::printf("%s on %s: %s\n\n", plan.model.c_str(), plan.data.c_str(),
                    counted(finding.all, "measurements", "measurement").c_str());
    std::fflush(stdout);
    if (::isatty(STDERR_FILENO) == 0)
        return;
    std::fprintf(stderr, "\r%d of %s", finding.done, counted(finding.all, "measurements", "measurement").c_str());
    if (finding.done == finding.all)
        std::fprintf(stderr, "\r%40s\r", "");
    std::fflush(stderr);
}

// A model of hosts trains no towers in turn.
void refuseTowers(const ScalingOptions& options) {
    for (const auto& [given, option] : {std::pair{options.towers.has_value(), "--towers-up-to"},
                                        {options.repeats.has_value(), "--repeats"},
                                        {options.steps.has_value(), "--steps"},
                                        {options.mode != "both", "--mode"},
                                        {!options.csv.empty(), "--csv"}})
        if (given)
            throw usageError(Text::tr("%1 has no effect with --hosts. Leave one of the two out.", std::string(option)));
}

int measureNow(const ScalingOptions& options) {
    if (const auto hosts = options.hosts.settings()) {
        refuseTowers(options);
        return modelHosts(options.plan.plan(), *hosts, options.json);
    }
    const ScalingSettings settings = settingsOf(options);
    const Plan plan = options.plan.plan();
    checkTableFile(options.csv);
    holdInterrupts();
    const Stopper stopper;
    ScalingFinding finding;
    try {
        const auto show = [&](const ScalingFinding& known) {
            if (!options.json)
                showProgress(plan, known);
        };
        finding = measureScaling(plan, settings, show, stopper.token());
    } catch (const Error& error) {
        if (error.category() != ErrorCategory::Training)
            throw;
        std::fprintf(stderr, "belfry-cli: %s\n", oneLine(error.what()).c_str());
        return 1;
    }
    if (options.json)
        printJson(scalingJson(finding));
    else
        print(finding);
    if (!options.csv.empty()) // the measurements are printed even if the file cannot be written
        writeFileAtomically(options.csv, scalingCsv(finding));
    return finding.stopped ? kStoppedByUser : 0;
}

} // namespace

void addScaling(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("scaling", "Measure the speed-up of more towers, and name the bottleneck");
    const auto options = std::make_shared<ScalingOptions>(*command);
    addNumber(*command, "--towers-up-to", options->towers,
              "1, 2, 4, ... and this many (else one per device; on the CPU one per core)");
    addNumber(*command, "--repeats", options->repeats, "Repeats of every measurement, alternating with the others (5)");
    addNumber(*command, "--steps", options->steps, "Measured in each repeat (else some tenths of a second)");
    command->add_option("--mode", options->mode,
                        "per-tower: every tower keeps its batch; global: the towers share one; both (default)");
    command->add_option("--csv", options->csv, "Also write the figures to this file");
    command->add_flag("--json", options->json, "One JSON object at the end");
    trainWhenChosen(*command, chosen, [options] { return measureNow(*options); });
}

} // namespace belfry::cli
