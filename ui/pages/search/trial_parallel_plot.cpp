#include "ui/pages/search/trial_parallel_plot.h"

#include "ui/foundation/keep_translated.h"
#include "ui/pages/search/gene_rows.h"
#include "ui/pages/search/gene_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr int kShades = 12;

// The axis of the other charts: its height only decides how round its ends are.
Interval accuracyRange(const std::vector<GeneRow>& rows) {
    constexpr double kHeight = 160;
    return accuracyAxis(accuraciesOf(rows), 0, kHeight).range;
}

} // namespace

ParallelPicture parallelPicture(const Space& space, const std::vector<GeneRow>& rows) {
    ParallelPicture picture;
    for (std::size_t i = 0; i < space.genes.size(); ++i) {
        const bool inactive =
            std::ranges::any_of(rows, [i](const GeneRow& row) { return row.choices[i] == GeneRow::kSilent; });
        const QStringList choices = choiceTexts(space.genes[i]);
        picture.axes.push_back({.title = geneTitle(space.genes[i].name),
                                .range = {inactive ? -1.0 : 0.0, static_cast<double>(choices.size())},
                                .categories = choices});
    }
    picture.axes.push_back(
        {.title = TrialParallelPlot::tr("Accuracy"), .range = accuracyRange(rows), .categories = {}});
    std::vector<GeneRow> worstFirst = rows;
    std::ranges::stable_sort(worstFirst, {}, &GeneRow::accuracy);
    const AccuracyScale scale = accuracyScale(accuraciesOf(rows));
    for (const GeneRow& row : worstFirst) {
        const double shade = std::min(kShades - 1.0, std::floor(kShades * scale.place(row.accuracy)));
        picture.lines.push_back({row.trial, static_cast<int>(shade), {row.choices.begin(), row.choices.end()}});
        picture.lines.back().values.push_back(100 * row.accuracy);
    }
    fanOut(picture);
    return picture;
}

TrialParallelPlot::TrialParallelPlot(const Theme& theme, QWidget* parent) : ParallelPlot(theme, parent) {
    keepTranslated(
        this, [this] { setPicture(parallelPicture(view().plan.space, rows_), false); });
}

void TrialParallelPlot::takeResults(bool another) {
    rows_ = geneRows(view(), another ? std::vector<GeneRow>() : rows_);
    setPicture(parallelPicture(view().plan.space, rows_), another);
}

QPen TrialParallelPlot::penOf(int look) const {
    return {AccuracyScale::colourAt(colours(), static_cast<double>(look) / (kShades - 1)), 1};
}

QColor TrialParallelPlot::liftedColour(int) const { return theme().seriesColour(4); }

QString TrialParallelPlot::emptyText() const { return tr("No trial has ended yet"); }

QString TrialParallelPlot::insideText(int inside, int all) const {
    return tr("Trials within all selected ranges: %1 of %2").arg(inside).arg(all);
}

QString TrialParallelPlot::tipOf(int trial) const { return trialTip(view(), trial); }

QString TrialParallelPlot::lineText(int trial) const {
    return view().find(trial) == nullptr ? QString() : trialLine(view(), trial);
}

} // namespace belfry
