#include "app/cli/command.h"
#include "app/cli/formatting.h"
#include "app/cli/plan_options.h"
#include "core/train/plan_schedule.h"
#include "core/train/prepare.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace belfry::cli {
namespace {

struct ScheduleOptions {
    explicit ScheduleOptions(CLI::App& app) : plan(app) {}
    PlanOptions plan;
    bool json = false;
};

int showSchedule(const ScheduleOptions& options) {
    const Plan plan = options.plan.plan();
    const std::int64_t images = openData(plan)->train->size(), perEpoch = stepsPerEpoch(plan, images);
    const std::vector<RatePoint> curve = rateCurve(plan, images, options.json ? 512 : 20);
    const auto epochOf = [&](std::int64_t step) { return static_cast<double>(step) / static_cast<double>(perEpoch); };
    if (options.json) {
        nlohmann::json points = nlohmann::json::array();
        for (const RatePoint& point : curve)
            points.push_back({{"step", point.step}, {"epoch", epochOf(point.step)}, {"rate", point.rate}});
        printJson({{"steps", totalSteps(plan, images)}, {"steps_per_epoch", perEpoch}, {"points", points}});
        return 0;
    }
    std::printf("%s, %s per epoch\n        step    epoch  learning rate\n",
                counted(totalSteps(plan, images), "steps", "step").c_str(), grouped(perEpoch).c_str());
    for (const RatePoint& point : curve)
        std::printf("%12s %8.2f  %.3e\n", grouped(point.step).c_str(), epochOf(point.step), point.rate);
    return 0;
}

} // namespace

void addSchedule(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("schedule", "Print the learning rate over a plan's run, without training");
    const auto options = std::make_shared<ScheduleOptions>(*command);
    command->add_flag("--json", options->json, "As one JSON object, with up to 512 points");
    whenChosen(*command, chosen, [options] { return showSchedule(*options); });
}

} // namespace belfry::cli
