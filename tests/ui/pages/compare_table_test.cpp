// The table of compared runs: names, differences from a baseline, settings and their changes.
#include "core/runs/metrics_store.h"
#include "tests/ui/pages/runs_compare_fixture.h"
#include "ui/widgets/run_state_text.h"

#include <QHeaderView>
#include <QTableWidget>
#include <set>

namespace belfry {
namespace {
// 60 % beside 50 % was called "+20 %": readers expect 10 points. Speed and time are compared in per cent.
TEST_F(RunsCompareTest, OthersDifferFromTheBaselineInPoints) {
    ended("base", 1'700'000'000, 0.50);
    ended("other", 1'700'100'000, 0.60);
    ended("third", 1'700'200'000, 0.40);
    openRuns(3);
    clickRow(2);
    ASSERT_EQ(text("runName"), "base");
    click("pinAsBaselineButton");
    EXPECT_EQ(find<QAbstractButton>("pinAsBaselineButton")->text(), "Unpin baseline");
    clickRow(1);
    ASSERT_TRUE(hasLines(2)); // with one chosen
    EXPECT_EQ(charts()->lines()[0].name, "base");
    EXPECT_TRUE(charts()->lines()[0].thick);
    EXPECT_FALSE(charts()->lines()[1].thick);
    click("compareButton");
    EXPECT_EQ(compared("Best validation", 0), "50.00 %");
    EXPECT_EQ(compared("Best validation", 1), "60.00 %\n+10.00 points");
    EXPECT_EQ(compared("Images/s", 1), "1,024\n+0.0 %");
    clickRow(0);
    ASSERT_TRUE(eventually([&] { return compared("Best validation", 1) == QStringLiteral("40.00 %\n−10.00 points"); }))
        << compared("Best validation", 1).toStdString();
    EXPECT_EQ(text("compareHint"), "Differences from base: points for accuracies, per cent for speed and time.");
    clickRow(2);
    click("pinAsBaselineButton");
    clickRow(1);
    ASSERT_TRUE(hasLines(1));
}

// The names of the rows were 8 pixels above their values, the third run was cut, and a long name of a run ended in
// mid-letter.
TEST_F(RunsCompareTest, NamesAndValuesStandInLine) {
    ended("a name that is much too long for a column of the table", 1'700'000'000);
    ended("b", 1'700'100'000);
    ended("c", 1'700'200'000);
    ASSERT_TRUE(comparesAll(3));
    auto* table = find<QTableWidget>("compareTable");
    const QHeaderView* heads = table->horizontalHeader();
    EXPECT_EQ(heads->length(), table->viewport()->width()); // all three, and no width is left over
    EXPECT_EQ(table->horizontalHeaderItem(2)->toolTip(), "a name that is much too long for a column of the table");
    const QImage shown = table->grab().toImage();
    const double scale = shown.devicePixelRatio();
    const int row = 3; // "Images/s", "1,024"
    ASSERT_EQ(table->verticalHeaderItem(row)->text(), "Images/s");
    const auto inkTop = [&](const QRect& place) { // in pixels below the row's top
        for (int y = place.top() + 1; y < place.bottom() - 1; ++y)
            for (int x = place.left() + 1; x < place.right() - 1; ++x)
                if (shown.pixelColor(static_cast<int>(x * scale), static_cast<int>(y * scale)).lightness() < 150)
                    return y - place.top();
        return -1;
    };
    const QPoint corner = table->viewport()->pos();
    const QRect value = table->visualItemRect(table->item(row, 1)).translated(corner);
    const QRect name(0, value.top(), corner.x(), value.height());
    EXPECT_GT(inkTop(value), 0);
    EXPECT_NEAR(inkTop(name), inkTop(value), 2);
    EXPECT_TRUE(table->item(row, 1)->textAlignment() & Qt::AlignRight);
}

// Heads read "quick", "quick", "quick" or "lene…5160" twice, the legend as well, and the differences were "from quick".
TEST_F(RunsCompareTest, RunsOfOneNameAreToldApart) {
    ended("quick", 1'700'000'000);
    ended("quick", 1'700'100'000);
    ended("quick", 1'700'100'030); // in the same minute
    ended("other", 1'700'200'000);
    ASSERT_TRUE(comparesAll(4));
    const auto* table = find<QTableWidget>("compareTable");
    std::set<QString> heads, lines;
    for (int column = 0; column < 4; ++column)
        heads.insert(table->horizontalHeaderItem(column)->text());
    for (const ComparedLine& line : charts()->lines())
        lines.insert(line.name);
    EXPECT_EQ(heads.size(), 4U);
    EXPECT_EQ(lines.size(), 4U);
    EXPECT_TRUE(heads.contains(QStringLiteral("other")));
    EXPECT_TRUE(heads.contains(QStringLiteral("quick\n") + momentText(1'700'000'000)));
    EXPECT_TRUE(lines.contains(QStringLiteral("quick, ") + momentText(1'700'000'000)));
    clickRow(3);
    click("pinAsBaselineButton");
    clickRow(1, Qt::ControlModifier);
    EXPECT_TRUE(eventually([&] {
        return text("compareHint").startsWith("Differences from quick, " + momentText(1'700'000'000) + ':');
    })) << qPrintable(text("compareHint"));
}

// "Changed while runni…", and names of branches lost what they differ in beside free room below them.
TEST_F(RunsCompareTest, NamesOfColumnsAndRowsAreWhole) {
    const fs::path changed = ended("lenet, slower, from 5160", 1'700'000'000);
    MetricsWriter metrics(RunFiles(changed).metrics);
    metrics.add(Mark{17, Text::tr("epochs %1 -> %2", 2, 5)});
    metrics.finish();
    ended("lenet, slower, from 986", 1'700'100'000);
    ended("c", 1'700'200'000);
    ASSERT_TRUE(comparesAll(3));
    auto* table = find<QTableWidget>("compareTable");
    const int row = table->rowCount() - 1;
    ASSERT_EQ(table->verticalHeaderItem(row)->text(), "Changed while running");
    table->scrollToItem(table->item(row, 0));
    const QImage shown = table->grab().toImage();
    const auto lines = [&](const QRect& place) { // of text, by its ink
        int count = 0;
        bool before = false;
        for (int y = place.top() + 1; y < place.bottom() - 1; ++y) {
            bool ink = false;
            for (int x = place.left() + 1; x < place.right() - 1; ++x)
                ink = ink || shown.pixelColor(QPoint(x, y) * shown.devicePixelRatio()).lightness() < 170;
            count += ink && !before ? 1 : 0;
            before = ink;
        }
        return count;
    };
    const QPoint corner = table->viewport()->pos();
    const QRect value = table->visualItemRect(table->item(row, 0)).translated(corner);
    EXPECT_EQ(lines(QRect(0, value.top(), corner.x(), value.height())), 2);
    const auto head = [&](int column) {
        const QHeaderView* heads = table->horizontalHeader();
        return QRect(corner.x() + heads->sectionViewportPosition(column), 0, heads->sectionSize(column),
                     heads->height());
    };
    EXPECT_EQ(lines(head(0)), 1);
    EXPECT_GT(lines(head(2)), 1);
}

// Two runs were shown with the same rate though one was set to another while it ran, and settings by the names and
// numbers of files: "adam", "by-device", "0".
TEST_F(RunsCompareTest, SettingsHaveTitlesAndChangesWhileRunningAreListed) {
    Plan a = seeded("a", 1), b = seeded("b", 1);
    b.optimizer = "sgd";
    b.patience = 3;
    b.towers = 2;
    b.batchPerTower = 7;
    b.feed = "queue";
    ended(a, 1'700'000'000, 0.97, 40);
    const fs::path changed = ended(b, 1'700'100'000, 0.97, 40);
    MetricsWriter metrics(RunFiles(changed).metrics);
    metrics.add(Mark{17, Text::tr("epochs %1 -> %2", 2, 5)});
    metrics.finish();
    ASSERT_TRUE(comparesAll(2));
    EXPECT_EQ(compared("Optimizer", 0), "SGD");
    EXPECT_EQ(compared("Optimizer", 1), "Adam");
    EXPECT_EQ(compared("Feed", 1), "Automatic");
    EXPECT_EQ(compared("Patience", 0), "3 epochs");
    EXPECT_EQ(compared("Patience", 1), "never stop");
    EXPECT_EQ(compared("Global batch", 0), "14");
    EXPECT_EQ(compared("Batch per tower", 0), "no such row");
    EXPECT_EQ(compared("Changed while running", 1), QStringLiteral("–"));
    EXPECT_TRUE(compared("Changed while running", 0).contains("(step 17)"))
        << qPrintable(compared("Changed while running", 0));
    EXPECT_TRUE(compared("Changed while running", 0).startsWith("epochs 2"));
}

} // namespace
} // namespace belfry
