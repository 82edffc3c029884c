#include "ui/pages/runs/run_table_model.h"

#include "ui/foundation/number_text.h"
#include "ui/foundation/texts.h"
#include "ui/widgets/plan_text.h"

#include <algorithm>

namespace belfry {
namespace {

QString fromName(const std::string& name) { return QString::fromStdString(name); }

QString countOf(double count) { return countText(static_cast<std::int64_t>(count)); }

// A dash for none.
QString shareText(const std::optional<double>& share) { return share ? percentText(*share, 2) : dashText(); }

QString positive(double value, QString (*text)(double)) { return value > 0 ? text(value) : dashText(); }

} // namespace

RunTableModel::RunTableModel(const Theme& theme, QObject* parent) : RowModel(parent), theme_(theme) {
    using Run = const RunSummary&;
    const char* accuracy = QT_TR_NOOP("Validation accuracy and its epoch");
    setColumns({
        {QT_TR_NOOP("Name"), 186, false, [](Run run) { return fromName(run.name); }},
        {QT_TR_NOOP("State"), 108, false, [](Run run) { return stateText(run.state); }},
        {QT_TR_NOOP("Best"), 100, true, [](Run run) { return accuracyText(run.bestValidation, run.bestEpoch); },
         [](Run run) { return run.bestValidation.value_or(-1); }, accuracy},
        {QT_TR_NOOP("Test"), 80, true, [](Run run) { return shareText(run.test); },
         [](Run run) { return run.test.value_or(-1); }, QT_TR_NOOP("Accuracy on the test images")},
        {QT_TR_NOOP("Started"), 112, false, [](Run run) { return momentText(run.started); },
         [](Run run) { return fromName(std::to_string(run.started) + run.id); }}, // two of one second: by their folders
        {QT_TR_NOOP("Tags"), 120, false, [](Run run) { return tagsText(run.tags); }},
        {QT_TR_NOOP("Note"), 160, false, [](Run run) { return fromName(run.note).section('\n', 0, 0); }},
        {QT_TR_NOOP("Time"), 68, true, [](Run run) { return positive(run.seconds, durationText); },
         [](Run run) { return run.seconds; }},
        {QT_TR_NOOP("Network"), 112, false, [](Run run) { return networkTitle(run.network); }},
        {QT_TR_NOOP("Data"), 112, false, [](Run run) { return dataTitle(run.data); }},
        {QT_TR_NOOP("Towers"), 66, true, [](Run run) { return positive(run.towers, countOf); },
         [](Run run) { return run.towers; }},
        {QT_TR_NOOP("Images/s"), 90, true, [](Run run) { return positive(run.imagesPerSecond, countOf); },
         [](Run run) { return run.imagesPerSecond; }},
        {QT_TR_NOOP("Last"), 104, true, [](Run run) { return accuracyText(run.lastValidation, run.lastEpoch); },
         [](Run run) { return run.lastValidation.value_or(-1); }, accuracy},
        {QT_TR_NOOP("Preset"), 120, false, [](Run run) { return presetTitle(run.preset); }},
        {QT_TR_NOOP("Balanced accuracy"), 146, true, [](Run run) { return shareText(run.bestMeans.balancedAccuracy); },
         [](Run run) { return run.bestMeans.balancedAccuracy.value_or(-1); },
         QT_TR_NOOP("Mean recall of the classes, of the best validation")},
        {QT_TR_NOOP("Macro F1"), 90, true, [](Run run) { return shareText(run.bestMeans.macroF1); },
         [](Run run) { return run.bestMeans.macroF1.value_or(-1); },
         QT_TR_NOOP("Mean F1 score of the classes, of the best validation")},
    });
    connect(&theme, &Theme::changed, this, &RunTableModel::retranslate); // the dots' colours
}

void RunTableModel::changed(int row, const RunSummary& before) {
    const RunSummary& run = rows_[static_cast<std::size_t>(row)];
    if (run.name != before.name) // else a name that is being typed would be taken away
        Q_EMIT dataChanged(index(row, Name), index(row, Name));
    if (run.tags != before.tags || run.note != before.note) // else their width would be measured each second
        Q_EMIT dataChanged(index(row, Tags), index(row, Note));
    Q_EMIT dataChanged(index(row, Name + 1), index(row, Tags - 1));
    Q_EMIT dataChanged(index(row, Note + 1), index(row, Columns - 1));
}

const RunSummary* RunTableModel::find(const QString& id) const {
    const auto found = std::ranges::find(rows_, id.toStdString(), &RunSummary::id);
    return found == rows_.end() ? nullptr : &*found;
}

void RunTableModel::setMarks(std::map<QString, LineMark> marks) {
    if (marks == marks_) // else a name that is being typed would be taken away each time
        return;
    marks_ = std::move(marks);
    if (!rows_.empty())
        Q_EMIT dataChanged(index(0, Name), index(rowCount() - 1, Name), {Qt::DecorationRole});
}

QVariant RunTableModel::mark(const RunSummary& run, int column) const {
    if (column == State)
        return dotIcon(stateColour(theme_.palette(), run.state), theme_.palette().card);
    const auto found = marks_.find(fromName(run.id));
    return column == Name && found != marks_.end() ? QVariant(lineIcon(found->second, theme_.palette().card))
                                                   : QVariant();
}

QVariant RunTableModel::cell(const RunSummary& run, int column, int role) const {
    switch (role) {
    case Qt::ToolTipRole:
        if (column == State && !run.reason.empty())
            return translated(run.reason);
        return column == Note ? fromName(run.note) : text(run, column);
    case Qt::DecorationRole:
        return mark(run, column);
    case kIdRole:
        return fromName(run.id);
    case kSearchRole: {
        // Titles, and the names of files and of the command line.
        QStringList all{fromName(run.id), fromName(run.note), fromName(run.network), fromName(run.data),
                        fromName(run.preset)};
        for (const int searched : {Name, State, Network, Data, Preset, Tags})
            all << text(run, searched);
        return all.join('\n').toLower();
    }
    default:
        return RowModel::cell(run, column, role);
    }
}

Qt::ItemFlags RunTableModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.column() == Name ? flags | Qt::ItemIsEditable : flags;
}

