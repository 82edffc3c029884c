#include "ui/pages/runs/run_columns.h"

#include "ui/pages/runs/run_table_model.h"
#include "ui/widgets/column_widths.h"

#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QScopedValueRollback>
#include <QTableView>
#include <algorithm>
#include <map>
#include <utility>

namespace belfry {
namespace {

constexpr int kMinWidth = 40, kMaxWidth = 2000; // pixels, of a width that was remembered
constexpr auto kColumns = static_cast<int>(RunTableModel::Columns);

// Until the user shows it: of interest where classes are rare.
bool isHiddenAtFirst(int column) {
    return column == RunTableModel::BalancedAccuracy || column == RunTableModel::MacroF1;
}

} // namespace

RunColumns::RunColumns(QTableView& table, const RunTableModel& model)
    : QObject(&table), table_(table), header_(*table.horizontalHeader()), model_(model),
      widths_(*new ColumnWidths(table, [&model](int column) { return model.widthOf(column); },
                                {RunTableModel::Name, RunTableModel::Tags, RunTableModel::Note})) {
    header_.setSectionsMovable(true);
    header_.setFirstSectionMovable(false); // names stay first
    header_.setContextMenuPolicy(Qt::CustomContextMenu);
    for (int column = 0; column < kColumns; ++column)
        header_.setSectionHidden(column, isHiddenAtFirst(column));
    widths_.share();
    connect(&header_, &QHeaderView::customContextMenuRequested, this, &RunColumns::openMenu);
    connect(&header_, &QHeaderView::sectionMoved, this, [this] {
        if (!moving_)
            Q_EMIT changed();
    });
    connect(&widths_, &ColumnWidths::draggedByUser, this, &RunColumns::changed);
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
    widths_.share();
    Q_EMIT changed();
}

void RunColumns::reset() {
    {
        const QScopedValueRollback moving(moving_, true);
        for (int column = 0; column < kColumns; ++column) {
            header_.setSectionHidden(column, isHiddenAtFirst(column));
            header_.moveSection(header_.visualIndex(column), column);
        }
    }
    widths_.setDragged({});
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
        if (const auto dragged = widths_.dragged().find(column); dragged != widths_.dragged().end())
            widths.insert(title, dragged->second);
    }
    const QJsonObject state{{"order", order}, {"hidden", hidden}, {"widths", widths}};
    return QString::fromUtf8(QJsonDocument(state).toJson(QJsonDocument::Compact));
}

void RunColumns::restore(const QString& state) {
    std::map<int, int> dragged = widths_.dragged();
    {
        const QScopedValueRollback moving(moving_, true);
        const QJsonObject json = QJsonDocument::fromJson(state.toUtf8()).object();
        const QJsonArray order = json["order"].toArray(), hidden = json["hidden"].toArray();
        const QJsonObject widths = json["widths"].toObject();
        for (int column = 1; column < kColumns; ++column)
            if (const QLatin1String title(model_.titleOf(column)); order.contains(title))
                header_.setSectionHidden(column, hidden.contains(title));
        int place = 0;
        for (const QJsonValue& title : order)
            for (int column = 0; column < kColumns; ++column)
                if (title.toString() == QLatin1String(model_.titleOf(column)))
                    header_.moveSection(header_.visualIndex(column), place++);
        for (int column = 0; column < kColumns; ++column)
            if (const int width = widths[QLatin1String(model_.titleOf(column))].toInt(); width > 0)
                dragged[column] = std::clamp(width, kMinWidth, kMaxWidth);
    }
    widths_.setDragged(std::move(dragged));
}

} // namespace belfry
