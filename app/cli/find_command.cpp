#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/interrupt.h"
#include "app/cli/number_options.h"
#include "app/cli/plan_options.h"
#include "core/base/error.h"
#include "core/study/batch_finder.h"
#include "core/study/rate_finder.h"

#include <nlohmann/json.hpp>

#include <cstdio>
#include <optional>

namespace belfry::cli {
namespace {

using Json = nlohmann::json;

std::string rateText(double rate) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2e", rate);
    return text;
}

// The rate finder.

struct RateOptions {
    explicit RateOptions(CLI::App& app) : plan(app) { leaveOutRun(app); }
    PlanOptions plan;
    std::optional<double> from, to;
    std::optional<int> batches;
    bool json = false;
};

Json rateJson(const RateFinding& finding) {
    Json trials = Json::array();
    for (const RateTrial& trial : finding.trials)
        trials.push_back({{"rate", trial.rate}, {"loss", trial.loss}, {"smoothed", trial.smoothed}});
    return {{"trials", trials},
            {"steepest", orNull(finding.steepest)},
            {"diverged", orNull(finding.diverged)},
            {"suggestion", orNull(finding.suggestion)},
            {"stopped", finding.stopped}};
}

void printRates(const RateFinding& finding) {
    if (finding.steepest)
        std::printf("The loss falls fastest at %s.\n", rateText(*finding.steepest).c_str());
    if (finding.diverged)
        std::printf("It diverges at %s; a decade below is %s.\n", rateText(*finding.diverged).c_str(),
                    rateText(*finding.diverged / 10).c_str());
    if (finding.suggestion)
        std::printf("Suggestion: --learning-rate %g\n", *finding.suggestion);
    else if (!finding.stopped)
        std::printf("No rate lowered the loss: try --from, --to or more --batches, or another network.\n");
}

int findRateNow(const RateOptions& options) {
    RateFinderSettings settings;
    if ((options.from && *options.from == 0) || (options.to && *options.to == 0))
        throw usageError(Text::tr("The rates to try must be more than 0; try --from 1e-6 --to 1."));
    settings.min = options.from.value_or(0);
    settings.max = options.to.value_or(0);
    settings.batches = options.batches.value_or(settings.batches);
    holdInterrupts();
    const Stopper stopper;
    const auto show = [&](const RateFinding& finding) {
        const std::size_t count = finding.trials.size();
        if (options.json || (count % 5 != 1 && !finding.diverged))
            return;
        if (count == 1)
            std::printf("    rate      loss\n");
        std::printf("%s  %8.4f%s\n", rateText(finding.trials.back().rate).c_str(), finding.trials.back().loss,
                    finding.diverged ? "  diverged" : "");
        std::fflush(stdout);
    };
    const RateFinding finding = findRate(options.plan.plan(), settings, show, stopper.token());
    if (options.json)
        printJson(rateJson(finding));
    else
        printRates(finding);
    return finding.stopped ? kStoppedByUser : 0;
}

// The batch finder.

struct BatchOptions {
    explicit BatchOptions(CLI::App& app) : plan(app) {
        leaveOutRun(app);
        leaveOut(app, {"--batch-per-tower", "--global-batch"});
    }
    PlanOptions plan;
    std::optional<double> limit, longest;
    std::optional<std::int64_t> min, max;
    bool json = false;
};

std::int64_t stepsAnEpoch(const BatchFinding& finding, std::int64_t batch, int towers) {
    return (finding.trainImages + batch * towers - 1) / (batch * towers);
}

Json batchJson(const BatchFinding& finding, const Plan& plan) {
    Json trials = Json::array();
    for (const BatchTrial& trial : finding.trials)
        trials.push_back({{"batch_per_tower", trial.batch},
                          {"memory_bytes", trial.memory},
                          {"images_per_second", trial.imagesPerSecond},
                          {"problem", trial.problem.empty() ? Json(nullptr) : Json(trial.problem.english())}});
    const bool found = finding.fastest > 0;
    return {{"towers", plan.towers},
            {"trials", trials},
            {"largest", finding.largest},
            {"largest_tried", finding.largestTried},
            {"fastest", found ? Json(finding.fastest) : Json(nullptr)},
            {"learning_rate", found ? Json(rateForBatch(plan, finding.fastest)) : Json(nullptr)},
            {"steps_per_epoch", found ? Json(stepsAnEpoch(finding, finding.fastest, plan.towers)) : Json(nullptr)},
            {"capped", finding.capped},
            {"stopped", finding.stopped}};
}

void printTrial(const BatchTrial& trial) {
    std::printf("%15s  %9s  %s\n", grouped(trial.batch).c_str(), gibibytes(trial.memory).c_str(),
                trial.problem.empty() ? grouped(static_cast<std::int64_t>(trial.imagesPerSecond)).c_str()
                                      : trial.problem.english().c_str());
    std::fflush(stdout);
}

std::string smallestName() { return "Smallest within " + std::to_string(kNearBestPercent) + " % of the fastest"; }

void printBatches(const BatchFinding& finding, const Plan& plan) {
    if (finding.stopped)
        return;
    std::printf("Largest that fits: --batch-per-tower %lld%s\n", static_cast<long long>(finding.largest),
                finding.largestTried ? "" : " by the estimate (a step would take too long to try)");
    if (finding.fastest > 0)
        std::printf("%s: --batch-per-tower %lld --learning-rate %g (%lld steps per epoch)\n",
                    finding.nearlyFastest ? smallestName().c_str() : "Fastest", static_cast<long long>(finding.fastest),
                    rateForBatch(plan, finding.fastest),
                    static_cast<long long>(stepsAnEpoch(finding, finding.fastest, plan.towers)));
    if (finding.capped)
        std::printf("Larger batches were faster, but leave fewer than %lld steps per epoch.\n",
                    static_cast<long long>(kLeastSteps));
}

// Memory in GiB as bytes.
std::int64_t bytesOf(double gib) {
    if (!(gib > 0 && gib <= 1e6))
        throw usageError(Text::tr("The memory limit is not between 0 and 1,000,000 GiB; try --memory-limit 4."));
    return static_cast<std::int64_t>(gib * 1024 * 1024 * 1024);
}

int findBatchNow(const BatchOptions& options) {
    BatchFinderSettings settings;
    settings.memoryLimit = options.limit ? bytesOf(*options.limit) : 0;
    settings.min = options.min.value_or(settings.min);
    settings.max = options.max.value_or(settings.max);
    if (options.max && *options.max < 1)
        throw usageError(Text::tr("The largest batch to try is less than 1 image; try --to 512."));
    settings.longestStep = options.longest.value_or(settings.longestStep);
    if (!(settings.longestStep > 0))
        throw usageError(Text::tr("The longest step is not more than 0 seconds; try --longest-step 10."));
    holdInterrupts();
    const Stopper stopper;
    const Plan plan = options.plan.plan();
    const auto show = [&](const BatchFinding& finding) {
        if (options.json)
            return;
        if (finding.trials.size() == 1)
            std::printf("batch per tower     memory  images/s\n");
        printTrial(finding.trials.back());
    };
    const BatchFinding finding = findBatch(plan, settings, show, stopper.token());
    if (options.json)
        printJson(batchJson(finding, plan));
    else
        printBatches(finding, plan);
    return finding.stopped ? kStoppedByUser : 0;
}

template <typename Options>
void act(CLI::App& command, Chosen& chosen, const std::shared_ptr<Options>& options, int (*work)(const Options&)) {
    command.add_flag("--json", options->json, "One JSON object at the end");
    trainWhenChosen(command, chosen, [options, work] { return work(*options); });
}

} // namespace

