#include "ui/widgets/column_widths.h"

#include "ui/widgets/tables.h"

#include <QEvent>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QTableView>
#include <algorithm>
#include <utility>

namespace belfry {

ColumnWidths::ColumnWidths(QTableView& table, std::function<int(int)> widthOf, std::vector<int> growing)
    : QObject(&table), table_(table), header_(*table.horizontalHeader()), widthOf_(std::move(widthOf)),
      growing_(std::move(growing)) {
    table.viewport()->installEventFilter(this);
    connect(&header_, &QHeaderView::sectionMoved, this, &ColumnWidths::share);
    connect(&header_, &QHeaderView::sectionResized, this, [this](int column, int before, int width) {
        if (sharing_ || before == 0 || width == 0) // hidden or shown
            return;
        dragged_[column] = width;
        Q_EMIT draggedByUser();
    });
    const QAbstractItemModel* rows = table.model();
    connect(rows, &QAbstractItemModel::rowsInserted, this, &ColumnWidths::shareSoon);
    connect(rows, &QAbstractItemModel::rowsRemoved, this, &ColumnWidths::shareSoon);
    connect(rows, &QAbstractItemModel::modelReset, this, &ColumnWidths::shareSoon);
    connect(rows, &QAbstractItemModel::headerDataChanged, this, &ColumnWidths::shareSoon);
    connect(rows, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first, const QModelIndex& last) {
        if (std::ranges::any_of(growing_,
                                [&](int column) { return column >= first.column() && column <= last.column(); }))
            shareSoon();
    });
    share();
}

bool ColumnWidths::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        share();
    else if (event->type() == QEvent::Show) // scroll bars may still come and go, without a word to a hidden widget
        shareSoon();
    return QObject::eventFilter(watched, event);
}

void ColumnWidths::shareSoon() {
    if (std::exchange(awaited_, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            awaited_ = false;
            share();
        },
        Qt::QueuedConnection);
}

int ColumnWidths::needed(int column) const {
    return std::max(headWidth(header_, column),
                    static_cast<const QAbstractItemView&>(table_).sizeHintForColumn(column));
}

// Takes what is missing from the columns that would grow, from each the same part of its width as far as its title
// stays whole, and returns how much that was.
int ColumnWidths::shrink(std::map<int, int>& widths, int missing) const {
    const auto canGive = [&](int column) { return widths.contains(column) && !dragged_.contains(column); };
    int given = 0, all = 0;
    for (const int column : growing_)
        all += canGive(column) ? widths[column] : 0;
    for (const int column : growing_) {
        if (!canGive(column))
            continue;
        const int most = std::clamp(widths[column] - headWidth(header_, column), 0, widths[column] * 2 / 5);
        const int part = std::min((widths[column] * missing + all - 1) / all, most);
        widths[column] -= part;
        given += part;
    }
    return given;
}

void ColumnWidths::share() {
    if (sharing_) { // a column that changes may change the room: a scroll bar comes or goes
        shareSoon();
        return;
    }
    const QScopedValueRollback sharing(sharing_, true);
    int spare = table_.viewport()->width(), last = 0;
    std::map<int, int> widths;
    for (int place = 0; place < header_.count(); ++place) {
        const int column = header_.logicalIndex(place);
        if (header_.isSectionHidden(column))
            continue;
        const auto dragged = dragged_.find(column);
        widths[column] = dragged == dragged_.end() ? widthOf_(column) : dragged->second;
        spare -= widths[column];
        last = column;
    }
    if (spare < 0)
        spare += shrink(widths, -spare);
    for (const int column : growing_) {
        if (!widths.contains(column) || dragged_.contains(column))
            continue;
        const int more = std::clamp(needed(column) - widths[column], 0, std::max(0, spare));
        widths[column] += more;
        spare -= more;
    }
    widths[last] += std::max(0, spare);
    for (const auto& [column, width] : widths)
        header_.resizeSection(column, width);
}

void ColumnWidths::setDragged(std::map<int, int> widths) {
    dragged_ = std::move(widths);
    share();
}

} // namespace belfry
