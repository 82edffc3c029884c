// The parallel coordinates of the selected runs, in place of their curves.
#include "ui/bridge/curve_loader.h"
#include "ui/pages/runs/compare_charts.h"
#include "ui/pages/runs/figures_loader.h"
#include "ui/pages/runs/run_parallel_plot.h"
#include "ui/pages/runs/run_table.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/widgets/card.h"

#include <QPushButton>
#include <algorithm>

namespace belfry {

void RunsPage::connectParallel() {
    figures_ = std::make_unique<FiguresLoader>(loader_);
    connect(figures_.get(), &FiguresLoader::changed, this, &RunsPage::drawCurves);
    connect(parallelChip_, &QPushButton::toggled, this, [this] {
        picked_.clear();
        showChosen();
    });
    connect(parallel_, &RunParallelPlot::runChosen, this, &RunsPage::pick);
}

bool RunsPage::isParallel() const { return parallelChip_->isChecked() && compared_.size() > 1; }

void RunsPage::showParallel() {
    charts_->setVisible(!isParallel());
    parallelCard_->setVisible(isParallel());
    figures_->want(isParallel() ? drawnRuns() : std::vector<RunSummary>());
    drawCurves();
}

// Those that are compared come first: they keep their colours when others have a line, too.
std::vector<RunSummary> RunsPage::drawnRuns() const {
    std::vector<RunSummary> runs = compared_;
    if (isParallel())
        for (const RunSummary& run : chosen())
            if (std::ranges::find(compared_, run.id, &RunSummary::id) == compared_.end())
                runs.push_back(run);
    return runs;
}

void RunsPage::drawParallel(const std::vector<RunSummary>& runs) {
    std::vector<ParallelRun> lines;
    for (const RunSummary& run : runs)
        if (const ParallelFigures* figures = figures_->find(run.id))
            lines.push_back({run, *figures, colours_.of(run.id)});
    parallel_->setRuns(std::move(lines));
}

// The other lines stay, so the selection does.
void RunsPage::pick(const QString& id) {
    picked_ = id.toStdString();
    table_->moveTo(id);
    showChosen();
    showSide(false);
}

const RunSummary& RunsPage::detailed(const std::vector<RunSummary>& runs) const {
    const auto picked = std::ranges::find(runs, picked_, &RunSummary::id);
    return picked == runs.end() ? runs.front() : *picked;
}

} // namespace belfry
