#include "app/cli/command.h"
#include "app/cli/interrupt.h"
#include "app/cli/plan_options.h"
#include "app/cli/training.h"
#include "core/base/error.h"
#include "core/study/tower_choice.h"

namespace belfry::cli {
namespace {

int train(const PlanOptions& options, bool json, bool record) {
    holdInterrupts(); // before the GPU's driver starts threads of its own
    Plan plan = options.plan();
    plan.tensorboard = plan.tensorboard && record; // a preset's wish
    Text remark;
    if (options.towersMeasured()) {
        if (!plan.shares.empty() && plan.shares != "measured")
            throw usageError(Text::tr("The shares '%1' are one for each tower, but with --towers auto "
                                      "their number is still to be measured. Give the number, or "
                                      "--shares measured.",
                                      plan.shares));
        const Stopper stopper;
        const TowerChoice choice = chooseTowers(plan, stopper.token());
        if (choice.trials.empty())
            return kStoppedByUser;
        plan = choice.plan;
        remark = choice.remark;
    }
    PreparedRun prepared = prepareRun(plan);
    if (!remark.empty())
        prepared.remarks.push_back(remark);
    const auto recorder = [&](RunRecorder::WarningSink warn) {
        return record ? recordNewRun(prepared.plan, std::move(warn)) : nullptr;
    };
    return runTraining(prepared, recorder, json);
}

} // namespace

void addTrain(CLI::App& app, Chosen& chosen) {
    CLI::App* command = app.add_subcommand("train", "Train a network");
    const PlanOptions options(*command, true);
    const auto json = std::make_shared<bool>(false);
    const auto unrecorded = std::make_shared<bool>(false);
    command->add_flag("--json", *json,
                      "One JSON object per event (training figures are measured with dropout on; 'dropout' of the "
                      "first line says whether the network has any)");
    command->add_flag("--no-record", *unrecorded, "Keep no run folder (for measurements)")
        ->excludes(command->get_option("--tensorboard"));
    trainWhenChosen(*command, chosen, [options, json, unrecorded] { return train(options, *json, !*unrecorded); });
}

} // namespace belfry::cli
