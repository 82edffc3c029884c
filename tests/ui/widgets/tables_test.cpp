// Columns of tables: titles that fit, and cells that use the room there is.
#include "ui/widgets/tables.h"

#include <gtest/gtest.h>

#include <QHeaderView>
#include <QTableWidget>

namespace belfry {
namespace {

// The title "FLOPs" of the network editor lost its last letter: a header asks for less than the style sheet takes of
// it.
TEST(Tables, TitlesOfColumnsFit) {
    QTableWidget table(1, 3);
    table.setHorizontalHeaderLabels({QStringLiteral("Out"), QStringLiteral("FLOPs"), QStringLiteral("Parameters")});
    table.horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    fitHeads(table.horizontalHeader());
    table.show();
    for (int column = 0; column < 3; ++column)
        EXPECT_GE(table.columnWidth(column), headWidth(*table.horizontalHeader(), column)) << column;
}

// Text was elided beside an empty half of the table.
TEST(Tables, SpareWidthGoesWhereCellsAreElided) {
    QTableWidget table(1, 3);
    table.verticalHeader()->hide();
    table.setItem(0, 1, new QTableWidgetItem(QStringLiteral("a name that is rather longer than its column")));
    for (int column = 0; column < 3; ++column)
        table.setColumnWidth(column, 80);
    table.resize(800, 200);
    table.show();
    shareSpareWidth(&table, {{1, 80}});
    const QAbstractItemView& view = table;
    EXPECT_EQ(table.columnWidth(1), view.sizeHintForColumn(1));
    table.resize(200, 200);
    shareSpareWidth(&table, {{1, 80}});
    EXPECT_EQ(table.columnWidth(1), 80);
    EXPECT_EQ(table.columnWidth(0), 80);
}

} // namespace
} // namespace belfry
