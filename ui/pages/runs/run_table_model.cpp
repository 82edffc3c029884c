#include "ui/pages/runs/run_table_model.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/header_figures.h"

#include <algorithm>
#include <array>

namespace belfry {
namespace {

bool isNumber(int column) {
    constexpr std::array numbers{RunTableModel::Best, RunTableModel::Last, RunTableModel::Speed, RunTableModel::Time,
                                 RunTableModel::Towers};
    return std::ranges::find(numbers, column) != numbers.end();
}

QString fromName(const std::string& name) {
    return QString::fromStdString(name);
}

QString firstLine(const std::string& text) {
    return fromName(text).section('\n', 0, 0);
}

} // namespace

RunTableModel::RunTableModel(const Theme& theme, QObject* parent) : QAbstractTableModel(parent), theme_(theme) {
    connect(&theme, &Theme::changed, this, &RunTableModel::retranslate); // the dots' colours
}

void RunTableModel::setRuns(const std::vector<RunSummary>& runs) {
    std::map<std::string, const RunSummary*> left;
    for (const RunSummary& run : runs)
        left[run.id] = &run;
    for (int row = static_cast<int>(runs_.size()) - 1; row >= 0; --row) {
        RunSummary& shown = runs_[static_cast<std::size_t>(row)];
        const auto found = left.extract(shown.id);
        if (found.empty()) {
            beginRemoveRows({}, row, row);
            runs_.erase(runs_.begin() + row);
            endRemoveRows();
        } else if (*found.mapped() != shown) {
            const bool renamed = shown.name != found.mapped()->name;
            shown = *found.mapped();
            if (renamed) // else a name that is being typed would be taken away
                Q_EMIT dataChanged(index(row, Name), index(row, Name));
            Q_EMIT dataChanged(index(row, Name + 1), index(row, Columns - 1));
        }
    }
    if (left.empty())
        return;
    const int first = static_cast<int>(runs_.size());
    beginInsertRows({}, first, first + static_cast<int>(left.size()) - 1);
    for (const auto& [id, run] : left)
        runs_.push_back(*run);
    endInsertRows();
}

const RunSummary* RunTableModel::find(const QString& id) const {
    const auto found = std::ranges::find(runs_, id.toStdString(), &RunSummary::id);
    return found == runs_.end() ? nullptr : &*found;
}

void RunTableModel::setMarks(std::map<QString, LineMark> marks) {
    if (marks == marks_) // else a name that is being typed would be taken away each time
        return;
    marks_ = std::move(marks);
    if (!runs_.empty())
        Q_EMIT dataChanged(index(0, Name), index(rowCount() - 1, Name), {Qt::DecorationRole});
}

void RunTableModel::retranslate() {
    Q_EMIT headerDataChanged(Qt::Horizontal, 0, Columns - 1);
    if (!runs_.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1));
}

int RunTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(runs_.size());
}

int RunTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : Columns;
}

QString RunTableModel::text(const RunSummary& run, int column) const {
    switch (column) {
    case Name:
        return fromName(run.name);
    case State:
        return stateText(run.state);
    case Best:
        return accuracyText(run.bestValidation, run.bestEpoch);
    case Last:
        return accuracyText(run.lastValidation, run.lastEpoch);
    case Speed:
        return run.imagesPerSecond > 0 ? countText(static_cast<std::int64_t>(run.imagesPerSecond)) : dashText();
    case Time:
        return run.seconds > 0 ? HeaderFigures::durationText(run.seconds) : dashText();
    case Network:
        return fromName(run.network);
    case Data:
        return fromName(run.data);
    case Towers:
        return run.towers > 0 ? countText(run.towers) : dashText();
    case Started:
        return momentText(run.started);
    case Preset:
        return fromName(run.preset);
    case Tags:
        return tagsText(run.tags);
    case Note:
        return firstLine(run.note);
    default:
        return {};
    }
}

QVariant RunTableModel::sortKey(const RunSummary& run, int column) const {
    switch (column) {
    case Best:
        return run.bestValidation.value_or(-1);
    case Last:
        return run.lastValidation.value_or(-1);
    case Speed:
        return run.imagesPerSecond;
    case Time:
        return run.seconds;
    case Towers:
        return run.towers;
    case Started: // two of one second: by their folders
        return fromName(std::to_string(run.started) + run.id);
    default:
        return text(run, column);
    }
}

QVariant RunTableModel::mark(const RunSummary& run, int column) const {
    if (column == State)
        return dotIcon(stateColour(theme_.palette(), run.state), theme_.palette().card);
    const auto found = marks_.find(fromName(run.id));
    return column == Name && found != marks_.end() ? QVariant(lineIcon(found->second, theme_.palette().card))
                                                   : QVariant();
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const RunSummary& run = runs_[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return text(run, index.column());
    case Qt::ToolTipRole:
        if (index.column() == State && !run.reason.empty())
            return translated(run.reason);
        return index.column() == Note ? fromName(run.note) : text(run, index.column());
    case Qt::DecorationRole:
        return mark(run, index.column());
    case Qt::TextAlignmentRole:
        return QVariant((isNumber(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole:
        return sortKey(run, index.column());
    case IdRole:
        return fromName(run.id);
    case SearchRole: {
        QStringList all{fromName(run.id), fromName(run.note)};
        for (const int column : {Name, State, Network, Data, Preset, Tags})
            all << text(run, column);
        return all.join('\n').toLower();
    }
    default:
        return {};
    }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && (section == Best || section == Last))
        return tr("Validation accuracy and its epoch");
    if (role != Qt::DisplayRole)
        return {};
    const QString names[Columns] = {tr("Name"),   tr("State"),   tr("Best"), tr("Last"),   tr("Images/s"),
                                    tr("Time"),   tr("Network"), tr("Data"), tr("Towers"), tr("Started"),
                                    tr("Preset"), tr("Tags"),    tr("Note")};
    return names[section];
}

Qt::ItemFlags RunTableModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == Name ? flags | Qt::ItemIsEditable : flags;
}

bool RunTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const QString name = value.toString().trimmed();
    if (role != Qt::EditRole || index.column() != Name || name.isEmpty())
        return false;
    RunSummary& run = runs_[static_cast<std::size_t>(index.row())];
    if (name.toStdString() == run.name)
        return false;
    run.name = name.toStdString();
    Q_EMIT dataChanged(index, index);
    Q_EMIT renamed(fromName(run.id), name);
    return true;
}

RunFilter::RunFilter(RunTableModel& model, QObject* parent) : QSortFilterProxyModel(parent) {
    setSourceModel(&model);
    setSortRole(RunTableModel::SortRole);
    setSortLocaleAware(true);
    setSortCaseSensitivity(Qt::CaseInsensitive);
    sort(RunTableModel::Started, Qt::DescendingOrder);
}

void RunFilter::setWords(const QString& words) {
    words_ = words.toLower().split(' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QString text = sourceModel()->index(row, 0, parent).data(RunTableModel::SearchRole).toString();
    return std::ranges::all_of(words_, [&text](const QString& word) { return text.contains(word); });
}

// What is equal in the column goes by its start, the newest first, whatever the direction.
bool RunFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    if (left.data(RunTableModel::SortRole) != right.data(RunTableModel::SortRole))
        return QSortFilterProxyModel::lessThan(left, right);
    const bool later = left.siblingAtColumn(RunTableModel::Started).data(RunTableModel::SortRole).toString() >
                       right.siblingAtColumn(RunTableModel::Started).data(RunTableModel::SortRole).toString();
    return later == (sortOrder() == Qt::AscendingOrder);
}

} // namespace belfry
