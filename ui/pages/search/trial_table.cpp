#include "ui/pages/search/trial_table.h"

#include "ui/pages/search/spark_line.h"
#include "ui/pages/search/trial_table_model.h"
#include "ui/widgets/column_widths.h"
#include "ui/widgets/tables.h"

#include <QHeaderView>
#include <QPainter>
#include <QPolygonF>
#include <QScopedValueRollback>
#include <QSortFilterProxyModel>
#include <QStyledItemDelegate>
#include <algorithm>

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
    const auto widthOf = [this, &model](int column) {
        return std::max(model.widthOf(column), headWidth(*horizontalHeader(), column));
    };
    new ColumnWidths(*this, widthOf, {TrialTableModel::Mutated, TrialTableModel::Network, TrialTableModel::Parents});
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
