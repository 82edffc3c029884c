// The table of runs: F2 renames, Delete deletes, Enter and a double click open. GUI thread only.
#pragma once

#include <QStringList>
#include <QTableView>

namespace belfry {

class RunColumns;
class RunFilter;

class RunTable : public QTableView {
    Q_OBJECT
public:
    // `filter` must outlive the table.
    explicit RunTable(RunFilter& filter, QWidget* parent = nullptr);

    QStringList selectedIds() const;     // in the table's order
    void selectSomething();              // where the cursor is, else the first row, when nothing is selected
    bool choose(const QStringList& ids); // selects these alone; false, and nothing changes, where one is not shown
    void moveTo(const QString& id);      // the cursor, where it is shown; what is selected stays selected
    void rename();                       // the current one, in its row
    RunColumns* columns() const { return columns_; }

Q_SIGNALS:
    void selectionMoved();
    void openRequested();
    void deleteRequested();
    void menuRequested(const QPoint& position); // of the selected ones; on the screen

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void selectionChanged(const QItemSelection& now, const QItemSelection& before) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    RunColumns* columns_;
};

} // namespace belfry
