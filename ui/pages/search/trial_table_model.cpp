#include "ui/pages/search/trial_table_model.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/pages/search/spark_line.h"
#include "ui/pages/search/trial_words.h"
#include "ui/widgets/header_figures.h"
#include "ui/widgets/run_state_text.h"

#include <QPolygonF>
#include <algorithm>
#include <map>

namespace belfry {
namespace {

bool isNumber(int column) {
    return column == TrialTableModel::Number || column == TrialTableModel::Accuracy ||
           column == TrialTableModel::Parameters || column == TrialTableModel::Time ||
           column == TrialTableModel::Generation;
}

} // namespace

TrialTableModel::TrialTableModel(const Theme& theme, QObject* parent) : QAbstractTableModel(parent), theme_(theme) {
    connect(&theme, &Theme::changed, this, &TrialTableModel::retranslate); // the dots' colours
}

void TrialTableModel::setView(const SearchView& view) {
    if (view.folder != folder_ || view.plan.space != space_) {
        beginResetModel();
        folder_ = view.folder;
        space_ = view.plan.space;
        trials_ = view.trials;
        measureCurves();
        endResetModel();
        return;
    }
    std::map<int, const Trial*> left;
    for (const Trial& trial : view.trials)
        left[trial.id] = &trial;
    for (int row = rowCount() - 1; row >= 0; --row) {
        Trial& shown = trials_[static_cast<std::size_t>(row)];
        const auto found = left.extract(shown.id);
        if (found.empty()) {
            beginRemoveRows({}, row, row);
            trials_.erase(trials_.begin() + row);
            endRemoveRows();
        } else if (*found.mapped() != shown) {
            shown = *found.mapped();
            Q_EMIT dataChanged(index(row, 0), index(row, Columns - 1));
        }
    }
    if (!left.empty()) {
        beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(left.size()) - 1);
        for (const auto& [id, trial] : left)
            trials_.push_back(*trial);
        endInsertRows();
    }
    measureCurves();
}

// One scale for all, so that curves compare. It begins where a quarter of all points lie below: one network that learns
// nothing would press the others together at the top.
void TrialTableModel::measureCurves() {
    std::size_t most = 2;
    std::vector<float> all;
    for (const Trial& trial : trials_) {
        most = std::max(most, trial.curve.size());
        all.insert(all.end(), trial.curve.begin(), trial.curve.end());
    }
    float low = 0, high = 1;
    if (!all.empty()) {
        const auto quarter = all.begin() + static_cast<std::ptrdiff_t>(all.size() / 4);
        std::ranges::nth_element(all, quarter);
        low = *quarter;
        high = std::ranges::max(all);
    }
    const bool another = most_ != static_cast<double>(most) || low_ != double{low} || high_ != double{high};
    most_ = static_cast<double>(most);
    low_ = double{low};
    high_ = double{high};
    if (another && !trials_.empty())
        Q_EMIT dataChanged(index(0, Curve), index(rowCount() - 1, Curve));
}

void TrialTableModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, Columns - 1);
    if (!trials_.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
}

int TrialTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(trials_.size());
}

int TrialTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QString TrialTableModel::text(const Trial& trial, int column) const {
    switch (column) {
    case Number:
        return QString::number(trial.id);
    case State:
        return trialStateText(trial.state);
    case Accuracy:
        return trial.curve.empty() && trial.accuracy <= 0 ? dashText() : percentText(trial.accuracy, 2);
    case Network:
        return QString::fromStdString(genesText(space_, trial.asked.genes));
    case Parameters:
        return trial.parameters > 0 ? countText(trial.parameters) : dashText();
    case Time:
        return trial.seconds > 0 ? HeaderFigures::durationText(trial.seconds) : dashText();
    case Generation:
        return trial.asked.generation > 0 ? QString::number(trial.asked.generation) : dashText();
    case Parents:
        return parentsText(trial);
    case Mutated:
        return mutatedText(trial);
    default:
        return {};
    }
}

QVariant TrialTableModel::sortKey(const Trial& trial, int column) const {
    switch (column) {
    case Number:
        return trial.id;
    case Accuracy:
    case Curve:
        return trial.state == TrialState::Failed ? -1.0 : trial.accuracy;
    case Parameters:
        return static_cast<qlonglong>(trial.parameters);
    case Time:
        return trial.seconds;
    case Generation:
        return trial.asked.generation;
    default:
        return text(trial, column);
    }
}

QString TrialTableModel::help(const Trial& trial, int column) const {
    if (column == State && !trial.failures.empty()) {
        QStringList sentences;
        for (const auto& failure : trial.failures)
            sentences << translated(failure);
        return sentences.join('\n');
    }
    return column == Curve ? QString() : text(trial, column);
}

// For those who do not see it.
QString TrialTableModel::curveText(const Trial& trial) const {
    if (trial.curve.empty())
        return dashText();
    return tr("epochs: %1; accuracy: first %2, best %3, last %4")
        .arg(countText(std::ssize(trial.curve)), percentText(double{trial.curve.front()}, 2),
             percentText(double{std::ranges::max(trial.curve)}, 2), percentText(double{trial.curve.back()}, 2));
}

QVariant TrialTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Trial& trial = trials_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(trial, index.column());
    case Qt::ToolTipRole:
        return help(trial, index.column());
    case Qt::AccessibleTextRole:
        return index.column() == Curve ? curveText(trial) : text(trial, index.column());
    case Qt::DecorationRole:
        return index.column() == State
                   ? QVariant(dotIcon(trialStateColour(theme_.palette(), trial.state), theme_.palette().card))
                   : QVariant();
    case Qt::TextAlignmentRole:
        return QVariant((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole:
        return sortKey(trial, index.column());
    case IdRole:
        return trial.id;
    case CurveRole:
        return sparkCurve(trial.curve);
    case BoundsRole:
        return QRectF(QPointF(1, low_), QPointF(most_, high_));
    default:
        return {};
    }
}

QVariant TrialTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Accuracy)
        return tr("The best validation accuracy of all epochs: what the search optimizes");
    if (role == Qt::ToolTipRole && section == Curve)
        return tr("Validation accuracy after each epoch; all curves have one scale");
    if (role != Qt::DisplayRole)
        return {};
    const QString names[Columns] = {tr("Trial"),      tr("State"), tr("Accuracy"),   tr("Curve"),   tr("Network"),
                                    tr("Parameters"), tr("Time"),  tr("Generation"), tr("Parents"), tr("Mutated")};
    return names[section];
}

} // namespace belfry
