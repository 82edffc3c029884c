#include "ui/bridge/curve_loader.h"

#include "core/base/error.h"

#include <algorithm>

namespace belfry {
namespace {

using Curve = std::shared_ptr<const RunCurve>;

// On the background's thread. A run that was resumed from an earlier step is read anew.
Curve readCurve(const std::filesystem::path& folder, const Curve& before) {
    auto curve = std::make_shared<RunCurve>();
    const RunFiles files(folder);
    try {
        curve->plan = readPlanFile(files.plan);
        const std::optional<StepDone> last = readLastStep(files.metrics);
        const bool continues = before && !before->steps.empty() && last && last->step >= before->steps.back().step;
        if (continues)
            curve->steps = before->steps;
        const std::int64_t from = continues ? curve->steps.back().step : 0;
        for (StepDone& step : readStepsAfter(files.metrics, from))
            curve->steps.push_back(std::move(step));
        curve->epochs = readEpochs(files.metrics);
        curve->changes = readMarks(files.metrics);
    } catch (const std::exception& error) {
        curve->problem = messageOf(error);
    }
    return curve;
}

} // namespace

CurveLoader::CurveLoader(RunLoader& loader, QObject* parent) : QObject(parent), loader_(loader) {}

void CurveLoader::want(const std::vector<RunSummary>& runs) {
    std::erase_if(held_, [&](const auto& item) {
        return std::ranges::none_of(runs, [&](const RunSummary& run) { return run.id == item.first; });
    });
    for (const RunSummary& run : runs) {
        Held& held = held_[run.id];
        const bool stale = !held.curve || held.read.steps != run.steps || held.read.state != run.state ||
                           held.read.lastEpoch != run.lastEpoch;
        if (stale && !held.reading)
            ask(run, held);
    }
}

void CurveLoader::ask(const RunSummary& run, Held& held) {
    held.reading = true;
    loader_.read<Curve>([folder = run.folder, before = held.curve] { return readCurve(folder, before); },
                        [this, run](const Curve& curve) {
                            const auto found = held_.find(run.id);
                            if (found == held_.end()) // no longer wanted
                                return;
                            found->second = {run, curve, false};
                            Q_EMIT changed();
                        });
}

const RunCurve* CurveLoader::find(const std::string& id) const {
    const auto found = held_.find(id);
    return found == held_.end() ? nullptr : found->second.curve.get();
}

} // namespace belfry
