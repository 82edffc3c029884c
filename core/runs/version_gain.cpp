#include "core/runs/version_gain.h"

#include "core/base/error.h"
#include "core/runs/run_list.h"

#include <tuple>

namespace belfry {
namespace {

bool comparable(const Plan& one, const Plan& other) {
    const auto what = [](const Plan& plan) {
        return std::tie(plan.data, plan.pictureSize, plan.splitSeed, plan.groups, plan.splitBy, plan.model, plan.layers,
                        plan.backbone);
    };
    const bool sameShape = one.model != "mlp" || !one.layers.empty() || one.mlp == other.mlp;
    return what(one) == what(other) && sameShape && one.dataVersion != other.dataVersion;
}

Text versionText(const Plan& plan) {
    return plan.dataVersion.empty() ? Text::tr("without changes") : Text::tr("with version %1", plan.dataVersion);
}

} // namespace

VersionGain versionGain(const std::filesystem::path& run) {
    const RunSummary own = summarise(run);
    const Plan plan = planOf(run);
    if (!own.test)
        return {};
    for (const RunSummary& other : listRuns(run.parent_path())) {
        if (other.folder == own.folder || !other.test || other.data != own.data)
            continue;
        try {
            if (const Plan before = planOf(other.folder); comparable(plan, before))
                return {
                    .sentence = Text::tr(
                        "%1 % of the test pictures are right %2, %3 % %4 (run '%5'), each on its own test pictures.",
                        decimals(100 * *own.test, 1), versionText(plan), decimals(100 * *other.test, 1),
                        versionText(before), other.name),
                    .other = other.folder};
        } catch (const Error&) { // a damaged plan is no comparison
        }
    }
    return {};
}

} // namespace belfry
