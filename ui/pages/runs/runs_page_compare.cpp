// The part of the Runs page that draws runs over one another, and begins new ones from them.
#include "core/runs/branch.h"
#include "ui/bridge/curve_loader.h"
#include "ui/dialogs/branch_dialog.h"
#include "ui/pages/runs/compare_card.h"
#include "ui/pages/runs/compare_charts.h"
#include "ui/pages/runs/compared_lines.h"
#include "ui/pages/runs/run_card.h"
#include "ui/pages/runs/run_table_model.h"
#include "ui/pages/runs/runs_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/run_state_text.h"

#include <QPushButton>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kDetailsWidth = 312, kComparisonWidth = 460;

// A group of seeds has one line: all of its runs are marked with it.
std::map<QString, LineMark> marksOf(const std::vector<ComparedLine>& lines, const Theme& theme) {
    std::map<QString, LineMark> marks;
    for (const ComparedLine& line : lines) {
        const LineMark mark{theme.seriesColour(line.colour), theme.seriesDash(line.colour), line.thick};
        for (const QString& id : QString::fromStdString(line.id).split(' ', Qt::SkipEmptyParts))
            marks[id] = mark;
    }
    return marks;
}

} // namespace

void RunsPage::connectComparison() {
    curves_ = std::make_unique<CurveLoader>(loader_);
    connect(curves_.get(), &CurveLoader::changed, this, &RunsPage::drawCurves);
    connect(compare_, &CompareCard::groupingChanged, this, &RunsPage::drawCurves);
    connect(
        detailsChip_, &QPushButton::clicked, this, [this] { showSide(false); });
    connect(compareChip_, &QPushButton::clicked, this, [this] { showSide(true); });
    connect(card_, &RunCard::pinned, this, &RunsPage::pin);
    connect(card_, &RunCard::branchRequested, this, &RunsPage::askBranch);
    connect(&theme_, &Theme::changed, this, &RunsPage::drawCurves);
    connect(&charts_->group(), &ChartGroup::exportFailed, banner_, &Banner::display);
    showSide(false);
}

// Shows the curves of the chosen runs; called again whenever a run has changed.
void RunsPage::showCurves() {
    const std::vector<RunSummary> runs = chosen();
    compared_ = comparedRuns(runs, model_->find(baseline_), model_->rows());
    const auto left = std::ranges::count_if(runs, [this](const RunSummary& run) {
        return std::ranges::find(compared_, run.id, &RunSummary::id) == compared_.end();
    });
    compare_->setLeftOut(static_cast<std::size_t>(left), runs.size());
    card_->setPinned(!baseline_.isEmpty() && card_->run().id == baseline_.toStdString());
    const bool comparable = compared_.size() > 1;
    detailsChip_->setVisible(comparable);
    compareChip_->setVisible(comparable);
    if (const bool several = runs.size() > 1; several != several_ || !comparable) {
        several_ = several;
        showSide(several);
    }
    parallelChip_->setVisible(comparable);
    lower_->setVisible(!compared_.empty());
    curves_->want(compared_);
    showParallel();
}

void RunsPage::drawCurves() {
    const auto find = [this](const std::string& id) { return curves_->find(id); };
    const std::string baseline = baseline_.toStdString();
    compare_->setSeeds(haveSeeds(compared_, find));
    const std::vector<RunSummary> drawn = drawnRuns();
    std::vector<std::string> ids;
    for (const RunSummary& run : drawn)
        ids.push_back(run.id);
    colours_.assign(ids);
    std::vector<ComparedLine> lines = comparedLines(compared_, find, colours_, baseline, compare_->groupsSeeds());
    std::map<QString, LineMark> marks = marksOf(lines, theme_);
    if (isParallel()) // every run has a line of its own
        for (const std::string& id : ids)
            marks[QString::fromStdString(id)] = {theme_.seriesColour(colours_.of(id)),
                                                 theme_.seriesDash(colours_.of(id))};
    // Later: rows may be going just now, and a model must not change while it does.
    QMetaObject::invokeMethod(
        model_, [model = model_, marks] { model->setMarks(marks); }, Qt::QueuedConnection);
    compare_->setRuns(compared_, find, baseline, marks);
    if (const RunCurve* curve = find(card_->run().id))
        card_->setChanges(curve->changes);
    charts_->setLines(std::move(lines));
    drawParallel(drawn);
}

void RunsPage::showSide(bool comparison) {
    detailsChip_->setChecked(!comparison);
    compareChip_->setChecked(comparison);
    side_->setMinimumWidth(comparison ? kComparisonWidth : kDetailsWidth);
    card_->setVisible(!comparison);
    compare_->setVisible(comparison);
}

void RunsPage::pin(bool on) {
    baseline_ = on ? QString::fromStdString(card_->run().id) : QString();
    showCurves();
}

void RunsPage::askBranch() {
    const RunSummary run = card_->run();
    const Plan plan = *card_->plan();
    using Points = std::vector<BranchPoint>;
    loader_.read<Points>([folder = run.folder] { return branchPoints(folder); },
                         [this, run, plan](const Points& points) {
                             if (points.empty()) {
                                 banner_->display([] { return tr("The run has no checkpoint to start from."); });
                                 return;
                             }
                             auto* dialog = new BranchDialog(run, plan, points, this);
                             connect(
                                 dialog, &BranchDialog::chosen, this,
                                 [this, folder = run.folder](const BranchChoice& choice) { branch(folder, choice); });
                             dialog->open();
                         });
}

// Prepared here, so that a branch that cannot begin is refused where it was asked for; that it begins is the Train
// page's part.
void RunsPage::branch(const std::filesystem::path& folder, const BranchChoice& choice) {
    loader_.read<std::shared_ptr<PreparedBranch>>(
        [folder, choice] {
            return prepareBranch(
                folder, choice.step,
                [&choice](Plan& plan) {
                    plan.learningRate = choice.learningRate;
                    plan.epochs = choice.epochs;
                    plan.steps = choice.steps;
                });
        },
        [this](const std::shared_ptr<PreparedBranch>& branch) { Q_EMIT branchPrepared(branch); });
}

} // namespace belfry
