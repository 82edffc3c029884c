// The columns of the table of runs: names, tags and notes get spare width and give way, and the user chooses which are
// shown, in what order and how wide. GUI thread only.
#pragma once

#include <QObject>

class QHeaderView;
class QMenu;
class QTableView;

namespace belfry {

class ColumnWidths;
class RunTableModel;

class RunColumns : public QObject {
    Q_OBJECT
public:
    // Both must outlive it.
    RunColumns(QTableView& table, const RunTableModel& model);

    void fillMenu(QMenu& menu); // which are shown
    // What the user has chosen, as JSON; columns that it does not name, and all of "", stay as they are.
    QString state() const;
    void restore(const QString& state);

Q_SIGNALS:
    void changed(); // by the user

private:
    void setShown(int column, bool shown);
    void reset();
    void openMenu(const QPoint& position);

    QTableView& table_;
    QHeaderView& header_;
    const RunTableModel& model_;
    ColumnWidths& widths_;
    bool moving_ = false; // not by the user
};

} // namespace belfry
