// Every place that saves or opens a file asks in the same way (ui/widgets/save_file.h).
#include "tests/ui/file_dialog.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/charts/chart_menu.h"
#include "ui/charts/live_chart.h"
#include "ui/dialogs/network_editor/network_editor.h"
#include "ui/dialogs/queue_dialog.h"
#include "ui/pages/search/space_dialog.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/drawing_pad.h"

#include <QAction>
#include <QFileInfo>
#include <QListWidget>
#include <QMenu>
#include <QTest>

namespace belfry {
namespace {

class SavePlacesTest : public WindowTest {
protected:
    MainWindow& openWithFolders() {
        MainWindow& window = open();
        for (const char* kind : {"plan", "picture", "table", "network", "space"})
            settings_->setFolder(QLatin1String(kind), folder_.path());
        return window;
    }
    static QFileDialog* dialogOf(QWidget* parent, const char* name) {
        auto* dialog = parent->findChild<QFileDialog*>(QLatin1String(name));
        EXPECT_NE(dialog, nullptr) << name;
        return dialog;
    }
    // A name without a suffix, in the dialog that the button or key before has opened.
    void saveAs(QWidget* parent, const char* dialog, const char* name) {
        typeFileName(dialogOf(parent, dialog), QLatin1String(name));
    }
    static QString notice(const QWidget* window) {
        auto* banner = window->findChild<Banner*>(QStringLiteral("savedNotice"));
        return banner == nullptr ? QString() : banner->sentence();
    }
    bool exists(const char* name) { return QFileInfo::exists(path(name)); }
};

TEST_F(SavePlacesTest, PlansAreSavedAndOpened) {
    openWithFolders();
    page().setPlan(longPlan());
    QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
    saveAs(&window(), "planDialog", "mine");
    EXPECT_EQ(notice(&window()), "Saved to " + path("mine.json"));
    page().setPlan(Plan{});
    ASSERT_TRUE(eventually([this] { return window().findChild<QFileDialog*>() == nullptr; })); // the first is gone
    window().activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window()));
    QTest::keyClick(&window(), Qt::Key_O, Qt::ControlModifier);
    typeFileName(dialogOf(&window(), "planDialog"), QStringLiteral("mine.json"));
    EXPECT_EQ(page().plan(), longPlan());
}

// The folder was forgotten with the dialog, and never known to the next start.
TEST_F(SavePlacesTest, TheFolderIsKnownAtTheNextStart) {
    ASSERT_TRUE(QDir(folder_.path()).mkdir("plans"));
    openWithFolders();
    QTest::keyClick(&window(), Qt::Key_S, Qt::ControlModifier);
    typeFileName(dialogOf(&window(), "planDialog"), path("plans/mine"));
    ASSERT_TRUE(exists("plans/mine.json"));
    shut();
    open();
    QTest::keyClick(&window(), Qt::Key_O, Qt::ControlModifier);
    EXPECT_EQ(dialogOf(&window(), "planDialog")->directory(), QDir(path("plans")));
}

TEST_F(SavePlacesTest, ChartsAreSaved) {
    openWithFolders();
    LiveChart* loss = page().charts()->loss();
    for (const auto& [action, dialog, suffix] : {std::tuple("lossSavePngAction", "pictureDialog", "png"),
                                                 std::tuple("lossSaveSvgAction", "pictureDialog", "svg"),
                                                 std::tuple("lossSaveCsvAction", "tableDialog", "csv")}) {
        QMenu menu;
        fillChartMenu(menu, *loss);
        menu.findChild<QAction*>(QLatin1String(action))->trigger();
        saveAs(loss, dialog, "chart");
        const QString file = path("chart.") + suffix;
        EXPECT_TRUE(eventually([&] { return notice(&window()) == "Saved to " + file; })) << suffix;
        EXPECT_TRUE(QFileInfo::exists(file)) << suffix;
        ASSERT_TRUE(eventually([&] { return loss->findChild<QFileDialog*>() == nullptr; }));
    }
}

TEST_F(SavePlacesTest, NetworksAreSavedAndOpened) {
    openWithFolders();
    click("editNetworkButton");
    auto* editor = window().findChild<NetworkEditor*>();
    ASSERT_NE(editor, nullptr);
    const auto press = [&](const char* name) {
        QTest::mouseClick(editor->findChild<QAbstractButton*>(QLatin1String(name)), Qt::LeftButton);
    };
    press("saveButton");
    saveAs(editor, "networkDialog", "net");
    EXPECT_EQ(notice(editor), "Saved to " + path("net.txt"));
    press("savePictureButton");
    saveAs(editor, "pictureDialog", "net");
    EXPECT_TRUE(exists("net.svg"));
    ASSERT_TRUE(eventually([&] { return editor->findChild<QFileDialog*>() == nullptr; }));
    press("openButton");
    EXPECT_EQ(dialogOf(editor, "networkDialog")->directory(), QDir(folder_.path()));
}

TEST_F(SavePlacesTest, SpacesAreSaved) {
    openWithFolders();
    openPage("Search");
    click("editSpaceButton");
    auto* dialog = window().findChild<SpaceDialog*>();
    ASSERT_NE(dialog, nullptr);
    QTest::mouseClick(dialog->findChild<QAbstractButton*>(QStringLiteral("saveSpaceButton")), Qt::LeftButton);
    saveAs(dialog, "spaceDialog", "mine");
    EXPECT_TRUE(exists("mine.json"));
    EXPECT_EQ(notice(dialog), "Saved to " + path("mine.json"));
}

TEST_F(SavePlacesTest, PlanFilesAreAddedToTheQueue) {
    openWithFolders();
    ASSERT_TRUE(page().savePlan(path("a.json")));
    ASSERT_TRUE(page().savePlan(path("b.json")));
    click("queueButton");
    auto* queue = window().findChild<QueueDialog*>();
    ASSERT_NE(queue, nullptr);
    QTest::mouseClick(queue->findChild<QAbstractButton*>(QStringLiteral("addFilesButton")), Qt::LeftButton);
    typeFileName(dialogOf(queue, "planDialog"), QStringLiteral("\"a.json\" \"b.json\""));
    EXPECT_EQ(queue->findChild<QListWidget*>()->count(), 2);
}

} // namespace
} // namespace belfry
