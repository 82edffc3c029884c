#include "ui/pages/evaluate/error_table.h"

#include "ui/widgets/row_model.h"
#include "ui/widgets/tables.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>

namespace belfry {

ErrorTable::ErrorTable(QAbstractItemModel& rows, const char* name, const char* label, int rowHeight, QWidget* parent)
    : QTableView(parent), order_(new QSortFilterProxyModel(this)) {
    dressTable(this, name, label, rowHeight);
    order_->setSourceModel(&rows);
    order_->setSortRole(Qt::UserRole); // RowModel's
    order_->setSortLocaleAware(true);
    setModel(order_);
    setSelectionMode(SingleSelection);
    setTabKeyNavigation(false);
    setSortingEnabled(true);
    horizontalHeader()->setSortIndicatorClearable(true);
    sortByColumn(-1, Qt::AscendingOrder); // as the model has them
}

std::optional<int> ErrorTable::chosenRow() const {
    const QModelIndexList chosen = selectionModel()->selectedRows();
    return chosen.isEmpty() ? std::nullopt : std::optional(order_->mapToSource(chosen.first()).row());
}

int ErrorTable::placeOf(int row) const { return order_->mapFromSource(order_->sourceModel()->index(row, 0)).row(); }

void ErrorTable::showChosen(const std::optional<int>& row) {
    if (row == chosenRow())
        return;
    const QScopedValueRollback quiet(quiet_, true);
    if (!row) {
        clearSelection();
        return;
    }
    selectRow(placeOf(*row));
    scrollTo(currentIndex());
}

void ErrorTable::selectionChanged(const QItemSelection& now, const QItemSelection& before) {
    QTableView::selectionChanged(now, before);
    if (const auto row = chosenRow(); row && !quiet_)
        Q_EMIT rowChosen(*row);
}

void ErrorTable::keyPressEvent(QKeyEvent* event) {
    const int last = model()->rowCount() - 1;
    switch (event->key()) {
    case Qt::Key_Escape:
        if (!chosenRow())
            break; // the window's
        clearSelection();
        Q_EMIT cleared();
        return;
    case Qt::Key_Home: // of the list, not of the row
    case Qt::Key_End:
        if (last >= 0)
            selectRow(event->key() == Qt::Key_Home ? 0 : last);
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (currentIndex().isValid())
            selectRow(currentIndex().row());
        return;
    default:
        break;
    }
    QTableView::keyPressEvent(event);
}

} // namespace belfry
