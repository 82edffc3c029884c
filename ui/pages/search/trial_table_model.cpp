#include "ui/pages/search/trial_table_model.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/search/gene_text.h"
#include "ui/pages/search/spark_line.h"
#include "ui/pages/search/trial_text.h"
#include "ui/widgets/run_state_text.h"

#include <algorithm>
#include <utility>

namespace belfry {
TrialTableModel::TrialTableModel(const Theme& theme, QObject* parent) : RowModel(parent), theme_(theme) {
    using One = const Trial&;
    const auto accuracy = [](One trial) { return trial.state == TrialState::Failed ? -1.0 : trial.accuracy; };
    setColumns({
        {QT_TR_NOOP("Trial"), 72, true, [](One trial) { return QString::number(trial.id); },
         [](One trial) { return trial.id; }},
        {QT_TR_NOOP("State"), 124, false, [this](One trial) { return trialStateText(trial.state, paused_); }},
        {QT_TR_NOOP("Accuracy"), 84, true,
         [](One trial) {
             return trial.curve.empty() && trial.accuracy <= 0 ? dashText() : percentText(trial.accuracy, 2);
         },
         accuracy, QT_TR_NOOP("The best validation accuracy of all epochs: what the search optimizes")},
        {QT_TR_NOOP("Curve"), 84, false, [](One) { return QString(); }, accuracy,
         QT_TR_NOOP("Validation accuracy after each epoch; all curves have one scale")},
        {QT_TR_NOOP("Network"), 214, false, [this](One trial) { return titledGenes(space_, trial.asked.genes); }},
        {QT_TR_NOOP("Parameters"), 92, true, [](One trial) { return countOrDash(trial.parameters); },
         [](One trial) { return static_cast<qlonglong>(trial.parameters); }},
        {QT_TR_NOOP("Time"), 60, true,
         [](One trial) { return trial.seconds > 0 ? durationText(trial.seconds) : dashText(); },
         [](One trial) { return trial.seconds; }},
        {QT_TR_NOOP("Generation"), 92, true,
         [](One trial) { return trial.asked.generation > 0 ? QString::number(trial.asked.generation) : dashText(); },
         [](One trial) { return trial.asked.generation; }},
        {QT_TR_NOOP("Parents"), 92, false, parentsText},
        {QT_TR_NOOP("Mutated"), 140, false, mutatedText},
    });
    connect(&theme, &Theme::changed, this, &TrialTableModel::retranslate); // the dots' colours
}

void TrialTableModel::setView(const SearchView& view) {
    const bool paused = view.state == "paused";
    if (view.folder != folder_ || view.plan.space != space_) {
        folder_ = view.folder;
        space_ = view.plan.space;
        resetRows(view.trials);
    } else {
        updateRows(view.trials, &Trial::id);
    }
    if (std::exchange(paused_, paused) != paused && !rows_.empty())
        Q_EMIT dataChanged(index(0, State), index(rowCount() - 1, State));
    measureCurves();
}

// One scale for all, so that curves compare. It begins at the lowest quartile of all points: one network that learns
// nothing would press the others together at the top.
void TrialTableModel::measureCurves() {
    std::size_t longest = 2;
    std::vector<float> all;
    for (const Trial& trial : rows_) {
        longest = std::max(longest, trial.curve.size());
        all.insert(all.end(), trial.curve.begin(), trial.curve.end());
    }
    float low = 0, high = 1;
    if (!all.empty()) {
        const auto quarter = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 4);
        std::ranges::nth_element(all, quarter);
        low = *quarter;
        high = std::ranges::max(all);
    }
    const bool another = longest_ != static_cast<double>(longest) || low_ != double{low} || high_ != double{high};
    longest_ = static_cast<double>(longest);
    low_ = double{low};
    high_ = double{high};
    if (another && !rows_.empty())
        Q_EMIT dataChanged(index(0, Curve), index(rowCount() - 1, Curve));
}

// Read by screen readers.
QString TrialTableModel::curveText(const Trial& trial) const {
    if (trial.curve.empty())
        return dashText();
    return tr("epochs: %1; accuracy: first %2, best %3, last %4")
        .arg(countText(std::ssize(trial.curve)), percentText(double{trial.curve.front()}, 2),
             percentText(double{std::ranges::max(trial.curve)}, 2), percentText(double{trial.curve.back()}, 2));
}

QVariant TrialTableModel::cell(const Trial& trial, int column, int role) const {
    switch (role) {
    case Qt::ToolTipRole:
        return column == State && !trial.failures.empty() ? translatedAll(trial.failures).join('\n')
                                                          : text(trial, column);
    case Qt::AccessibleTextRole:
        return column == Curve ? curveText(trial) : text(trial, column);
    case Qt::DecorationRole:
        return column == State
                   ? QVariant(dotIcon(trialStateColour(theme_.palette(), trial.state, paused_), theme_.palette().card))
                   : QVariant();
    case kIdRole:
        return trial.id;
    case kCurveRole:
        return sparkCurve(trial.curve);
    case kBoundsRole:
        return QRectF(QPointF(1, low_), QPointF(longest_, high_));
    default:
        return RowModel::cell(trial, column, role);
    }
}

} // namespace belfry
