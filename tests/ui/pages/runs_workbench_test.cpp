// The table of runs as a workbench.
#include "tests/ui/pages/runs_page_fixture.h"

#include <QApplication>
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

} // namespace
} // namespace belfry
