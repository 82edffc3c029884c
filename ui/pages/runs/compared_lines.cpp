#include "ui/pages/runs/compared_lines.h"

#include "core/runs/compare.h"
#include "core/train/plan.h"
#include "ui/bridge/curve_loader.h"
#include "ui/foundation/number_text.h"
#include "ui/pages/runs/run_colours.h"
#include "ui/widgets/run_state_text.h"

#include <QCoreApplication>
#include <algorithm>

namespace belfry {
namespace {

struct ComparedLines {
    Q_DECLARE_TR_FUNCTIONS(belfry::ComparedLines)
};

XPoint placeOf(const StepDone& step) { return {step.step, step.epoch, step.images, step.seconds}; }

ComparedLine lineOf(const RunSummary& run, const QString& name, const RunCurve& curve) {
    ComparedLine line;
    line.id = run.id;
    line.name = name;
    line.from = run.parent.empty() ? 0 : run.parentStep;
    line.points.reserve(curve.steps.size());
    for (const StepDone& step : curve.steps) {
        ComparedPoint point{placeOf(step), step.loss, step.accuracy};
        point.staleness = static_cast<float>(std::max<std::int64_t>(step.staleness, 0));
        line.asynchronous = line.asynchronous || step.staleness >= 0;
        line.points.push_back(point);
    }
    line.epochs = curve.epochs;
    line.dropout = curve.plan && trainsWithDropout(*curve.plan);
    return line;
}

// The mean of the group's curves with its spread; named after its first run.
ComparedLine lineOf(const std::vector<const RunSummary*>& runs, const std::vector<const RunCurve*>& curves) {
    ComparedLine line;
    std::vector<const std::vector<StepDone>*> steps;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        line.id += runs[i]->id + ' ';
        steps.push_back(&curves[i]->steps);
        line.dropout = line.dropout || (curves[i]->plan && trainsWithDropout(*curves[i]->plan));
    }
    line.name = ComparedLines::tr("%1, mean of %2")
                    .arg(QString::fromStdString(runs.front()->name), countText(static_cast<std::int64_t>(runs.size())));
    line.band = true;
    for (const SpreadPoint& point : spreadOf(steps)) {
        line.points.push_back({placeOf(point.at), point.loss, point.accuracy, point.lossLow, point.lossHigh,
                               point.accuracyLow, point.accuracyHigh,
                               static_cast<float>(std::max<std::int64_t>(point.at.staleness, 0))});
        line.asynchronous = line.asynchronous || point.at.staleness >= 0;
    }
    return line;
}

bool contains(const std::vector<RunSummary>& runs, const std::string& id) {
    return std::ranges::find(runs, id, &RunSummary::id) != runs.end();
}

std::vector<Plan> plansOf(const std::vector<RunSummary>& runs, const FindCurve& find) {
    std::vector<Plan> plans;
    for (const RunSummary& run : runs)
        if (const RunCurve* curve = find(run.id); curve != nullptr && curve->plan)
            plans.push_back(*curve->plan);
    return plans;
}

} // namespace

std::vector<RunSummary> comparedRuns(const std::vector<RunSummary>& chosen, const RunSummary* baseline,
                                     const std::vector<RunSummary>& all) {
    std::vector<RunSummary> runs;
    if (baseline != nullptr)
        runs.push_back(*baseline);
    const auto add = [&](const RunSummary& run) {
        if (runs.size() < kMaxCompared && !contains(runs, run.id))
            runs.push_back(run);
    };
    std::ranges::for_each(chosen, add);
    for (const RunSummary& branch : chosen) {
        const auto parent = std::ranges::find(all, branch.parent, &RunSummary::id);
        if (!branch.parent.empty() && parent != all.end())
            add(*parent);
    }
    return runs;
}

std::vector<ComparedLine> comparedLines(const std::vector<RunSummary>& runs, const FindCurve& find,
                                        const RunColours& colours, const std::string& baseline, bool grouped) {
    std::vector<const RunSummary*> read;
    std::vector<const RunCurve*> curves;
    std::vector<Plan> plans;
    for (const RunSummary& run : runs) {
        if (const RunCurve* curve = find(run.id)) {
            read.push_back(&run);
            curves.push_back(curve);
            plans.push_back(curve->plan.value_or(Plan{}));
        }
    }
    const std::vector<std::size_t> groups = seedGroups(plans);
    std::vector<ComparedLine> lines;
    for (std::size_t i = 0; i < read.size(); ++i) {
        std::vector<const RunSummary*> members;
        std::vector<const RunCurve*> theirs;
        for (std::size_t k = 0; grouped && k < read.size(); ++k) {
            if (groups[k] == groups[i] && !curves[k]->steps.empty() && !curves[i]->steps.empty()) {
                members.push_back(read[k]);
                theirs.push_back(curves[k]);
            }
        }
        if (members.size() > 1 && members.front() != read[i])
            continue; // in the line of the group's first
        lines.push_back(members.size() > 1 ? lineOf(members, theirs)
                                           : lineOf(*read[i], distinctName(*read[i], runs), *curves[i]));
        lines.back().colour = colours.of(read[i]->id);
        lines.back().thick = read[i]->id == baseline;
    }
    if (lines.size() == 1 && !lines.front().band)
        lines.front().raw = true;
    return lines;
}

bool haveSeeds(const std::vector<RunSummary>& runs, const FindCurve& find) {
    const std::vector<Plan> plans = plansOf(runs, find);
    std::vector<std::size_t> groups = seedGroups(plans);
    std::ranges::sort(groups);
    return std::ranges::adjacent_find(groups) != groups.end();
}

} // namespace belfry
