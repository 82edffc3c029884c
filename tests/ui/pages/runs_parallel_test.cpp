// Parallel coordinates of the selected runs, on the Runs page.
#include "tests/ui/pages/runs_page_fixture.h"
#include "ui/pages/runs/compare_charts.h"
#include "ui/pages/runs/run_parallel_plot.h"
#include "ui/widgets/run_state_text.h"

#include <QHelpEvent>
#include <QToolTip>
#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

class RunsParallelTest : public RunsPageTest {
protected:
    struct Given {
        const char* name;
        const char* optimizer = "adam";
        double rate = 0.001;
        std::optional<double> accuracy = 0.97; // of its best validation
        const char* model = "lenet";
        int layers = 2; // of an "mlp"
    };
    static void record(const Given& given, std::int64_t time) {
        Plan plan;
        plan.name = given.name;
        plan.devices = {"cpu"};
        plan.model = given.model;
        plan.mlp.hiddenLayers = given.layers;
        plan.optimizer = given.optimizer;
        plan.learningRate = given.rate;
        RunRecorder recorder(createRun(plan, runsRoot(), time));
        recorder.onEvent(StepDone{.step = 1, .epoch = 0.01, .loss = 2});
        Finished finished;
        finished.steps = 1;
        finished.imagesPerSecond = 1000;
        if (given.accuracy) {
            EpochDone epoch{.epoch = 1, .step = 1};
            epoch.validation = {.loss = 1 - *given.accuracy,
                                .correct = std::llround(1000 * *given.accuracy),
                                .images = 1000,
                                .confusion = {}};
            recorder.onEvent(epoch);
            finished.bestValidation = *given.accuracy;
            finished.bestEpoch = 1;
        }
        recorder.onEvent(finished);
    }
    // Opens the page with these runs, selects all of them and asks for their parallel coordinates.
    void openParallel(const std::vector<Given>& runs) {
        std::int64_t time = 1'700'000'000;
        for (const Given& run : runs)
            record(run, time += 1000);
        openRuns(static_cast<int>(runs.size()));
        press(Qt::Key_A, Qt::ControlModifier);
        click("parallelButton");
        ASSERT_TRUE(eventually([&] { return plot().picture().lines.size() == runs.size(); }));
    }
    RunParallelPlot& plot() { return *find<RunParallelPlot>("runParallelPlot"); }
    QStringList titles() {
        QStringList titles;
        for (const ParallelAxis& axis : plot().picture().axes)
            titles << axis.title;
        return titles;
    }
    std::size_t axis(const char* title) { return static_cast<std::size_t>(titles().indexOf(QLatin1String(title))); }
    const ParallelLine& line(const char* name) {
        const auto& lines = plot().picture().lines;
        const auto found = std::ranges::find_if(
            lines, [&](const ParallelLine& one) { return plot().find(one.item)->summary.name == name; });
        EXPECT_NE(found, lines.end()) << name;
        return *found;
    }
    // Between an axis and the next one, on the run's line.
    QPoint on(const char* name, std::size_t axis) {
        const std::vector<double>& values = line(name).values;
        return QPointF((plot().axisX(axis) + plot().axisX(axis + 1)) / 2,
                       (plot().yOf(axis, values[axis]) + plot().yOf(axis + 1, values[axis + 1])) / 2)
            .toPoint();
    }
    QString tipAt(const QPoint& place) {
        QHelpEvent help(QEvent::ToolTip, place, plot().mapToGlobal(place));
        QCoreApplication::sendEvent(&plot(), &help);
        return QToolTip::text();
    }
    QString category(const char* name, std::size_t axis) {
        return plot().picture().axes[axis].textOf(std::floor(line(name).values[axis]));
    }
};

TEST_F(RunsParallelTest, EveryRunIsALineThroughWhatDiffersAndItsResults) {
    openParallel({{"a", "adam", 0.001, 0.97}, {"b", "sgd", 0.1, 0.98}, {"c", "adam", 0.01, 0.9}});
    EXPECT_TRUE(plot().isVisible());
    EXPECT_FALSE(window().runsPage()->charts()->isVisible());
    EXPECT_EQ(titles().join('|').toStdString(), "Optimizer|Learning rate|Best validation|Validation loss|Images/s");
    const ParallelAxis& rate = plot().picture().axes[1];
    EXPECT_TRUE(rate.isScale() && rate.log);
    EXPECT_NEAR(line("c").values[1], -2, 1e-9);
    EXPECT_NEAR(line("b").values[2], 98, 1e-9);
    EXPECT_NEAR(line("c").values[3], 0.1, 1e-6);
    EXPECT_EQ(line("a").values[4], 1000);
    EXPECT_FALSE(plot().picture().axes[0].isScale()); // names
    EXPECT_EQ(category("b", 0), "SGD");
    EXPECT_EQ(category("c", 0), "Adam");
    click("parallelButton");
    EXPECT_FALSE(plot().isVisible());
    EXPECT_TRUE(window().runsPage()->charts()->isVisible());
}

