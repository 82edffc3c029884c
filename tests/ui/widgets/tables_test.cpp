// Columns of tables: titles that fit, and cells that use the room there is.
#include "ui/widgets/column_widths.h"
#include "ui/widgets/tables.h"

#include <gtest/gtest.h>

#include <QHeaderView>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTableWidget>
#include <QTest>

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
    new ColumnWidths(table, [](int) { return 80; }, {1});
    table.resize(800, 200);
    table.show();
    QCoreApplication::sendPostedEvents();
    EXPECT_EQ(table.columnWidth(1), static_cast<const QAbstractItemView&>(table).sizeHintForColumn(1));
    EXPECT_EQ(table.horizontalHeader()->length(), table.viewport()->width()); // the last column has the rest
}

// Such a table had to be scrolled as soon as it was a little too narrow.
TEST(Tables, GrowingColumnsGiveWayTogether) {
    QTableWidget table(1, 3);
    table.verticalHeader()->hide();
    ColumnWidths widths(table, [](int column) { return column == 1 ? 200 : 100; }, {0, 1});
    table.resize(350, 200);
    table.show();
    QCoreApplication::sendPostedEvents();
    EXPECT_EQ(table.horizontalHeader()->length(), table.viewport()->width());
    EXPECT_NEAR(table.columnWidth(1), 2 * table.columnWidth(0), 2);
    EXPECT_NEAR(table.columnWidth(2), 100, 2);
    table.resize(150, 200); // no further than to three fifths
    QCoreApplication::sendPostedEvents();
    EXPECT_EQ(table.columnWidth(0), 60);
    EXPECT_EQ(table.columnWidth(1), 120);
    EXPECT_EQ(table.columnWidth(2), 100);
    widths.setDragged({{1, 150}});
    EXPECT_EQ(table.columnWidth(1), 150);
}

TEST(Tables, AWidthThatTheUserHasDraggedStays) {
    QTableWidget table(1, 3);
    table.setItem(0, 1, new QTableWidgetItem(QStringLiteral("a name that is rather longer than its column")));
    ColumnWidths widths(table, [](int) { return 80; }, {1});
    table.resize(800, 200);
    table.show();
    QSignalSpy dragged(&widths, &ColumnWidths::draggedByUser);
    QWidget* head = table.horizontalHeader()->viewport();
    const QPoint edge(table.horizontalHeader()->sectionViewportPosition(2) - 1, head->height() / 2);
    const int before = table.columnWidth(1);
    QTest::mousePress(head, Qt::LeftButton, {}, edge);
    QTest::mouseMove(head, edge - QPoint(60, 0));
    QTest::mouseRelease(head, Qt::LeftButton, {}, edge - QPoint(60, 0));
    EXPECT_EQ(table.columnWidth(1), before - 60);
    EXPECT_FALSE(dragged.isEmpty());
    table.resize(900, 200);
    EXPECT_EQ(table.columnWidth(1), before - 60);
}

// Each row that came or changed measured all cells anew: a list of hundreds stopped the window.
TEST(Tables, ManyRowsCostOneMeasurement) {
    QStandardItemModel model(0, 2);
    QTableView table;
    table.setModel(&model);
    table.resize(800, 200);
    table.show();
    int measured = 0;
    new ColumnWidths(table,
                     [&measured](int column) {
                         measured += column == 0 ? 1 : 0;
                         return 80;
                     },
                     {1});
    QCoreApplication::sendPostedEvents();
    measured = 0;
    for (int row = 0; row < 100; ++row)
        model.appendRow({new QStandardItem(QStringLiteral("a")), new QStandardItem(QStringLiteral("b"))});
    for (int row = 0; row < 100; ++row)
        model.item(row, 1)->setText(QStringLiteral("a longer text than that"));
    EXPECT_EQ(measured, 0);
    QCoreApplication::sendPostedEvents();
    EXPECT_EQ(measured, 1);
    EXPECT_GE(table.columnWidth(1), static_cast<const QAbstractItemView&>(table).sizeHintForColumn(1));
    model.item(3, 0)->setText(QStringLiteral("of a column that does not grow"));
    QCoreApplication::sendPostedEvents();
    EXPECT_EQ(measured, 1);
}

} // namespace
} // namespace belfry
