#include "core/base/error.h"
#include "core/data/catalogue.h"
#include "core/train/placement.h"
#include "core/train/session.h"

namespace belfry {

PreparedRun prepareRun(const Plan& plan) {
    validate(plan);
    PreparedRun run;
    run.plan = plan;
    run.plan.data = settledDataName(plan.data);
    run.data = openDataSet(
        plan.data, {.dataDir = plan.dataDir, .pictureSize = plan.pictureSize, .splitSeed = plan.splitSeed});
    if (plan.imagesPerStep() > run.data->train->size())
        throw Error(ErrorCategory::Usage, "One step takes " + std::to_string(plan.imagesPerStep()) + " images (" +
                                              std::to_string(plan.towers) + " towers), but " + run.data->title +
                                              " has only " + std::to_string(run.data->train->size()) +
                                              " for training. Choose a smaller batch.");
    run.blueprint = std::make_shared<Blueprint>(
        makeBlueprint(architectureOf(plan), run.data->shape, static_cast<int>(run.data->classes.size()),
                      inputStageFromNames(plan.augmentation, plan.normalisation)));
    Placement placement = placeTowers(plan, *run.blueprint, listDevices(), run.data->train->size());
    run.plan.devices = placement.devices;
    if (run.plan.name.empty())
        run.plan.name = plan.model + ", " + std::to_string(plan.towers) + (plan.towers == 1 ? " tower" : " towers");
    run.placement = std::move(placement.towers);
    run.remarks = std::move(placement.remarks);
    if (!run.data->remark.empty())
        run.remarks.push_back(run.data->remark);
    for (const Oddity& oddity : run.data->oddities)
        run.remarks.push_back(oddity.sentence);
    return run;
}

} // namespace belfry