TEST_F(RunsParallelTest, HoveringNamesARunAndAClickChoosesIt) {
    openParallel({{"a", "adam", 0.001, 0.97}, {"b", "sgd", 0.1, 0.98}, {"c", "adam", 0.01, 0.9}});
    for (const char* name : {"a", "b", "c"}) {
        const QPoint place = on(name, 1);
        QTest::mouseMove(&plot(), place);
        EXPECT_EQ(plot().hovered(), line(name).item);
        EXPECT_TRUE(tipAt(place).startsWith(QLatin1String(name) + QLatin1Char('\n'))) << tipAt(place).toStdString();
    }
    EXPECT_TRUE(tipAt(on("b", 1)).contains(QStringLiteral("Optimizer: SGD\nLearning rate: 0.1\n")));
    QTest::mouseClick(&plot(), Qt::LeftButton, {}, on("c", 1));
    EXPECT_EQ(plot().chosen(), line("c").item);
    EXPECT_TRUE(find("runCard")->isVisible());
    EXPECT_EQ(text("runName"), "c");
    EXPECT_EQ(table()->currentIndex().data().toString(), "c");
    EXPECT_EQ(table()->selectedIds().size(), 3); // the others keep their lines
    EXPECT_EQ(plot().picture().lines.size(), 3U);
    QTest::keyClick(&plot(), Qt::Key_Up); // the next better one
    EXPECT_EQ(text("runName"), "a");
    EXPECT_TRUE(plot().accessibleDescription().contains(QStringLiteral("; a; Optimizer: Adam; ")))
        << plot().accessibleDescription().toStdString();
    clickRow(0);
    EXPECT_EQ(text("runName"), "c"); // the newest, alone
    EXPECT_FALSE(plot().isVisible());
}

TEST_F(RunsParallelTest, LinesHaveTheColoursOfTheCurves) {
    openParallel({{"a"}, {"b", "sgd"}, {"c", "rmsprop"}});
    ASSERT_TRUE(eventually([&] { return window().runsPage()->charts()->lines().size() == 3; }));
    std::vector<int> looks;
    for (const ComparedLine& curve : window().runsPage()->charts()->lines()) {
        EXPECT_EQ(line(curve.name.toUtf8().constData()).look, curve.colour);
        looks.push_back(curve.colour);
    }
    std::ranges::sort(looks);
    EXPECT_EQ(std::ranges::adjacent_find(looks), looks.end());
}

// The curves show eight runs at most.
TEST_F(RunsParallelTest, AllSelectedRunsHaveALine) {
    const char* names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"};
    std::vector<Given> runs;
    for (const char* name : names)
        runs.push_back({name, "adam", 0.001 * static_cast<double>(runs.size() + 1)});
    openParallel(runs);
    EXPECT_TRUE(plot().accessibleDescription().startsWith("Runs within all selected ranges: 12 of 12"));
    const std::size_t rate = axis("Learning rate");
    const QPoint top(static_cast<int>(plot().axisX(rate)), static_cast<int>(plot().yOf(rate, std::log10(0.0125))));
    const QPoint low(top.x(), static_cast<int>(plot().yOf(rate, std::log10(0.0075))));
    QTest::mousePress(&plot(), Qt::LeftButton, {}, top);
    QTest::mouseMove(&plot(), (top + low) / 2);
    QTest::mouseMove(&plot(), low);
    QTest::mouseRelease(&plot(), Qt::LeftButton, {}, low);
    EXPECT_TRUE(plot().accessibleDescription().startsWith("Runs within all selected ranges: 5 of 12"))
        << plot().accessibleDescription().toStdString();
}

TEST_F(RunsParallelTest, WhatIsUnknownHasNoPlace) {
    openParallel({{"flat", "adam", 0.001, 0.97, "mlp", 1},
                  {"deep", "adam", 0.001, 0.98, "mlp", 3},
                  {"b", "sgd", 0.001, 0.9},
                  {"broken", "adam", 0.002, {}}});
    const std::vector<double>& values = line("broken").values;
    EXPECT_TRUE(std::isnan(values[axis("Best validation")]));
    EXPECT_TRUE(std::isnan(values[axis("Validation loss")]));
    EXPECT_EQ(values[axis("Images/s")], 1000);
    EXPECT_EQ(plot().picture().lines.front().item, line("broken").item); // not better than any
    const QPoint place = on("broken", axis("Optimizer"));
    EXPECT_TRUE(tipAt(place).contains(QStringLiteral("Best validation: –"))) << tipAt(place).toStdString();
    const std::size_t hidden = axis("Hidden layers"); // of one kind of network
    ASSERT_LT(hidden, plot().picture().axes.size()) << titles().join('|').toStdString();
    EXPECT_TRUE(plot().picture().axes[hidden].hasNone());
    EXPECT_EQ(category("b", hidden), QStringLiteral("–"));
    EXPECT_EQ(category("deep", hidden), "3");
}

// Both were called "quick".
TEST_F(RunsParallelTest, RunsOfOneNameAreToldApart) {
    openParallel({{"quick"}, {"quick", "sgd", 0.1, 0.9}});
    const QString tip = tipAt(on("quick", 1)).section('\n', 0, 0);
    const auto of = [](std::int64_t time) { return QStringLiteral("quick, ") + momentText(time); };
    EXPECT_TRUE(tip == of(1'700'001'000) || tip == of(1'700'002'000)) << tip.toStdString();
}

TEST_F(RunsParallelTest, SpeaksTheLanguageOfTheWindow) {
    openParallel({{"a"}, {"b", "sgd", 0.1}});
    speak("es");
    EXPECT_TRUE(titles().contains(QStringLiteral("Tasa de aprendizaje"))) << titles().join('|').toStdString();
    EXPECT_EQ(titles().back(), QStringLiteral("Imágenes/s"));
}

} // namespace
} // namespace belfry
