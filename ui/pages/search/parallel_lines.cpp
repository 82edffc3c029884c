#include "ui/pages/search/parallel_lines.h"

#include "ui/pages/search/accuracy_scale.h"

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

constexpr double kFan = 0.64; // of a choice's height, over which its lines are spread

// The axis of the other charts: its height only decides how round its ends are.
ParallelAxis accuracyOf(const std::vector<GeneRow>& rows) {
    constexpr double kHeight = 160;
    return {.gene = {}, .range = accuracyAxis(accuraciesOf(rows), 0, kHeight).range, .labels = {}};
}

} // namespace

double ParallelAxis::kept(double value) const { return std::clamp(value, range.low, range.high); }

double ParallelAxis::share(double value) const { return (kept(value) - range.low) / range.span(); }

ParallelPicture parallelPicture(const Space& space, const std::vector<GeneRow>& rows) {
    ParallelPicture picture;
    for (std::size_t i = 0; i < space.genes.size(); ++i) {
        const bool inactive =
            std::ranges::any_of(rows, [i](const GeneRow& row) { return row.choices[i] == GeneRow::kSilent; });
        const QStringList labels = choiceTexts(space.genes[i]);
        picture.axes.push_back({.gene = space.genes[i].name,
                                .range = {inactive ? -1.0 : 0.0, static_cast<double>(labels.size())},
                                .labels = labels});
    }
    picture.axes.push_back(accuracyOf(rows));
    for (const GeneRow& row : rows)
        picture.lines.push_back({row.trial, row.accuracy, {row.choices.begin(), row.choices.end()}});
    std::ranges::stable_sort(picture.lines, {}, &ParallelLine::accuracy);
    const double last = static_cast<double>(picture.lines.size()) - 1;
    for (std::size_t rank = 0; rank < picture.lines.size(); ++rank) {
        ParallelLine& line = picture.lines[rank];
        const double aside = last > 0 ? kFan * (static_cast<double>(rank) / last - 0.5) : 0;
        for (double& value : line.values)
            value += 0.5 + aside;
        line.values.push_back(100 * line.accuracy);
    }
    return picture;
}

Brush snapped(const ParallelAxis& axis, double from, double to) {
    const double low = axis.kept(std::min(from, to)), high = axis.kept(std::max(from, to));
    if (!axis.isGene())
        return {low, high};
    const double first = std::min(std::floor(low), axis.range.high - 1);
    return {first, std::max(first + 1, std::ceil(high))};
}

std::vector<bool> insideOf(const ParallelPicture& picture, const Brushes& brushes) {
    std::vector<bool> inside;
    for (const ParallelLine& line : picture.lines) {
        bool through = true;
        for (std::size_t i = 0; i < brushes.size() && i < line.values.size(); ++i) {
            const double value = picture.axes[i].kept(line.values[i]);
            through = through && (!brushes[i] || (value >= brushes[i]->low && value <= brushes[i]->high));
        }
        inside.push_back(through);
    }
    return inside;
}

} // namespace belfry
