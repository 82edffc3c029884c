// The columns of the table of runs: they share the table's width, and the user chooses which are shown, in what order
// and how wide. GUI thread only.
#pragma once

#include <QObject>
#include <map>

class QHeaderView;
class QMenu;
class QTableView;

namespace belfry {

class RunTableModel;

class RunColumns : public QObject {
    Q_OBJECT
public:
    // Both must outlive it.
    RunColumns(QTableView& table, const RunTableModel& model);

    // Gives names, then notes, the width that is left over and that they need, and the last column the rest.
    void shareWidth();
    void fillMenu(QMenu& menu); // which are shown
    // What the user has chosen, as JSON; columns that it does not name, and all of "", stay as they are.
    QString state() const;
    void restore(const QString& state);

Q_SIGNALS:
    void changed(); // by the user

private:
    int widthOf(int column) const; // before spare width is shared
    void setShown(int column, bool shown);
    void reset();
    void shareSoon();
    void openMenu(const QPoint& position);

    QTableView& table_;
    QHeaderView& header_;
    const RunTableModel& model_;
    std::map<int, int> chosenWidths_; // pixels, of columns that the user has resized
    bool sharing_ = false;
    bool awaited_ = false; // shareWidth() has been asked for
};

} // namespace belfry
