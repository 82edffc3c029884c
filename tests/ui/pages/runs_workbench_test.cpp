// The table of runs as a workbench: its menu, its columns, and the trash.
#include "core/runs/run_edit.h"
#include "tests/ui/pages/runs_page_fixture.h"
#include "ui/foundation/number_text.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QHeaderView>
#include <QMenu>

namespace belfry {
namespace {

class RunsWorkbenchTest : public RunsPageTest {
protected:
    // As the right button of the mouse opens it.
    QMenu* openMenu(QWidget* viewport, const QPoint& at, const char* name) {
        QTest::mouseClick(viewport, Qt::RightButton, {}, at);
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, viewport->mapToGlobal(at));
        QApplication::sendEvent(viewport, &event);
        QMenu* menu = nullptr;
        eventually([&] { return (menu = window().findChild<QMenu*>(QLatin1String(name))) != nullptr; });
        return menu;
    }
    QMenu* openRowMenu(int row) {
        const QModelIndex index = table()->model()->index(row, RunTableModel::Name);
        return openMenu(table()->viewport(), table()->visualRect(index).center(), "runMenu");
    }
    QMenu* openColumnsMenu() {
        QWidget* header = table()->horizontalHeader()->viewport();
        return openMenu(header, QPoint(20, header->height() / 2), "columnsMenu");
    }
    // With the mouse; the menu closes.
    static void choose(QMenu* menu, const char* name) {
        auto* action = menu->findChild<QAction*>(QLatin1String(name));
        ASSERT_NE(action, nullptr) << name;
        QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(action).center());
    }
};

TEST_F(RunsWorkbenchTest, TheMenuActsOnTheRunBelowTheMouse) {
    ended("one", 1'700'000'000);
    const fs::path two = ended("two", 1'700'100'000);
    openRuns(2);
    clickRow(1);
    QMenu* menu = openRowMenu(0);
    ASSERT_NE(menu, nullptr);
    EXPECT_EQ(text("runName"), "two");
    const auto* resume = menu->findChild<QAction*>("resumeRunAction");
    ASSERT_NE(resume, nullptr);
    EXPECT_FALSE(resume->isEnabled());
    EXPECT_TRUE(resume->toolTip().startsWith("The run is finished."));
    choose(menu, "copyPathAction");
    EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), two.string());
    ASSERT_TRUE(eventually([&] { return window().findChild<QMenu*>("runMenu") == nullptr; }));
    menu = openRowMenu(0);
    ASSERT_NE(menu, nullptr);
    choose(menu, "deleteRunsAction");
    ASSERT_TRUE(eventually([&] { return rows() == 1; }));
    EXPECT_FALSE(fs::exists(two));
}