bool RunTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    const QString name = value.toString().trimmed();
    if (role != Qt::EditRole || index.column() != Name || name.isEmpty())
        return false;
    RunSummary& run = rows_[static_cast<std::size_t>(index.row())];
    if (name.toStdString() == run.name)
        return false;
    run.name = name.toStdString();
    Q_EMIT dataChanged(index, index);
    Q_EMIT renamed(fromName(run.id), name);
    return true;
}

RunFilter::RunFilter(RunTableModel& model, QObject* parent) : QSortFilterProxyModel(parent) {
    setSourceModel(&model);
    setSortRole(RunTableModel::kSortRole);
    setSortLocaleAware(true);
    setSortCaseSensitivity(Qt::CaseInsensitive);
    sort(RunTableModel::Started, Qt::DescendingOrder);
}

void RunFilter::setWords(const QString& words) {
    words_ = words.toLower().split(' ', Qt::SkipEmptyParts);
    invalidateFilter();
}

bool RunFilter::filterAcceptsRow(int row, const QModelIndex& parent) const {
    const QString text = sourceModel()->index(row, 0, parent).data(RunTableModel::kSearchRole).toString();
    return std::ranges::all_of(words_, [&text](const QString& word) { return text.contains(word); });
}

// Rows equal in the column are sorted by start, the newest first, in both directions.
bool RunFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const {
    if (left.data(RunTableModel::kSortRole) != right.data(RunTableModel::kSortRole))
        return QSortFilterProxyModel::lessThan(left, right);
    const bool later = left.siblingAtColumn(RunTableModel::Started).data(RunTableModel::kSortRole).toString() >
                       right.siblingAtColumn(RunTableModel::Started).data(RunTableModel::kSortRole).toString();
    return later == (sortOrder() == Qt::AscendingOrder);
}

} // namespace belfry
