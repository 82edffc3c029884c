#include "ui/pages/runs/run_table.h"

#include "ui/foundation/texts.h"
#include "ui/pages/runs/run_columns.h"
#include "ui/pages/runs/run_table_model.h"
#include "ui/widgets/tables.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QLineEdit>
#include <QStyledItemDelegate>
#include <algorithm>

namespace belfry {
namespace {

constexpr int kRowHeight = 30;

// A name that is being typed stays when the run's figures or its mark change meanwhile.
class NameDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void setEditorData(QWidget* editor, const QModelIndex& index) const override {
        const auto* line = qobject_cast<QLineEdit*>(editor);
        if (line == nullptr || !line->isModified())
            QStyledItemDelegate::setEditorData(editor, index);
    }
};

} // namespace

RunTable::RunTable(RunFilter& filter, QWidget* parent) : QTableView(parent) {
    dressTable(this, "runTable", "Runs", kRowHeight);
    setModel(&filter);
    setItemDelegateForColumn(RunTableModel::Name, new NameDelegate(this));
    setSelectionMode(ExtendedSelection);
    setEditTriggers(EditKeyPressed);
    setSortingEnabled(true);
    sortByColumn(RunTableModel::Started, Qt::DescendingOrder);
    setTabKeyNavigation(false);
    columns_ = new RunColumns(*this, static_cast<const RunTableModel&>(*filter.sourceModel()));
    connect(this, &QTableView::doubleClicked, this, &RunTable::openRequested);
}

QStringList RunTable::selectedIds() const {
    QModelIndexList rows = selectionModel()->selectedRows(RunTableModel::Name);
    std::ranges::sort(rows, {}, &QModelIndex::row);
    return textsOf(rows, [](const QModelIndex& row) { return row.data(RunTableModel::kIdRole).toString(); });
}

bool RunTable::choose(const QStringList& ids) {
    QItemSelection rows;
    for (int row = 0; row < model()->rowCount(); ++row) {
        const QModelIndex name = model()->index(row, RunTableModel::Name);
        if (ids.contains(name.data(RunTableModel::kIdRole).toString()))
            rows.select(name, name);
    }
    if (rows.size() != ids.size())
        return false;
    selectionModel()->select(rows, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    selectionModel()->setCurrentIndex(rows.first().topLeft(), QItemSelectionModel::NoUpdate);
    scrollTo(currentIndex());
    return true;
}

void RunTable::moveTo(const QString& id) {
    for (int row = 0; row < model()->rowCount(); ++row) {
        const QModelIndex name = model()->index(row, RunTableModel::Name);
        if (name.data(RunTableModel::kIdRole).toString() == id)
            selectionModel()->setCurrentIndex(name, QItemSelectionModel::NoUpdate);
    }
    scrollTo(currentIndex());
}

void RunTable::selectSomething() {
    if (!selectionModel()->hasSelection() && model()->rowCount() > 0)
        selectRow(std::max(0, currentIndex().row()));
}

void RunTable::rename() {
    const QModelIndexList rows = selectionModel()->selectedRows(RunTableModel::Name);
    if (!rows.isEmpty()) {
        setCurrentIndex(rows.first());
        edit(rows.first());
    }
}

void RunTable::keyPressEvent(QKeyEvent* event) {
    const bool plain = event->modifiers() == Qt::NoModifier || event->modifiers() == Qt::KeypadModifier;
    if (state() != EditingState && plain) {
        switch (event->key()) {
        case Qt::Key_Delete:
            Q_EMIT deleteRequested();
            return;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            Q_EMIT openRequested();
            return;
        case Qt::Key_Home: // of the list, not of the row
        case Qt::Key_End:
            setCurrentIndex(model()->index(event->key() == Qt::Key_Home ? 0 : model()->rowCount() - 1,
                                           std::max(0, currentIndex().column())));
            return;
        case Qt::Key_F2: // wherever in its row the cursor is
            rename();
            return;
        default:
            break;
        }
    }
    QTableView::keyPressEvent(event);
}

void RunTable::selectionChanged(const QItemSelection& now, const QItemSelection& before) {
    QTableView::selectionChanged(now, before);
    Q_EMIT selectionMoved();
}

void RunTable::contextMenuEvent(QContextMenuEvent* event) {
    if (!selectionModel()->hasSelection())
        return;
    const bool keys = event->reason() == QContextMenuEvent::Keyboard;
    Q_EMIT menuRequested(keys ? viewport()->mapToGlobal(visualRect(currentIndex()).center()) : event->globalPos());
}

} // namespace belfry
