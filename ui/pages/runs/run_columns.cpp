#include "ui/pages/runs/run_columns.h"

#include "ui/pages/runs/run_table_model.h"

#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTableView>
#include <algorithm>
#include <utility>

namespace belfry {
namespace {

constexpr int kMinWidth = 40, kMaxWidth = 2000; // pixels, of a width that was remembered
constexpr auto kColumns = static_cast<int>(RunTableModel::Columns);

} // namespace

RunColumns::RunColumns(QTableView& table, const RunTableModel& model)
    : QObject(&table), table_(table), header_(*table.horizontalHeader()), model_(model) {
    header_.setSectionsMovable(true);
    header_.setFirstSectionMovable(false); // names stay first
    header_.setContextMenuPolicy(Qt::CustomContextMenu);
    connect(&header_, &QHeaderView::customContextMenuRequested, this, &RunColumns::openMenu);
    connect(&header_, &QHeaderView::sectionMoved, this, [this] {
        shareWidth();
        if (!sharing_)
            Q_EMIT changed();
    });
    connect(&header_, &QHeaderView::sectionResized, this, [this](int column, int, int width) {
        if (sharing_ || width == 0) // 0: hidden
            return;
        chosenWidths_[column] = width;
        Q_EMIT changed();
    });
    const QAbstractItemModel* rows = table.model();
    connect(rows, &QAbstractItemModel::rowsInserted, this, &RunColumns::shareSoon);
    connect(rows, &QAbstractItemModel::rowsRemoved, this, &RunColumns::shareSoon);
    connect(rows, &QAbstractItemModel::dataChanged, this, [this](const QModelIndex& first) {
        if (first.column() == RunTableModel::Name) // not each second while a run is in progress
            shareWidth();
    });
    shareWidth();
}

// Once for all rows that come and go together: a list of hundreds is replaced row by row.
void RunColumns::shareSoon() {
    if (std::exchange(awaited_, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this] {
            awaited_ = false;
            shareWidth();
        },
        Qt::QueuedConnection);
}

int RunColumns::widthOf(int column) const {
    const auto chosen = chosenWidths_.find(column);
    return chosen == chosenWidths_.end() ? model_.widthOf(column) : chosen->second;
}

void RunColumns::shareWidth() {
    const QScopedValueRollback sharing(sharing_, true);
    int spare = table_.viewport()->width(), last = 0;
    std::map<int, int> widths;
    for (int place = 0; place < kColumns; ++place) {
        const int column = header_.logicalIndex(place);
        if (header_.isSectionHidden(column))
            continue;
        widths[column] = widthOf(column);
        spare -= widths[column];
        last = column;
    }
    for (const int column : {RunTableModel::Name, RunTableModel::Note}) {
        if (!widths.contains(column) || chosenWidths_.contains(column))
            continue;
        const int content = static_cast<const QAbstractItemView&>(table_).sizeHintForColumn(column);
        const int more = std::clamp(content - widths[column], 0, std::max(0, spare));
        widths[column] += more;
        spare -= more;
    }
    widths[last] += std::max(0, spare);
    for (const auto& [column, width] : widths)
        header_.resizeSection(column, width);
}

void RunColumns::fillMenu(QMenu& menu) {
    for (int place = 0; place < kColumns; ++place) {
        const int column = header_.logicalIndex(place);
        if (column == RunTableModel::Name) // always shown
            continue;
        QAction* action = menu.addAction(model_.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        action->setObjectName(QStringLiteral("column%1").arg(QLatin1String(model_.titleOf(column))));
        action->setCheckable(true);
        action->setChecked(!header_.isSectionHidden(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) { setShown(column, shown); });
    }
    menu.addSeparator();
    connect(menu.addAction(tr("Reset columns")), &QAction::triggered, this, &RunColumns::reset);
}

void RunColumns::setShown(int column, bool shown) {
    header_.setSectionHidden(column, !shown);
    shareWidth();
    Q_EMIT changed();
}

void RunColumns::reset() {
    {
        const QScopedValueRollback sharing(sharing_, true);
        chosenWidths_.clear();
        for (int column = 0; column < kColumns; ++column) {
            header_.setSectionHidden(column, false);
            header_.moveSection(header_.visualIndex(column), column);
        }
    }
    shareWidth();
    Q_EMIT changed();
}

void RunColumns::openMenu(const QPoint& position) {
    auto* menu = new QMenu(&table_);
    menu->setObjectName(QStringLiteral("columnsMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillMenu(*menu);
    menu->popup(header_.viewport()->mapToGlobal(position));
}

QString RunColumns::state() const {
    QJsonArray order, hidden;
    QJsonObject widths;
    for (int place = 0; place < kColumns; ++place) {
        const int column = header_.logicalIndex(place);
        const QLatin1String title(model_.titleOf(column));
        order << title;
        if (header_.isSectionHidden(column))
            hidden << title;
        if (const auto chosen = chosenWidths_.find(column); chosen != chosenWidths_.end())
            widths.insert(title, chosen->second);
    }
    const QJsonObject state{{"order", order}, {"hidden", hidden}, {"widths", widths}};
    return QString::fromUtf8(QJsonDocument(state).toJson(QJsonDocument::Compact));
}

void RunColumns::restore(const QString& state) {
    {
        const QScopedValueRollback sharing(sharing_, true);
        const QJsonObject json = QJsonDocument::fromJson(state.toUtf8()).object();
        const QJsonArray order = json["order"].toArray(), hidden = json["hidden"].toArray();
        const QJsonObject widths = json["widths"].toObject();
        for (int column = 1; column < kColumns; ++column)
            header_.setSectionHidden(column, hidden.contains(QLatin1String(model_.titleOf(column))));
        int place = 0;
        for (const QJsonValue& title : order)
            for (int column = 0; column < kColumns; ++column)
                if (title.toString() == QLatin1String(model_.titleOf(column)))
                    header_.moveSection(header_.visualIndex(column), place++);
        for (int column = 0; column < kColumns; ++column)
            if (const int width = widths[QLatin1String(model_.titleOf(column))].toInt(); width > 0)
                chosenWidths_[column] = std::clamp(width, kMinWidth, kMaxWidth);
    }
    shareWidth();
}

} // namespace belfry
