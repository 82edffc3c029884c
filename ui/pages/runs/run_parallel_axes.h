// The axes of the parallel coordinates of runs, and the places of runs on them. GUI thread only (tr).
#pragma once

#include "core/runs/run_list.h"
#include "ui/charts/parallel_picture.h"
#include "ui/pages/runs/figures_loader.h"

#include <QString>
#include <vector>

namespace belfry {

struct ParallelRun {
    RunSummary summary;
    ParallelFigures figures;
    int colour = 0; // Theme::seriesColour and dash
    bool operator==(const ParallelRun&) const = default;
};

// An axis and, for each run, its value there and how that reads.
struct RunAxis {
    ParallelAxis axis;
    std::vector<double> values;
    QStringList texts; // a dash for what is unknown, or takes no effect
};

// The settings that differ, in the order of the table of settings, then the results that are known of some.
std::vector<RunAxis> runAxes(const std::vector<ParallelRun>& runs);

} // namespace belfry
