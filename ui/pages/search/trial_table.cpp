#include "ui/pages/search/trial_table.h"

#include "ui/pages/search/spark_line.h"
#include "ui/pages/search/trial_table_model.h"
#include "ui/widgets/tables.h"

#include <QHeaderView>
#include <QPainter>
#include <QPolygonF>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>

namespace belfry {
namespace {

constexpr int kRowHeight = 28;

class SparkDelegate : public QStyledItemDelegate {
public:
    SparkDelegate(const Theme& theme, QObject* parent) : QStyledItemDelegate(parent), theme_(theme) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        QStyledItemDelegate::paint(painter, option, index);
        const QPolygonF curve = index.data(TrialTableModel::kCurveRole).value<QPolygonF>();
        if (curve.isEmpty())
            return;
        constexpr double kMargin = 6;
        paintSpark(*painter, QRectF(option.rect).adjusted(kMargin, kMargin, -kMargin, -kMargin), curve,
                   index.data(TrialTableModel::kBoundsRole).toRectF(), theme_.seriesColour(0));
    }

private:
    const Theme& theme_;
};

// Equal rows are sorted by number.
class TrialOrder : public QSortFilterProxyModel {
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

protected:
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
        const QVariant a = left.data(TrialTableModel::kSortRole), b = right.data(TrialTableModel::kSortRole);
        if (a != b)
            return QSortFilterProxyModel::lessThan(left, right);
        const bool older = left.data(TrialTableModel::kIdRole).toInt() < right.data(TrialTableModel::kIdRole).toInt();
        return older == (sortOrder() == Qt::AscendingOrder);
    }
};

} // namespace

TrialTable::TrialTable(const Theme& theme, TrialTableModel& model, QWidget* parent)
    : QTableView(parent), order_(new TrialOrder(this)) {
    dressTable(this, "trialTable", "Trials", kRowHeight);
    order_->setSourceModel(&model);
    order_->setSortRole(TrialTableModel::kSortRole);
    order_->setSortLocaleAware(true);
    setModel(order_);
    setItemDelegateForColumn(TrialTableModel::Curve, new SparkDelegate(theme, this));
    setSelectionMode(SingleSelection);
    setSortingEnabled(true);
    sortByColumn(TrialTableModel::Accuracy, Qt::DescendingOrder);
    setTabKeyNavigation(false);
    horizontalHeader()->setStretchLastSection(true); // a selected row is marked to the edge
    for (int column = 0; column < TrialTableModel::Columns; ++column)
        setColumnWidth(column, model.widthOf(column));
    connect(order_, &QAbstractItemModel::rowsInserted, this, &TrialTable::shareWidth);
    connect(order_, &QAbstractItemModel::modelReset, this, &TrialTable::shareWidth);
    connect(order_, &QAbstractItemModel::dataChanged, this, &TrialTable::shareWidth);
}

void TrialTable::shareWidth() {
    for (int column = 0; column < TrialTableModel::Columns; ++column)
        setColumnWidth(column, std::max(columnWidth(column), headWidth(*horizontalHeader(), column)));
    std::vector<std::pair<int, int>> growing;
    for (const int column : {TrialTableModel::Network, TrialTableModel::Parents})
        growing.emplace_back(column, static_cast<const TrialTableModel*>(order_->sourceModel())->widthOf(column));
    shareSpareWidth(this, growing);
}

void TrialTable::resizeEvent(QResizeEvent* event) {
    QTableView::resizeEvent(event);
    shareWidth();
}

int TrialTable::chosen() const {
    const QModelIndexList rows = selectionModel()->selectedRows();
    return rows.isEmpty() ? 0 : rows.first().data(TrialTableModel::kIdRole).toInt();
}

void TrialTable::choose(int trial) {
    if (trial == chosen())
        return;
    const QScopedValueRollback choosing(choosing_, true);
    for (int row = 0; row < model()->rowCount(); ++row) {
        const QModelIndex index = model()->index(row, 0);
        if (index.data(TrialTableModel::kIdRole).toInt() == trial) {
            selectRow(row);
            scrollTo(index);
            return;
        }
    }
    clearSelection();
}

void TrialTable::selectionChanged(const QItemSelection& now, const QItemSelection& before) {
    QTableView::selectionChanged(now, before);
    if (!choosing_ && chosen() > 0)
        Q_EMIT trialChosen(chosen());
}

} // namespace belfry
