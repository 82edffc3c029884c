// The runs as rows of a table, and which of them are shown in what order. GUI thread only.
#pragma once

#include "core/runs/run_list.h"
#include "ui/foundation/theme.h"
#include "ui/widgets/row_model.h"
#include "ui/widgets/run_state_text.h"

#include <QSortFilterProxyModel>
#include <QStringList>
#include <map>

namespace belfry {

class RunTableModel : public RowModel<RunSummary> {
    Q_OBJECT
public:
    // In the order of their worth: a narrow table shows the first ones.
    enum Column {
        Name,
        State,
        Best,
        Test,
        Started,
        Tags,
        Note,
        Time,
        Network,
        Data,
        Towers,
        Speed,
        Last,
        Preset,
        BalancedAccuracy,
        MacroF1,
        Columns
    };
    static constexpr int kIdRole = Qt::UserRole + 1;
    static constexpr int kSearchRole = Qt::UserRole + 2; // all that a filter looks at, lower case

    // `theme` must outlive the model.
    explicit RunTableModel(const Theme& theme, QObject* parent = nullptr);

    void setRuns(const std::vector<RunSummary>& runs) { updateRows(runs, &RunSummary::id); }
    const RunSummary* find(const QString& id) const; // null when there is none
    // Marks before the names: the line that a run's curve is drawn with.
    void setMarks(std::map<QString, LineMark> marks);

    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override; // a name

Q_SIGNALS:
    void renamed(const QString& id, const QString& name); // by the user; not yet on the disk

protected:
    QVariant cell(const RunSummary& run, int column, int role) const override;
    void changed(int row, const RunSummary& before) override;

private:
    QVariant mark(const RunSummary& run, int column) const;

    const Theme& theme_;
    std::map<QString, LineMark> marks_;
};

// Newest first until another column is clicked; only rows that hold every word of the filter.
class RunFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit RunFilter(RunTableModel& model, QObject* parent = nullptr);
    void setWords(const QString& words);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    QStringList words_;
};

} // namespace belfry
