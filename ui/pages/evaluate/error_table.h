// A list of what goes wrong: one row is chosen with the mouse or the arrow keys, Esc chooses none. Its titles sort it.
// GUI thread only.
#pragma once

#include <QTableView>
#include <optional>

class QSortFilterProxyModel;

namespace belfry {

class ErrorTable : public QTableView {
    Q_OBJECT
public:
    // `rows`: a RowModel, which must outlive the table. Names as dressTable().
    ErrorTable(QAbstractItemModel& rows, const char* name, const char* label, int rowHeight, QWidget* parent);

    std::optional<int> chosenRow() const;           // of the model
    void showChosen(const std::optional<int>& row); // without a signal
    int placeOf(int row) const;                     // in the table's order

Q_SIGNALS:
    void rowChosen(int row); // of the model, by the user
    void cleared();          // by the user

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void selectionChanged(const QItemSelection& now, const QItemSelection& before) override;

private:
    QSortFilterProxyModel* order_;
    bool quiet_ = false;
};

} // namespace belfry
