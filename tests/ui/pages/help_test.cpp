// The sheet of keys and terms, the palette of commands, and the tour.
#include "tests/ui/pages/runs_page_fixture.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/run_state_text.h"
#include "ui/window/command_palette.h"
#include "ui/window/help_sheet.h"
#include "ui/window/shortcuts.h"
#include "ui/window/tour.h"
#include "ui/window/window_help.h"

#include <QLayout>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QTest>
#include <QTextBrowser>
#include <cstdlib>

namespace belfry {
namespace {

class HelpTest : public RunsPageTest {
protected:
    void activate(QWidget* window) {
        window->activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(window));
    }
    void strike(int key, Qt::KeyboardModifiers with = {}) {
        activate(&window());
        QTest::keyClick(&window(), static_cast<Qt::Key>(key), with);
    }
    CommandPalette& palette() {
        strike(Qt::Key_K, Qt::ControlModifier);
        auto* palette = window().findChild<CommandPalette*>();
        EXPECT_NE(palette, nullptr);
        activate(palette);
        return *palette;
    }
    static QStringList listed(const CommandPalette& palette) {
        QStringList titles;
        auto* list = palette.findChild<QListWidget*>();
        for (int row = 0; row < list->count(); ++row)
            titles << list->item(row)->text();
        return titles;
    }
    static void type(CommandPalette& palette, const char* words) {
        QTest::keyClicks(palette.findChild<QLineEdit*>(), QLatin1String(words));
    }
    static void press(CommandPalette& palette, Qt::Key key) { QTest::keyClick(palette.findChild<QLineEdit*>(), key); }
    Tour* tour() { return window().findChild<Tour*>(); }
};

// Nothing in the window said which keys it has, or what its words mean.
TEST_F(HelpTest, F1ListsEveryKeyAndTerm) {
    open();
    auto* rate = find<QWidget>("learningRateField");
    activate(&window());
    rate->setFocus();
    QTest::keyClick(rate, Qt::Key_F1);
    QPointer sheet = window().findChild<HelpSheet*>();
    ASSERT_NE(sheet, nullptr);
    const QString text = sheet->findChild<QTextBrowser*>()->toPlainText();
    for (const Shortcut& shortcut : shortcuts())
        EXPECT_TRUE(text.contains(keysText(shortcut)) && text.contains(titleOf(shortcut))) << shortcut.title;
    for (const PartKeys& part : partKeys())
        EXPECT_TRUE(text.contains(QString::fromUtf8(part.keys)) && text.contains(titleOf(part))) << part.what;
    for (const HelpSheet::Term& term : HelpSheet::terms())
        EXPECT_TRUE(text.contains(term.name) && text.contains(term.meaning)) << term.name;
    activate(sheet);
    QTest::keyClick(sheet, Qt::Key_Escape);
    ASSERT_TRUE(eventually([&] { return sheet == nullptr; }));
    activate(&window());
    EXPECT_TRUE(rate->hasFocus());
}

TEST_F(HelpTest, ThePaletteOpensPages) {
    open();
    CommandPalette& found = palette();
    type(found, "scalpg");
    EXPECT_EQ(listed(found).value(0), "Scaling page");
    press(found, Qt::Key_Return);
    EXPECT_TRUE(eventually([&] { return find("scalingPage")->isVisible(); }));
}

// In the dark theme nothing showed where the palette ended and the page behind it began.
TEST_F(HelpTest, ThePaletteHasAnEdge) {
    for (const Theme::Mode mode : {Theme::Mode::Light, Theme::Mode::Dark}) {
        theme_.setMode(mode);
        open();
        CommandPalette& found = palette();
        const QImage shown = found.grab().toImage();
        const QColor page = theme_.palette().window;
        for (const QPoint& edge : {shown.rect().topLeft(), shown.rect().bottomRight()})
            EXPECT_GT(std::abs(shown.pixelColor(edge).lightness() - page.lightness()), 60) << page.name().toStdString();
        press(found, Qt::Key_Escape);
        shut();
    }
}

TEST_F(HelpTest, ThePaletteListsWhatCanBePressedNow) {
    open();
    page().setPlan(longPlan());
    QStringList titles = listed(palette());
    EXPECT_TRUE(titles.contains("Find rate…"));
    EXPECT_FALSE(titles.contains("Stop")); // nothing runs
    EXPECT_FALSE(titles.contains("Find a page, an action or a run…"));
    press(*window().findChild<CommandPalette*>(), Qt::Key_Escape);
    ASSERT_TRUE(eventually([&] { return window().findChild<CommandPalette*>() == nullptr; }));
    openPage("Data");
    titles = listed(palette());
    EXPECT_FALSE(titles.contains("Find rate…"));
    EXPECT_FALSE(titles.contains("Open a plan…")); // of the Train page
}

TEST_F(HelpTest, ThePaletteMovesByKeysAndPressesButtons) {
    open();
    CommandPalette& found = palette();
    auto* list = found.findChild<QListWidget*>();
    type(found, "p");
    ASSERT_GT(list->count(), 2);
    for (const Qt::Key key : {Qt::Key_Down, Qt::Key_Down, Qt::Key_Up})
        press(found, key);
    EXPECT_EQ(list->currentRow(), 1);
    found.findChild<QLineEdit*>()->clear();
    type(found, "log");
    const QStringList titles = listed(found);
    const qsizetype row = titles.indexOf("Log");
    ASSERT_GE(row, 0);
    for (qsizetype step = 0; step < row; ++step)
        press(found, Qt::Key_Down);
    press(found, Qt::Key_Return);
    EXPECT_TRUE(eventually([&] { return find("logPanel")->isVisible(); }));
}

TEST_F(HelpTest, ThePaletteForgivesASlipAndSaysWhenNothingFits) {
    open();
    CommandPalette& found = palette();
    type(found, "evlauate");
    EXPECT_EQ(listed(found), QStringList{}); // two words: no title is near
    found.findChild<QLineEdit*>()->clear();
    type(found, "evlauate page");
    EXPECT_EQ(listed(found), QStringList{"Evaluate page"});
    found.findChild<QLineEdit*>()->clear();
    type(found, "xyzzy");
    EXPECT_TRUE(found.findChild<QLabel*>("noCommand")->isVisible());
    press(found, Qt::Key_Return); // nothing to do
    EXPECT_TRUE(found.isVisible());
}

TEST_F(HelpTest, ThePaletteFindsRunsByName) {
    ended("first one", 1'700'000'000);
    ended("second one", 1'700'000'100);
    open();
    CommandPalette& found = palette();
    ASSERT_TRUE(eventually([&] { return listed(found).contains("first one"); }));
    type(found, "first one");
    EXPECT_EQ(listed(found).value(0), "first one");
    // What tells namesakes apart. The newest run comes first.
    const RunSummary first = listRuns().at(1);
    EXPECT_EQ(found.findChild<QListWidget*>()->item(0)->toolTip(), runTitle(first));
    EXPECT_TRUE(runTitle(first).contains(momentText(1'700'000'000)));
    press(found, Qt::Key_Return);
    ASSERT_TRUE(eventually([&] { return text("runName") == "first one"; }));
    EXPECT_TRUE(find("runsPage")->isVisible());
}

// The first start showed the author's preset and explained nothing.
TEST_F(HelpTest, TheFirstStartShowsTheTourWithQuick) {
    open();
    EXPECT_EQ(page().plan().preset, "quick");
    window().help().offerTour();
    ASSERT_NE(tour(), nullptr);
    QStringList titles;
    QPointer shown = tour();
    while (shown && shown->isVisible()) {
        titles << shown->findChild<QLabel*>("tourTitle")->text();
        EXPECT_TRUE(shown->rect().contains(shown->findChild<QWidget*>("tourCard")->geometry()))
            << qPrintable(titles.back());
        QTest::mouseClick(shown->findChild<QAbstractButton*>("nextStepButton"), Qt::LeftButton);
    }
    EXPECT_EQ(titles, (QStringList{"Choose a preset", "Start training", "Watch it learn", "Draw a digit",
                                   "See its mistakes", "Find everything"}));
    shut();
    open(); // it is seen only once
    window().help().offerTour();
    EXPECT_EQ(tour(), nullptr);
}

// The first step pointed at where the field had been before the page had its layout.
TEST_F(HelpTest, TheTourFollowsThePartItPointsAt) {
    open();
    auto* preset = find("presetField");
    window().help().startTour();
    QPointer shown = tour();
    const auto isShown = [&] {
        return shown->shownPart().contains({preset->mapTo(&window(), QPoint()), preset->size()});
    };
    EXPECT_TRUE(eventually(isShown));
    const int top = preset->y();
    preset->parentWidget()->layout()->setContentsMargins(0, 40, 0, 0);
    ASSERT_TRUE(eventually([&] { return preset->y() >= top + 40; }));
    EXPECT_TRUE(eventually(isShown));
}

// A click beside the card gave the keys back to the window: F5 started a run below the tour.
TEST_F(HelpTest, AClickBesideTheCardLeavesTheKeysToTheTour) {
    open();
    page().setPlan(longPlan());
    activate(&window());
    window().help().startTour();
    QPointer shown = tour();
    QTest::mouseClick(shown.data(), Qt::LeftButton, {}, QPoint(shown->width() / 2, shown->height() - 60));
    QWidget* focus = window().focusWidget();
    ASSERT_TRUE(shown->isAncestorOf(focus));
    QTest::keyClick(focus, Qt::Key_F5);
    QTest::keyClick(focus, Qt::Key_3, Qt::ControlModifier);
    QTest::keyClick(focus, Qt::Key_K, Qt::ControlModifier);
    EXPECT_FALSE(page().controller().isActive());
    EXPECT_TRUE(find("trainPage")->isVisible());
    EXPECT_EQ(window().findChild<CommandPalette*>(), nullptr);
    EXPECT_TRUE(shown->isVisible());
}

TEST_F(HelpTest, EscSkipsTheTourAndStopsNoRun) {
    open();
    startAndWaitForSteps();
    auto* rate = find<QWidget>("learningRateField");
    activate(&window());
    rate->setFocus();
    window().help().startTour();
    ASSERT_NE(tour(), nullptr);
    QPointer shown = tour();
    QWidget* next = shown->findChild<QWidget*>("nextStepButton");
    EXPECT_EQ(window().focusWidget(), next);
    for (int round = 0; round < 4; ++round) { // the focus stays in the card
        QTest::keyClick(window().focusWidget(), Qt::Key_Tab);
        EXPECT_TRUE(shown->isAncestorOf(window().focusWidget()));
    }
    QTest::keyClick(window().focusWidget(), Qt::Key_Escape);
    EXPECT_EQ(window().focusWidget(), rate);
    ASSERT_TRUE(eventually([&] { return shown == nullptr; }));
    EXPECT_EQ(page().status().kind, RunStatus::Kind::Running);
    EXPECT_FALSE(page().status().stopping);
    stop();
}

TEST_F(HelpTest, TheSheetStartsTheTourAgain) {
    open();
    click("helpButton");
    auto* sheet = window().findChild<HelpSheet*>();
    ASSERT_NE(sheet, nullptr);
    QTest::mouseClick(sheet->findChild<QAbstractButton*>("showTheTourButton"), Qt::LeftButton);
    ASSERT_TRUE(eventually([&] { return tour() != nullptr; }));
    window().resize(1080, 620);
    QCoreApplication::processEvents();
    EXPECT_EQ(tour()->geometry(), window().rect());
    QTest::keyClick(tour(), Qt::Key_Right);
    EXPECT_EQ(tour()->findChild<QLabel*>("tourTitle")->text(), "Start training");
    QTest::keyClick(tour(), Qt::Key_Left);
    EXPECT_EQ(tour()->findChild<QLabel*>("tourTitle")->text(), "Choose a preset");
}

} // namespace
} // namespace belfry
