// Several runs over one another: curves, a baseline, seeds, what differs; and branches.
#include "core/runs/metrics_store.h"
#include "tests/ui/pages/runs_compare_fixture.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/run_state_text.h"

#include <QComboBox>
#include <QDialog>
#include <algorithm>
#include <fstream>
#include <map>
#include <set>

namespace belfry {
namespace {
TEST_F(RunsCompareTest, OneRunShowsItsCurve) {
    ended("one", 1'700'000'000);
    openRuns(1);
    ASSERT_TRUE(hasLines(1));
    EXPECT_EQ(drawn(0), 40U);
    EXPECT_TRUE(charts()->isVisible());
    EXPECT_TRUE(find("runCard")->isVisible());
    EXPECT_FALSE(find("compareButton")->isVisible());
}

TEST_F(RunsCompareTest, SeveralRunsAreOverlaidWithTheirDifferences) {
    ended(seeded("slow", 1, 0.0003), 1'700'000'000, 0.97, 40);
    ended(seeded("fast", 1, 0.001), 1'700'100'000, 0.98, 60);
    ASSERT_TRUE(comparesAll(2));
    EXPECT_EQ(drawn(0), 60U); // "fast" is the newer one
    EXPECT_EQ(charts()->lines()[0].name, "fast");
    EXPECT_NE(charts()->lines()[0].colour, charts()->lines()[1].colour);
    EXPECT_TRUE(find("compareCard")->isVisible());
    EXPECT_EQ(compared("Best validation", 0), "98.00 %");
    EXPECT_EQ(compared("Learning rate", 0), "0.001");
    EXPECT_EQ(compared("Learning rate", 1), "0.0003");
    EXPECT_EQ(compared("Optimizer", 0), "no such row"); // the same in both
    EXPECT_TRUE(
        eventually([&] { return !table()->model()->index(0, RunTableModel::Name).data(Qt::DecorationRole).isNull(); }));
    click("detailsButton");
    EXPECT_TRUE(find("runCard")->isVisible());
    EXPECT_FALSE(find("compareCard")->isVisible());
}

// Its steps look worse than the same weights in use, and than those of a network without.
TEST_F(RunsCompareTest, LinesMeasuredWithDropoutAreMarked) {
    Plan dropping = seeded("dropping", 1);
    dropping.model = "mlp";
    dropping.mlp.dropout = 0.25;
    ended(dropping, 1'700'000'000, 0.97, 40);
    ended(seeded("plain", 1), 1'700'100'000, 0.98, 40);
    ASSERT_TRUE(comparesAll(2));
    for (LiveChart* chart : {charts()->loss(), charts()->accuracy()}) {
        QStringList names;
        for (const auto& series : chart->series())
            names << series->spec().name;
        EXPECT_TRUE(names.contains(QStringLiteral("plain")));
        EXPECT_TRUE(names.contains(QStringLiteral("dropping, dropout on"))) << names.join('|').toStdString();
    }
}

// The dots of its validation had the colour of the next line: that of another run.
TEST_F(RunsCompareTest, LineAndDotsOfARunHaveOneColour) {
    ended("one", 1'700'000'000);
    ended("two", 1'700'100'000);
    ASSERT_TRUE(comparesAll(2));
    const int colour = charts()->lines()[1].colour;
    clickRow(1);
    ASSERT_TRUE(hasLines(1));
    ASSERT_EQ(charts()->lines()[0].name, "one");
    for (LiveChart* chart : {charts()->loss(), charts()->accuracy()}) {
        EXPECT_EQ(chart->series().size(), 2U);
        for (const auto& series : chart->series())
            EXPECT_EQ(series->spec().colour, colour) << qPrintable(series->spec().name);
    }
}

// A run changed its colour when another one was pinned as baseline, or chosen before it.
TEST_F(RunsCompareTest, ARunKeepsItsColour) {
    for (int i = 0; i < 6; ++i)
        ended("run " + std::to_string(i), 1'700'000'000 + i, 0.5, 3);
    openRuns(6);
    const auto colours = [&] {
        std::map<QString, int> found;
        for (const ComparedLine& line : charts()->lines())
            found[line.name] = line.colour;
        return found;
    };
    clickRow(0);
    clickRow(3, Qt::ShiftModifier);
    ASSERT_TRUE(hasLines(4));
    const std::map<QString, int> before = colours();
    std::set<int> different;
    for (const auto& [name, colour] : before)
        different.insert(colour);
    EXPECT_EQ(different.size(), 4U);
    clickRow(3);
    ASSERT_TRUE(hasLines(1));
    EXPECT_EQ(colours().begin()->second, before.at(charts()->lines()[0].name));
    click("pinAsBaselineButton");
    clickRow(0);
    clickRow(2, Qt::ShiftModifier);
    ASSERT_TRUE(hasLines(4));
    EXPECT_EQ(colours(), before);
    EXPECT_TRUE(eventually([&] { return charts()->lines()[0].thick; }));
    charts()->group().redraw();
    EXPECT_GT(charts()->loss()->frame().lines.front().width, charts()->loss()->frame().lines.back().width);
    clickRow(5, Qt::ControlModifier); // a sixth is told apart as well
    ASSERT_TRUE(hasLines(5));
    for (const auto& [name, colour] : before)
        EXPECT_EQ(colours().at(name), colour) << qPrintable(name);
}

// The smoothed line of a short run lagged behind its data by nine steps, however few there were.
TEST_F(RunsCompareTest, SmoothedLinesLagByOnePerCent) {
    ended("short", 1'700'000'000, 0.97, 40);
    ended("long", 1'700'100'000, 0.97, 2000);
    openRuns(2);
    clickRow(1);
    ASSERT_TRUE(hasLines(1));
    const auto lag = [&] { return charts()->group().smoothing() / (1 - charts()->group().smoothing()); };
    EXPECT_NEAR(lag(), 0.4, 1e-9); // steps of 40
    clickRow(0);
    ASSERT_TRUE(
        eventually([&] { return charts()->lines().size() == 1 && charts()->lines()[0].points.size() == 2000; }));
    EXPECT_NEAR(lag(), 9, 1e-9);
    charts()->group().setSmoothing(0.5); // as the menu of a chart does
    clickRow(1);
    ASSERT_TRUE(eventually([&] { return charts()->lines().size() == 1 && charts()->lines()[0].points.size() == 40; }));
    EXPECT_EQ(charts()->group().smoothing(), 0.5);
}

// The ninth chosen run and those after it were left out without a word.
TEST_F(RunsCompareTest, OmittedRunsAreReported) {
    for (int i = 0; i < 9; ++i)
        ended("run " + std::to_string(i), 1'700'000'000 + i, 0.5, 3);
    openRuns(9);
    table()->selectAll();
    ASSERT_TRUE(hasLines(8));
    EXPECT_TRUE(text("compareHint").startsWith("8 of the 9 selected runs are compared"))
        << qPrintable(text("compareHint"));
    clickRow(1);
    ASSERT_TRUE(hasLines(1));
    EXPECT_FALSE(text("compareHint").contains("chosen runs"));
}

TEST_F(RunsCompareTest, SeedsAreGroupedAsMeanAndBand) {
    ended(seeded("seed 1", 1), 1'700'000'000, 0.97, 40);
    ended(seeded("seed 2", 2), 1'700'100'000, 0.98, 30);
    ended(seeded("other rate", 1, 0.1), 1'700'200'000, 0.98, 30);
    ASSERT_TRUE(comparesAll(3));
    auto* group = find<QAbstractButton>("groupSeedsButton");
    ASSERT_TRUE(eventually([&] { return group->isVisible(); }));
    QTest::mouseClick(group, Qt::LeftButton);
    ASSERT_TRUE(hasLines(2));
    EXPECT_TRUE(charts()->lines()[1].band);
    EXPECT_EQ(charts()->lines()[1].points.size(), 30U); // as far as both went
    EXPECT_EQ(charts()->lines()[1].name, "seed 2, mean of 2");
    charts()->group().redraw();
    EXPECT_EQ(charts()->loss()->frame().bands.size(), 1U);
    QTest::mouseClick(group, Qt::LeftButton);
    EXPECT_TRUE(hasLines(3));
}

TEST_F(RunsCompareTest, ARunningRunIsUpdated) {
    open();
    startAndWaitForSteps();
    openPage("Runs");
    ASSERT_TRUE(eventually([&] { return rows() == 1; }));
    ASSERT_TRUE(hasLines(1));
    const std::size_t before = drawn(0);
    charts()->group().view().zoomTo(2, 3);
    EXPECT_TRUE(eventually([&] { return drawn(0) > before; }));
    EXPECT_EQ(charts()->group().view().mode(), ViewRange::Mode::User); // new steps undo no zoom
    page().stop(StopKind::AfterStep);
    ASSERT_TRUE(eventually([&] { return stopped(); }));
}

// The axis may be one on which the runs have no place in common.
TEST_F(RunsCompareTest, EveryAxisHasAllPoints) {
    ended("a", 1'700'000'000, 0.9, 40);
    ended("b", 1'700'100'000, 0.9, 25);
    ASSERT_TRUE(comparesAll(2));
    for (const XAxis axis : {XAxis::Epoch, XAxis::Seconds, XAxis::Images, XAxis::Step}) {
        charts()->group().setXAxis(axis);
        EXPECT_EQ(drawn(0), 25U);
        EXPECT_EQ(drawn(2), 40U); // after the dots of the first
    }
}

TEST_F(RunsCompareTest, ABranchContinuesACheckpointAsASecondLine) {
    open();
    startAndWaitForSteps();
    page().stop(StopKind::AfterStep);
    ASSERT_TRUE(eventually([&] { return stopped(); }));
    const RunSummary parent = listRuns().at(0);
    openPage("Runs");
    ASSERT_TRUE(eventually([&] { return rows() == 1 && find("branchButton")->isEnabled(); }));
    click("branchButton");
    ASSERT_TRUE(eventually([&] { return window().findChild<QDialog*>("branchDialog") != nullptr; }));
    auto* dialog = window().findChild<QDialog*>("branchDialog");
    EXPECT_EQ(dialog->findChild<QComboBox*>("branchFromStepField")->currentData().toLongLong(), parent.steps);
    auto* rate = dialog->findChild<NumberField*>("branchLearningRateField");
    rate->setText(QStringLiteral("0.0002"));
    QTest::mouseClick(dialog->findChild<QAbstractButton*>("startBranchButton"), Qt::LeftButton);
    ASSERT_TRUE(eventually([&] { return page().status().kind == RunStatus::Kind::Running && page().isVisible(); }));
    openPage("Runs");
    ASSERT_TRUE(eventually([&] { return rows() == 2 && cell(0, RunTableModel::State) == "Running"; }));
    clickRow(0);
    ASSERT_TRUE(hasLines(2)); // with its parent's
    EXPECT_EQ(charts()->lines()[0].from, parent.steps);
    EXPECT_EQ(charts()->lines()[0].points.front().x.step, parent.steps + 1);
    EXPECT_EQ(charts()->lines()[1].id, parent.id);
    ASSERT_TRUE(eventually([&] { return window().findChild<QLabel*>("parentFact") != nullptr; }));
    EXPECT_EQ(text("parentFact"), runTitle(parent));
    EXPECT_EQ(charts()->group().marks().size(), 1U);
    page().stop(StopKind::AfterStep);
    ASSERT_TRUE(eventually([&] { return stopped(); }));
    EXPECT_EQ(readPlanFile(RunFiles(listRuns().at(0).folder).plan).learningRate, 0.0002);
    EXPECT_EQ(readPlanFile(RunFiles(parent.folder).plan).learningRate, longPlan().learningRate);
    EXPECT_EQ(summarise(parent.folder).steps, parent.steps);
}

// A run whose metrics are damaged has no line, and is compared all the same.
TEST_F(RunsCompareTest, DamagedMetricsDoNotCrash) {
    const fs::path broken = ended("broken", 1'700'000'000);
    ended("good", 1'700'100'000);
    std::ofstream(RunFiles(broken).metrics) << "no database";
    openRuns(2);
    clickRow(0);
    clickRow(1, Qt::ControlModifier);
    ASSERT_TRUE(eventually([&] { return charts()->lines().size() == 2; }));
    EXPECT_TRUE(charts()->lines()[1].points.empty());
    EXPECT_EQ(compared("Best validation", 1), "97.00 %");
}

// An asynchronous run beside a synchronous one: how late its gradients were, and that the other's never are.
TEST_F(RunsCompareTest, StalenessHasItsOwnChart) {
    Plan apart = seeded("apart", 1);
    apart.exchange = "async";
    ended(seeded("together", 1), 1'700'000'000, 0.97, 40);
    ended(apart, 1'700'000'100, 0.95, 40);
    openRuns(2);
    clickRow(1);
    ASSERT_TRUE(hasLines(1));
    EXPECT_FALSE(charts()->staleness()->isVisible());
    clickRow(0, Qt::ControlModifier);
    ASSERT_TRUE(hasLines(2));
    EXPECT_TRUE(charts()->staleness()->isVisible());
    std::vector<double> largest(2, -1);
    for (std::size_t line = 0; line < 2; ++line) {
        const ChartSeries& series = *charts()->staleness()->series().at(line);
        for (std::size_t i = 0; i < series.raw().size(); ++i)
            largest[line] = std::max(largest[line], static_cast<double>(series.raw().at(i)));
    }
    std::ranges::sort(largest);
    EXPECT_EQ(largest[0], 0);
    EXPECT_EQ(largest[1], 3);
}

} // namespace
} // namespace belfry