// Of several runs it evaluated, branched or resumed the one in the card, wherever the mouse was.
TEST_F(RunsWorkbenchTest, OfSeveralRunsTheMenuOffersWhatActsOnAll) {
    ended("one", 1'700'000'000);
    ended("two", 1'700'100'000);
    openRuns(2);
    table()->selectAll();
    QMenu* menu = openRowMenu(1);
    ASSERT_NE(menu, nullptr);
    for (const char* name : {"evaluateRunAction", "branchAction"}) {
        const auto* action = menu->findChild<QAction*>(name);
        ASSERT_NE(action, nullptr) << name;
        EXPECT_FALSE(action->isEnabled()) << name;
        EXPECT_EQ(action->toolTip(), "This acts on one run. Select it alone.");
    }
    EXPECT_TRUE(menu->findChild<QAction*>("compareAction")->isEnabled());
    EXPECT_TRUE(menu->findChild<QAction*>("deleteRunsAction")->isEnabled());
}

TEST_F(RunsWorkbenchTest, ChosenColumnsAreRemembered) {
    ended("one", 1'700'000'000);
    openRuns(1);
    QMenu* menu = openColumnsMenu();
    ASSERT_NE(menu, nullptr);
    choose(menu, "columnPreset");
    EXPECT_TRUE(table()->isColumnHidden(RunTableModel::Preset));
    auto* header = table()->horizontalHeader();
    header->moveSection(header->visualIndex(RunTableModel::Note), 1);
    header->resizeSection(RunTableModel::Note, 333);
    shut();
    openRuns(1);
    header = table()->horizontalHeader();
    EXPECT_TRUE(table()->isColumnHidden(RunTableModel::Preset));
    EXPECT_FALSE(table()->isColumnHidden(RunTableModel::Tags));
    EXPECT_EQ(header->visualIndex(RunTableModel::Note), 1);
    EXPECT_EQ(header->sectionSize(RunTableModel::Note), 333);
    EXPECT_EQ(header->visualIndex(RunTableModel::Name), 0);
}

// What was deleted could be brought back only while the message was there, or on the command line.
TEST_F(RunsWorkbenchTest, RunsOfTheTrashAreListedAndRestored) {
    const fs::path one = ended("one", 1'700'000'000);
    ended("two", 1'700'100'000);
    deleteRun(one);
    openRuns(1);
    auto* trash = find<QAbstractButton>("trashButton");
    ASSERT_TRUE(eventually([&] { return trash->isVisible(); }));
    EXPECT_EQ(trash->text(), "Trash (1)");
    click("trashButton");
    ASSERT_TRUE(eventually([&] { return rows() == 1 && cell(0, RunTableModel::Name) == "one"; }));
    clickRow(0);
    ASSERT_EQ(text("runName"), "one");
    EXPECT_FALSE(find("deleteRunsButton")->isVisible());
    EXPECT_FALSE(find("evaluateRunButton")->isEnabled());
    EXPECT_EQ(find("evaluateRunButton")->toolTip(), "The run is in the trash: restore it first.");
    EXPECT_TRUE(find("openFolderButton")->isEnabled());
    press(Qt::Key_Delete); // nothing is erased
    click("restoreRunsButton");
    ASSERT_TRUE(eventually([&] { return rows() == 0; }));
    EXPECT_TRUE(fs::exists(one));
    EXPECT_EQ(text("runsEmpty"), "The trash is empty.");
    click("trashButton");
    ASSERT_TRUE(eventually([&] { return rows() == 2; }));
    EXPECT_FALSE(trash->isVisible());
    EXPECT_TRUE(find("deleteRunsButton")->isVisible());
}

// The trash was called "Runs", and what lay in it could be deleted only by hand.
TEST_F(RunsWorkbenchTest, RunsOfTheTrashAreDeletedForGood) {
    const fs::path one = deleteRun(ended("one", 1'700'000'000)), two = deleteRun(ended("two", 1'700'100'000));
    const fs::path kept = deleteRun(ended("three", 1'700'200'000));
    openRuns(0);
    ASSERT_TRUE(eventually([&] { return find("trashButton")->isVisible(); }));
    const auto* title = find("runTableCard")->findChild<QLabel*>(); // its first
    ASSERT_NE(title, nullptr);
    EXPECT_EQ(title->text(), "Runs");
    EXPECT_FALSE(find("deleteForGoodButton")->isVisible());
    click("trashButton");
    ASSERT_TRUE(eventually([&] { return rows() == 3; }));
    EXPECT_EQ(title->text(), "Trash");
    clickRow(1);
    clickRow(2, Qt::ShiftModifier);
    const auto answer = [&](const char* button) {
        click("deleteForGoodButton");
        ASSERT_TRUE(eventually([&] { return window().findChild<QDialog*>("eraseDialog") != nullptr; }));
        const QString size = bytesText(sizeOfRun(one) + sizeOfRun(two));
        EXPECT_EQ(text("eraseQuestion"), "Delete 2 runs for good?");
        EXPECT_TRUE(text("eraseEffect").contains(size)) << qPrintable(text("eraseEffect"));
        click(button);
        ASSERT_TRUE(eventually([&] { return window().findChild<QDialog*>("eraseDialog") == nullptr; }));
    };
    answer("keepRunsButton");
    EXPECT_EQ(rows(), 3);
    EXPECT_TRUE(fs::exists(one) && fs::exists(two));
    answer("confirmDeleteForGoodButton");
    ASSERT_TRUE(eventually([&] { return rows() == 1; }));
    EXPECT_FALSE(fs::exists(one) || fs::exists(two));
    EXPECT_TRUE(fs::exists(kept));
    click("trashButton");
    EXPECT_EQ(title->text(), "Runs");
}

} // namespace
} // namespace belfry
