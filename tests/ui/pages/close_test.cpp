// Closing the window: at once without a run, with a question during one.
#include "core/runs/run_list.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/dialogs/network_editor/network_editor.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/widgets/number_field.h"
#include "ui/window/close_dialog.h"

#include <QPointer>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QTest>

namespace belfry {
namespace {

class CloseTest : public WindowTest {
protected:
    void closeAndPress(const char* button) {
        window().close();
        EXPECT_TRUE(window().isVisible());
        ASSERT_NE(find<CloseDialog>("closeDialog"), nullptr);
        click(button);
    }
    void expectStoppedAndSaved() {
        ASSERT_TRUE(eventually([this] { return !window().isVisible(); }));
        const auto runs = listRuns();
        ASSERT_EQ(runs.size(), 1U);
        EXPECT_EQ(runs[0].state, "stopped");
        EXPECT_TRUE(runWeights(runs[0].folder).final);
    }
};

TEST_F(CloseTest, ClosesImmediatelyWithoutARun) {
    open();
    window().close();
    EXPECT_FALSE(window().isVisible());
}

TEST_F(CloseTest, StopAndSaveClosesAfterSaving) {
    open();
    startAndWaitForSteps();
    closeAndPress("stopAndSaveButton");
    expectStoppedAndSaved();
}

TEST_F(CloseTest, CancelKeepsRunAndWindow) {
    open();
    startAndWaitForSteps();
    closeAndPress("cancelCloseButton");
    QCoreApplication::processEvents();
    EXPECT_TRUE(window().isVisible());
    EXPECT_EQ(page().status().kind, RunStatus::Kind::Running);
    page().stop(StopKind::Abort);
    ASSERT_TRUE(eventually([this] { return stopped(); }));
    EXPECT_TRUE(window().isVisible());
}

TEST_F(CloseTest, FinishingTheEpochWaitsForItsValidation) {
    open();
    Plan plan = longPlan();
    plan.trainImages = 5000; // an epoch of all 55,000 takes some seconds
    plan.batchPerTower = 50;
    start(plan);
    ASSERT_TRUE(eventually([this] { return page().status().kind == RunStatus::Kind::Running; }));
    closeAndPress("finishEpochButton");
    EXPECT_EQ(text("stateText"), "Stopping after this epoch…");
    ASSERT_TRUE(eventually([this] { return !window().isVisible(); }));
    const auto runs = listRuns();
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_TRUE(runs[0].lastValidation);
    EXPECT_GT(runs[0].steps, 0);
    EXPECT_EQ(runs[0].steps % 100, 0); // whole epochs
}

// A stop before the run had begun was lost, and the window stayed open.
TEST_F(CloseTest, AStopDuringPreparationIsHonoured) {
    open();
    start();
    ASSERT_EQ(page().status().kind, RunStatus::Kind::Preparing);
    closeAndPress("stopAndSaveButton");
    EXPECT_TRUE(eventually([this] { return !window().isVisible(); }));
}

TEST_F(CloseTest, ChoicesAreRestoredNextTime) {
    open();
    Plan plan = longPlan();
    plan.seed = 42;
    page().setPlan(plan);
    click("logButton");
    window().close();
    shut();
    open();
    EXPECT_EQ(page().plan(), plan);
    EXPECT_TRUE(find("logPanel")->isVisible());
}

// Sizes of parts of the window were forgotten, and the log had one line whatever the user did.
TEST_F(CloseTest, SizesOfPartsAreRestoredNextTime) {
    open();
    window().resize(1600, 900);
    click("logButton");
    ASSERT_TRUE(eventually([this] { return find("logPanel")->height() > 0; }));
    const auto press = [this](const char* splitter, Qt::Key key, int times) {
        QSplitterHandle* handle = find<QSplitter>(splitter)->handle(1);
        for (int i = 0; i < times; ++i)
            QTest::keyClick(handle, key);
    };
    const int column = find("setupCard")->width(), log = find("logPanel")->height();
    press("trainSplitter", Qt::Key_Right, 3);
    press("logSplitter", Qt::Key_Up, 5);
    EXPECT_EQ(find("setupCard")->width(), column + 48);
    EXPECT_EQ(find("logPanel")->height(), log + 80);
    window().close();
    shut();
    settings_ = std::make_unique<Settings>(path("belfry.ini"));
    window_ = std::make_unique<MainWindow>(theme_, language_, *settings_);
    window_->resize(1600, 900);
    window_->show();
    EXPECT_EQ(find("setupCard")->width(), column + 48);
    EXPECT_EQ(find("logPanel")->height(), log + 80);
}

// The editor is made anew each time, and had forgotten what its user had dragged.
TEST_F(CloseTest, SizesOfTheEditorsPartsAreRestored) {
    QPointer<NetworkEditor> editor;
    const auto openEditor = [&] {
        page().setPlan(longPlan());
        click("editNetworkButton");
        editor = window().findChild<NetworkEditor*>();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(editor));
    };
    const auto splitter = [&] { return editor->findChild<QSplitter*>(QStringLiteral("editorSplitter")); };
    open();
    openEditor();
    const int before = splitter()->widget(2)->width();
    QSplitterHandle* handle = splitter()->handle(2);
    const QPoint grip = handle->rect().center();
    QTest::mousePress(handle, Qt::LeftButton, {}, grip);
    QTest::mouseMove(handle, grip - QPoint(70, 0));
    QTest::mouseRelease(handle, Qt::LeftButton, {}, grip - QPoint(70, 0));
    EXPECT_EQ(splitter()->widget(2)->width(), before + 70);
    QTest::keyClick(editor, Qt::Key_Escape);
    ASSERT_TRUE(eventually([&] { return editor.isNull(); }));
    openEditor();
    EXPECT_EQ(splitter()->widget(2)->width(), before + 70);
    QTest::keyClick(editor, Qt::Key_Escape);
    window().close();
    shut();
    open();
    openEditor();
    EXPECT_EQ(splitter()->widget(2)->width(), before + 70);
}

// The drawing card has a greatest width; its column could be dragged wider, and the card stood beside a gap.
TEST_F(CloseTest, TheDrawingColumnIsAsWideAsItsCard) {
    open();
    window().resize(1900, 900);
    QSplitterHandle* handle = find<QSplitter>("trainSplitter")->handle(2);
    const QPoint grip = handle->rect().center();
    const int before = page().drawing()->width();
    QTest::mousePress(handle, Qt::LeftButton, {}, grip);
    QTest::mouseMove(handle, grip - QPoint(600, 0));
    QTest::mouseRelease(handle, Qt::LeftButton, {}, grip - QPoint(600, 0));
    EXPECT_GT(page().drawing()->width(), before);
    EXPECT_EQ(page().drawing()->width(), page().drawing()->maximumWidth());
    EXPECT_EQ(find("drawScroll")->width(), page().drawing()->width());
}

// Beside the bar of a desktop, a screen of 720 lines has 688 for the window: the column scrolled by a few of them.
TEST_F(CloseTest, TheDrawingColumnFitsALowWindow) {
    open();
    window().resize(1280, 688);
    auto* column = find<QScrollArea>("drawScroll");
    EXPECT_TRUE(eventually([column] { return column->verticalScrollBar()->maximum() == 0; }))
        << column->widget()->minimumSizeHint().height() << " in " << column->height();
}

// A program that is killed saves nothing more: every change is in the file soon after it was made.
TEST_F(CloseTest, ChoicesSurviveAKill) {
    open();
    page().setPlan(longPlan());
    find<SpinBox>("seedField")->setNumber(4711);
    const auto file = [this] { return Settings(path("belfry.ini")); };
    EXPECT_TRUE(eventually([&] { return file().plan().contains(QStringLiteral("\"seed\":4711")); }));
    click("logButton");
    EXPECT_TRUE(eventually([&] { return file().flag("logPanel", false); }));
    page().charts()->group().setSmoothing(0.5);
    EXPECT_TRUE(eventually([&] { return file().smoothing(0.8) == 0.5; }));
    window().resize(1300, 730);
    EXPECT_TRUE(eventually([&] { return file().geometry() == window().saveGeometry(); }));
}

// Ctrl-C and SIGTERM: no question is asked, and one that is open is not waited for.
TEST_F(CloseTest, SaveAndCloseStopsTheRunFirst) {
    open();
    startAndWaitForSteps();
    window().close();
    ASSERT_NE(find<CloseDialog>("closeDialog"), nullptr);
    window().saveAndClose();
    expectStoppedAndSaved();
}

TEST_F(CloseTest, SaveAndCloseWithoutARunClosesImmediately) {
    open();
    window().saveAndClose();
    EXPECT_FALSE(window().isVisible());
}

// A settings file from elsewhere is no reason not to start. Its plan became "Custom" with a batch of 512, without a
// word.
TEST_F(CloseTest, ForeignSettingsAreIgnored) {
    {
        Settings settings(path("belfry.ini"));
        settings.setPlan(QStringLiteral("{\"towers\": \"many\"}"));
        settings.setGeometry("no geometry");
        settings.setSmoothing(7);
    }
    open();
    EXPECT_EQ(page().plan(), presetByName("quick").plan);
    EXPECT_EQ(find<QComboBox>("presetField")->currentText(), "Quick, one minute");
    EXPECT_TRUE(text("bannerText").contains("hold no valid plan")) << qPrintable(text("bannerText"));
    click("bannerDismiss");
    window().close();
    shut();
    open();
    EXPECT_FALSE(find("banner")->isVisible()) << "the plan of the last time is valid now";
}

} // namespace
} // namespace belfry
