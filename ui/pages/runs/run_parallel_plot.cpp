#include "ui/pages/runs/run_parallel_plot.h"

#include "ui/foundation/keep_translated.h"
#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/run_state_text.h"

#include <algorithm>

namespace belfry {

RunParallelPlot::RunParallelPlot(const Theme& theme, QWidget* parent) : ParallelPlot(theme, parent) {
    setObjectName(QStringLiteral("runParallelPlot"));
    connect(
        this, &ItemChart::itemChosen, this,
        [this](int item) {
            chosen_ = find(item)->summary.id;
            Q_EMIT runChosen(QString::fromStdString(chosen_));
        });
    keepTranslated(this, [this] { rebuild(); });
}

void RunParallelPlot::setRuns(std::vector<ParallelRun> runs) {
    std::ranges::stable_sort(runs, {}, [](const ParallelRun& run) { return run.summary.bestValidation.value_or(-1); });
    if (runs == runs_)
        return;
    runs_ = std::move(runs);
    rebuild();
}

void RunParallelPlot::rebuild() {
    ParallelPicture made;
    axes_ = runAxes(runs_);
    std::vector<RunSummary> summaries;
    for (const ParallelRun& run : runs_)
        summaries.push_back(run.summary);
    names_ = textsOf(summaries, [&summaries](const RunSummary& run) { return distinctName(run, summaries); });
    for (const RunAxis& axis : axes_)
        made.axes.push_back(axis.axis);
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        made.lines.push_back({static_cast<int>(i) + 1, runs_[i].colour, {}});
        for (const RunAxis& axis : axes_)
            made.lines.back().values.push_back(axis.values[i]);
    }
    fanOut(made);
    const bool sameAxes = std::ranges::equal(made.axes, picture().axes, {}, &ParallelAxis::title, &ParallelAxis::title);
    setPicture(std::move(made), !sameAxes);
    setChosen(itemOf(chosen_));
}

void RunParallelPlot::setChosenRun(const std::string& id) {
    chosen_ = id;
    setChosen(itemOf(id));
}

int RunParallelPlot::itemOf(const std::string& id) const {
    const auto found =
        std::ranges::find(runs_, id, [](const ParallelRun& run) -> const std::string& { return run.summary.id; });
    return found == runs_.end() ? 0 : static_cast<int>(found - runs_.begin()) + 1;
}

const ParallelRun* RunParallelPlot::find(int item) const {
    return item < 1 || item > static_cast<int>(runs_.size()) ? nullptr : &runs_[static_cast<std::size_t>(item) - 1];
}

QPen RunParallelPlot::penOf(int look) const {
    constexpr double kWidth = 1.5; // pixels
    return {theme().seriesColour(look), kWidth, theme().seriesDash(look)};
}

QColor RunParallelPlot::liftedColour(int look) const { return theme().seriesColour(look); }

QString RunParallelPlot::emptyText() const { return tr("Reading the runs…"); }

QString RunParallelPlot::insideText(int inside, int all) const {
    return tr("Runs within all selected ranges: %1 of %2").arg(countText(inside), countText(all));
}

// Its name, then what it has on each axis.
QStringList RunParallelPlot::factsOf(int item) const {
    const ParallelRun* run = find(item);
    if (run == nullptr)
        return {};
    QStringList facts{names_.at(item - 1)};
    for (const RunAxis& axis : axes_)
        facts << tr("%1: %2").arg(axis.axis.title, axis.texts.at(item - 1));
    return facts;
}

QString RunParallelPlot::tipOf(int item) const { return factsOf(item).join(QLatin1Char('\n')); }

QString RunParallelPlot::lineText(int item) const { return factsOf(item).join(QStringLiteral("; ")); }

QString RunParallelPlot::tagOf(int item) const { return find(item) == nullptr ? QString() : names_.at(item - 1); }

} // namespace belfry
