// The Runs page as a user meets it: runs of this window and of other processes, names, notes, the bin, and odd folders.
#include "core/runs/run_edit.h"
#include "core/runs/run_lock.h"
#include "tests/support/full_disk.h"
#include "tests/ui/pages/runs_page_fixture.h"
#include "ui/charts/live_chart.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/widgets/run_state_text.h"
#include "ui/widgets/tables.h"

#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QScrollBar>
#include <QTest>
#include <fstream>

namespace belfry {
namespace {

TEST_F(RunsPageTest, WithoutRunsShowsAHint) {
    openRuns(0);
    ASSERT_TRUE(eventually([&] { return text("runsEmpty").startsWith("No runs yet"); }));
    EXPECT_TRUE(find("runsEmpty")->isVisible());
    EXPECT_FALSE(table()->isVisible());
    EXPECT_FALSE(find("runCard")->isVisible());
    EXPECT_FALSE(fs::exists(runsRoot())); // looking makes nothing
}

TEST_F(RunsPageTest, ShowsARunOfThisWindow) {
    open();
    startAndWaitForSteps();
    openPage("Runs");
    ASSERT_TRUE(eventually([&] { return rows() == 1; }));
    EXPECT_EQ(cell(0, RunTableModel::Name), "trial");
    EXPECT_EQ(cell(0, RunTableModel::State), "Running");
    EXPECT_FALSE(find("resumeRunButton")->isEnabled());
    EXPECT_FALSE(find("deleteRunsButton")->isEnabled());
    page().stop(StopKind::AfterStep);
    ASSERT_TRUE(eventually([&] { return cell(0, RunTableModel::State) == "Stopped"; }));
    EXPECT_TRUE(eventually([&] { return find("resumeRunButton")->isEnabled(); }));
    EXPECT_EQ(text("runState"), "Stopped");
}

// Train said Stopped, but as the disk was full this page said Running until the program ended: nothing could be deleted
// to make room.
TEST_F(RunsPageTest, ARunThatStoppedOnAFullDiskCanBeDeleted) {
    open();
    startAndWaitForSteps();
    {
        const FullDisk full;
        stop();
        const fs::path lock = RunFiles(newestRun()->folder).lock;
        ASSERT_TRUE(eventually([&] { return RunLock::isHeld(lock) == false; }));
    }
    openPage("Runs");
    ASSERT_TRUE(eventually([&] { return rows() == 1 && cell(0, RunTableModel::State) == "Interrupted"; }));
    EXPECT_TRUE(eventually([&] { return find("resumeRunButton")->isEnabled(); }));
    click("deleteRunsButton");
    EXPECT_TRUE(eventually([&] { return rows() == 0 && !newestRun(); }));
}

#ifdef BELFRY_CLI
TEST_F(RunsPageTest, ShowsARunOfAnotherProcessLive) {
    openRuns(0);
    QProcess other;
    other.start(QStringLiteral(BELFRY_CLI), {"train", "--devices", "cpu", "--name", "outside", "--batch-per-tower",
                                             "16", "--epochs", "1000", "--json"});
    ASSERT_TRUE(other.waitForStarted());
    ASSERT_TRUE(eventually([&] { return rows() == 1 && cell(0, RunTableModel::State) == "Running"; }));
    EXPECT_EQ(cell(0, RunTableModel::Name), "outside");
    const auto steps = [&] { return text("stepsFact"); };
    ASSERT_TRUE(eventually([&] { return !steps().isEmpty() && !steps().startsWith("0 "); }));
    const QString before = steps();
    EXPECT_TRUE(eventually([&] { return steps() != before; })) << before.toStdString();
    other.kill(); // without a word
    other.waitForFinished();
    EXPECT_TRUE(eventually([&] { return cell(0, RunTableModel::State) == "Interrupted"; }));
    EXPECT_TRUE(eventually([&] { return text("runReason").contains("quit unexpectedly during this run"); }));
    EXPECT_TRUE(find("resumeRunButton")->isEnabled());
}
#endif

TEST_F(RunsPageTest, F2RenamesInTheTable) {
    const fs::path folder = ended("before", 1'700'000'000);
    openRuns(1);
    clickRow(0);
    press(Qt::Key_F2);
    auto* editor = table()->findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, "after");
    QTest::keyClick(editor, Qt::Key_Return);
    EXPECT_TRUE(eventually([&] { return cell(0, RunTableModel::Name) == "after"; }));
    EXPECT_TRUE(eventually([&] { return summarise(folder).name == "after"; }));
    EXPECT_EQ(text("runName"), "after");
    // What cannot be a name is said, and taken back.
    click("renameRunButton");
    editor = table()->findChild<QLineEdit*>();
    ASSERT_NE(editor, nullptr);
    editor->selectAll();
    QTest::keyClicks(editor, QString(201, 'x'));
    QTest::keyClick(editor, Qt::Key_Return);
    EXPECT_TRUE(eventually([&] { return banner()->text().contains("1 to 200 bytes"); }))
        << cell(0, RunTableModel::Name).toStdString();
    EXPECT_TRUE(eventually([&] { return cell(0, RunTableModel::Name) == "after"; }));
}

TEST_F(RunsPageTest, NotesAndTagsAreSavedAndSearchable) {
    const fs::path folder = ended("one", 1'700'000'000);
    ended("two", 1'700'100'000);
    openRuns(2);
    EXPECT_EQ(cell(0, RunTableModel::Name), "two"); // the newest first
    clickRow(1);
    ASSERT_EQ(text("runName"), "one");
    QTest::keyClicks(find<QPlainTextEdit>("runNote"), "rate too high");
    clickRow(0); // another run: what was typed is kept for the one it was typed at
    EXPECT_EQ(find<QPlainTextEdit>("runNote")->toPlainText(), "");
    EXPECT_TRUE(eventually([&] { return summarise(folder).note == "rate too high"; }));
    clickRow(1);
    ASSERT_TRUE(eventually([&] { return find<QPlainTextEdit>("runNote")->toPlainText() == "rate too high"; }));
    QTest::keyClicks(find<QLineEdit>("runTags"), "seed, paper");
    QTest::keyClick(find<QLineEdit>("runTags"), Qt::Key_Return);
    EXPECT_TRUE(eventually([&] { return summarise(folder).tags == std::vector<std::string>{"seed", "paper"}; }));
    EXPECT_TRUE(eventually([&] { return cell(1, RunTableModel::Tags) == "seed, paper"; }));
    QTest::keyClicks(find<QLineEdit>("runFilterField"), "HIGH pap");
    EXPECT_EQ(rows(), 1);
    EXPECT_EQ(cell(0, RunTableModel::Name), "one");
    EXPECT_EQ(text("runCount"), "1 of 2 runs");
    QTest::keyClicks(find<QLineEdit>("runFilterField"), "x");
    EXPECT_EQ(rows(), 0);
    EXPECT_TRUE(find("runsEmpty")->isVisible());
    EXPECT_EQ(text("runsEmpty"), QStringLiteral("No runs match “HIGH papx”."));
}

// A table of 1920 pixels had to be scrolled sideways; in one of 1280, tags and notes were out of sight.
TEST_F(RunsPageTest, NamesTagsAndNotesGiveWay) {
    const fs::path folder =
        ended("a name of a run that is a good deal longer than the width of its column", 1'700'000'000);
    noteRun(folder, "a note that is a good deal longer than the width of its column, too");
    openRuns(1);
    window().resize(1920, 1080);
    QCoreApplication::sendPostedEvents();
    EXPECT_EQ(table()->horizontalScrollBar()->maximum(), 0);
    EXPECT_EQ(table()->horizontalHeader()->length(), table()->viewport()->width());
    window().resize(1280, 720);
    QCoreApplication::sendPostedEvents();
    const auto* header = table()->horizontalHeader();
    for (const auto column : {RunTableModel::Tags, RunTableModel::Note}) {
        EXPECT_GE(header->sectionViewportPosition(column), 0);
        EXPECT_LE(header->sectionViewportPosition(column) + header->sectionSize(column), table()->viewport()->width());
        EXPECT_GE(header->sectionSize(column), headWidth(*header, column));
    }
}

// At 1920 pixels names were elided beside free width; at 1280 the start of a run was out of sight.
TEST_F(RunsPageTest, ColumnsShareTheWidth) {
    ended("a name of a run that is a good deal longer than the width of its column", 1'700'000'000);
    openRuns(1);
    const auto* header = table()->horizontalHeader();
    const auto end = [&](RunTableModel::Column column) {
        return header->sectionViewportPosition(column) + header->sectionSize(column);
    };
    window().resize(1280, 800);
    QCoreApplication::sendPostedEvents();
    EXPECT_LE(end(RunTableModel::Started), table()->viewport()->width());
    const int before = header->sectionSize(RunTableModel::Name);
    window().resize(2560, 1440);
    QCoreApplication::sendPostedEvents();
    EXPECT_GT(header->sectionSize(RunTableModel::Name), before);
    EXPECT_TRUE(eventually([&] { // also with the mark of its curve, which comes later
        return header->sectionSize(RunTableModel::Name) >=
               static_cast<const QAbstractItemView*>(table())->sizeHintForColumn(RunTableModel::Name);
    }));
    EXPECT_EQ(header->length(), table()->viewport()->width());
}

TEST_F(RunsPageTest, DeleteMovesToTheTrashAndUndoRestores) {
    ended("one", 1'700'000'000);
    const fs::path two = ended("two", 1'700'100'000);
    ended("three", 1'700'200'000);
    openRuns(3);
    clickRow(1);
    ASSERT_EQ(text("runName"), "two");
    press(Qt::Key_Delete);
    ASSERT_TRUE(eventually([&] { return rows() == 2; }));
    EXPECT_FALSE(fs::exists(two));
    ASSERT_TRUE(eventually([&] { return banner()->isVisible(); }));
    EXPECT_EQ(banner()->text(), QStringLiteral("The run “two” was moved to the trash."));
    EXPECT_FALSE(table()->selectedIds().isEmpty()); // the cursor is on a neighbour
    auto* undo = window().runsPage()->findChild<QAbstractButton*>("runsBannerAction");
    ASSERT_NE(undo, nullptr);
    QTest::mouseClick(undo, Qt::LeftButton);
    ASSERT_TRUE(eventually([&] { return rows() == 3; }));
    EXPECT_TRUE(fs::exists(two));
    EXPECT_FALSE(banner()->isVisible());
    // Several at once.
    clickRow(0);
    clickRow(2, Qt::ShiftModifier);
    click("deleteRunsButton");
    ASSERT_TRUE(eventually([&] { return rows() == 0; }));
    ASSERT_TRUE(eventually([&] { return banner()->text() == "3 runs were moved to the trash."; }));
    speak("es");
    EXPECT_EQ(undo->text(), "Deshacer");
    QTest::mouseClick(undo, Qt::LeftButton);
    EXPECT_TRUE(eventually([&] { return rows() == 3; }));
}

// A message above the page and a run's details beside it made the window higher than a small screen.
TEST_F(RunsPageTest, AMessageFitsASmallWindow) {
    ended("one", 1'700'000'000);
    ended("two", 1'700'100'000);
    openRuns(2);
    clickRow(0);
    for (const char* code : {"en", "es"}) {
        speak(code);
        window().resize(1280, 720);
        clickRow(0);
        click("deleteRunsButton");
        ASSERT_TRUE(eventually([&] { return banner()->isVisible() && rows() == 1; }));
        ASSERT_TRUE(eventually([&] { return find("runSide")->isVisible(); }));
        QCoreApplication::sendPostedEvents(); // what the layout has asked for
        EXPECT_LE(window().height(), 720) << code;
        QTest::mouseClick(find<QAbstractButton>("runsBannerAction"), Qt::LeftButton);
        ASSERT_TRUE(eventually([&] { return rows() == 2; }));
    }
}

TEST_F(RunsPageTest, SortsByAnyColumn) {
    ended("b", 1'700'000'000, 0.98);
    ended("a", 1'700'100'000, 0.97);
    ended("c", 1'700'200'000, 0.99);
    openRuns(3);
    const auto names = [&] {
        return cell(0, RunTableModel::Name) + cell(1, RunTableModel::Name) + cell(2, RunTableModel::Name);
    };
    EXPECT_EQ(names(), "cab"); // by their start
    auto* header = table()->horizontalHeader();
    const auto clickHeader = [&](RunTableModel::Column column) {
        const int x = header->sectionViewportPosition(column) + 20;
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, QPoint(x, header->height() / 2));
    };
    clickHeader(RunTableModel::Name);
    EXPECT_EQ(names(), "abc");
    clickHeader(RunTableModel::Best);
    EXPECT_EQ(names(), "abc");
    clickHeader(RunTableModel::Best);
    EXPECT_EQ(names(), "cba");
    EXPECT_EQ(cell(0, RunTableModel::Best), "99.00 % (1)");
}

TEST_F(RunsPageTest, ADamagedFolderIsARowWithAMessage) {
    const fs::path folder = ended("broken", 1'700'000'000);
    std::ofstream(RunFiles(folder).record) << "{";
    std::ofstream(RunFiles(folder).plan) << "[";
    ended("good", 1'700'100'000);
    openRuns(2);
    EXPECT_EQ(cell(1, RunTableModel::State), "Damaged");
    clickRow(1);
    EXPECT_TRUE(text("runReason").contains("plan.json")) << text("runReason").toStdString();
    EXPECT_TRUE(find("runReason")->isVisible());
    for (const char* name : {"resumeRunButton", "tryRunButton", "useItsPlanButton"}) {
        EXPECT_FALSE(find(name)->isEnabled()) << name;
    }
    press(Qt::Key_Delete); // what is broken can be thrown away
    EXPECT_TRUE(eventually([&] { return rows() == 1; }));
    EXPECT_FALSE(fs::exists(folder));
}

TEST_F(RunsPageTest, AnUnreadableFolderIsReported) {
    QFile file(path("runs")); // in the place of the folder
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    openRuns(0);
    ASSERT_TRUE(eventually([&] { return banner()->isVisible(); }));
    EXPECT_TRUE(banner()->text().startsWith("Cannot read the folder of runs")) << banner()->text().toStdString();
}

TEST_F(RunsPageTest, ThePlanOfARunFillsTheForm) {
    Plan plan;
    plan.name = "wide one";
    plan.devices = {"cpu"};
    plan.batchPerTower = 96;
    plan.learningRate = 0.0007;
    createRun(plan);
    openRuns(1);
    ASSERT_TRUE(eventually([&] { return find("useItsPlanButton")->isEnabled(); }));
    EXPECT_EQ(text("rateFact"), "0.0007");
    click("useItsPlanButton");
    EXPECT_TRUE(page().isVisible());
    EXPECT_EQ(page().plan().batchPerTower, 96);
    EXPECT_EQ(page().plan().learningRate, 0.0007);
    EXPECT_EQ(page().plan().name, "");
}

TEST_F(RunsPageTest, ResumesARunAndOpensItsFolder) {
    open();
    startAndWaitForSteps();
    page().stop(StopKind::AfterStep);
    ASSERT_TRUE(eventually([&] { return stopped(); }));
    const RunSummary run = listRuns().at(0);
    shut();
    openRuns(1);
    QUrl opened;
    window().runsPage()->setOpener([&opened](const QUrl& url) {
        opened = url;
        return false; // no desktop here
    });
    click("openFolderButton");
    EXPECT_EQ(opened.toLocalFile().toStdString(), run.folder.string());
    EXPECT_TRUE(banner()->text().contains("No file manager"));
    press(Qt::Key_Return);
    EXPECT_TRUE(page().isVisible());
    EXPECT_TRUE(
        eventually([&] { return page().drawing()->snapshot() && page().drawing()->snapshot()->step == run.steps; }));
    openPage("Runs");
    click("resumeRunButton");
    EXPECT_TRUE(page().isVisible());
    const auto points = [&] { return page().charts()->loss()->series().front()->raw().size(); };
    ASSERT_TRUE(eventually([&] { return points() > static_cast<std::size_t>(run.steps) + 3; }));
    openPage("Runs");
    EXPECT_TRUE(eventually([&] { return cell(0, RunTableModel::State) == "Running"; }));
    page().stop(StopKind::AfterStep);
    ASSERT_TRUE(eventually([&] { return stopped(); }));
    EXPECT_EQ(listRuns().size(), 1U);
}

TEST_F(RunsPageTest, FiveHundredRunsScroll) {
    const fs::path first = ended("many", 1'700'000'000, 0.97, 2);
    for (int number = 1; number < 500; ++number) {
        const auto copy = runsRoot() / ("20240101-" + std::to_string(100'000 + number) + "-many");
        fs::copy(first, copy, fs::copy_options::recursive);
    }
    openRuns(500);
    EXPECT_EQ(text("runCount"), "500 runs");
    press(Qt::Key_End);
    EXPECT_EQ(table()->verticalScrollBar()->value(), table()->verticalScrollBar()->maximum());
    EXPECT_TRUE(table()->viewport()->rect().intersects(table()->visualRect(table()->model()->index(499, 0))));
    for (int turn = 0; turn < 20; ++turn) {
        press(Qt::Key_PageUp);
    }
    press(Qt::Key_Home);
    EXPECT_EQ(table()->verticalScrollBar()->value(), 0);
    fs::remove_all(first);
    EXPECT_TRUE(eventually([&] { return rows() == 499; }));
}

TEST_F(RunsPageTest, EverythingIsTranslatedToSpanish) {
    ended("one", 1'700'000'000);
    openRuns(1);
    speak("es");
    EXPECT_EQ(cell(0, RunTableModel::State), "Terminada");
    EXPECT_EQ(table()->model()->headerData(RunTableModel::Best, Qt::Horizontal).toString(), "Mejor");
    EXPECT_EQ(find<QAbstractButton>("resumeRunButton")->text(), "Reanudar");
    EXPECT_EQ(find<QAbstractButton>("resumeRunButton")->accessibleName(), "Resume");
}

} // namespace
} // namespace belfry