void addFind(CLI::App& app, Chosen& chosen) {
    CLI::App* find = app.add_subcommand("find", "Find a learning rate or a batch for a plan");
    find->require_subcommand(1);
    CLI::App* rate = find->add_subcommand("rate", "Raise the learning rate from batch to batch and record the loss");
    const auto rates = std::make_shared<RateOptions>(*rate);
    addNumber(*rate, "--from", rates->from, "Lowest rate (default: a thousandth of the optimizer's default rate)");
    addNumber(*rate, "--to", rates->to, "Highest rate (default: a thousand times the optimizer's default rate)");
    addNumber(*rate, "--batches", rates->batches, "Number of batches over which it rises, 20 to 1000 (default 100)");
    act(*rate, chosen, rates, findRateNow);
    CLI::App* batch = find->add_subcommand("batch", "Measure larger and larger batches while they fit into memory");
    const auto batches = std::make_shared<BatchOptions>(*batch);
    addNumber(
        *batch, "--memory-limit", batches->limit,
        "Memory limit of each device in GiB (default: of the free memory, nine tenths on a GPU, half on the CPU)");
    addNumber(*batch, "--from", batches->min, "Smallest batch per tower (default 8)");
    addNumber(*batch, "--to", batches->max, "Largest batch per tower (else what the data set has)");
    addNumber(*batch, "--longest-step", batches->longest,
              "Batches whose step would take more seconds are not tried (default 10)");
    act(*batch, chosen, batches, findBatchNow);
}

} // namespace belfry::cli
