// Which keys act on which page.
#include "tests/ui/pages/window_fixture.h"
#include "ui/charts/live_chart.h"
#include "ui/pages/search/search_page.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/focus_order.h"
#include "ui/widgets/number_field.h"

#include <QFileDialog>
#include <QTest>

namespace belfry {
namespace {

class KeysTest : public WindowTest {
protected:
    void strike(Qt::Key key) {
        QTest::keyClick(&window(), key);
        QCoreApplication::processEvents();
    }
    bool isIdle() {
        return !page().controller().isActive() && !window().findChild<SearchPage*>()->controller().isActive();
    }
    // Of the run: many steps, without a pause or a stop.
    bool goesOn() {
        constexpr std::size_t kSteps = 20; // more than may have been on their way when a key paused it
        const auto steps = [this] { return page().charts()->loss()->series().front()->raw().size(); };
        const std::size_t before = steps();
        const auto goes = [this] {
            return page().status().kind == RunStatus::Kind::Running && !page().status().stopping;
        };
        return eventually([&] { return !goes() || steps() > before + kSteps; }) && goes();
    }
};

// F5 started a training from pages that show nothing of it: for whom it refreshes, on the Runs page, say.
TEST_F(KeysTest, F5StartsOnlyOnTheTrainPage) {
    open();
    page().setPlan(longPlan());
    for (const char* name : {"Evaluate", "Runs", "Scaling", "Data"}) {
        openPage(name);
        strike(Qt::Key_F5);
        EXPECT_TRUE(isIdle()) << name;
    }
    openPage("Train");
    strike(Qt::Key_F5);
    EXPECT_TRUE(page().controller().isActive());
    ASSERT_TRUE(eventually([this] { return page().status().kind == RunStatus::Kind::Running; }));
    stop();
}

// Esc ended the run, and Space paused it, from pages that show nothing of it.
TEST_F(KeysTest, SpaceAndEscActOnlyOnTheTrainPage) {
    open();
    startAndWaitForSteps();
    for (const char* name : {"Evaluate", "Runs", "Search", "Scaling", "Data"}) {
        openPage(name);
        for (const Qt::Key key : {Qt::Key_Space, Qt::Key_Escape}) {
            strike(key);
            ASSERT_TRUE(goesOn()) << name << ", " << QKeySequence(key).toString().toStdString();
        }
    }
    openPage("Train");
    strike(Qt::Key_Space);
    ASSERT_TRUE(eventually([this] { return page().status().kind == RunStatus::Kind::Paused; }));
    strike(Qt::Key_Escape);
    EXPECT_TRUE(eventually([this] { return stopped(); }));
}

// Ctrl+S saved the Train page's plan from pages that show another, and Ctrl+L cleared a drawing out of sight.
TEST_F(KeysTest, KeysOfTheTrainPageDoNothingElsewhere) {
    open();
    auto* pad = find<DrawingPad>("drawingPad");
    QTest::mousePress(pad, Qt::LeftButton, {}, pad->rect().center());
    QTest::mouseRelease(pad, Qt::LeftButton, {}, pad->rect().center() + QPoint(20, 20));
    ASSERT_FALSE(pad->isEmpty());
    const auto strikeAll = [this] {
        for (const Qt::Key key : {Qt::Key_L, Qt::Key_S, Qt::Key_O})
            QTest::keyClick(&window(), key, Qt::ControlModifier);
    };
    for (const char* name : {"Evaluate", "Runs", "Search", "Scaling", "Data"}) {
        openPage(name);
        strikeAll();
        EXPECT_FALSE(pad->isEmpty()) << name;
        EXPECT_EQ(window().findChild<QFileDialog*>(), nullptr) << name;
    }
    openPage("Train");
    strikeAll();
    EXPECT_TRUE(pad->isEmpty());
    EXPECT_NE(window().findChild<QFileDialog*>(), nullptr);
}

// Esc to take back a number half typed ended the run, and the number stayed.
TEST_F(KeysTest, EscTakesBackANumberBeforeItStopsTheRun) {
    open();
    startAndWaitForSteps();
    auto* rate = find<NumberField>("learningRateField");
    const double before = rate->number();
    const QString said = rate->shownText();
    rate->setFocus();
    rate->selectAll();
    QTest::keyClicks(rate, "13");
    QTest::keyClick(rate, Qt::Key_Escape);
    EXPECT_EQ(rate->shownText(), said);
    EXPECT_EQ(rate->number(), before);
    ASSERT_TRUE(goesOn());
    QTest::keyClick(rate, Qt::Key_Escape); // nothing left to take back
    EXPECT_TRUE(eventually([this] { return stopped(); }));
}

// Tab went by the order in which the form's parts were made: Data, Network, Precision, then Edit, batch, Towers; ticks
// of devices and legends came last.
TEST_F(KeysTest, TabGoesByPlaceOnEveryPage) {
    open();
    window().activateWindow();
    for (const char* name : {"Train", "Evaluate", "Runs", "Search", "Scaling", "Data"}) {
        openPage(name);
        const std::vector<QWidget*> expected = focusOrder(window());
        ASSERT_GT(expected.size(), 6U) << name;
        expected.front()->setFocus();
        for (std::size_t i = 1; i <= expected.size(); ++i) { // and round to the first
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            const QWidget* next = expected[i % expected.size()];
            ASSERT_EQ(QApplication::focusWidget(), next)
                << name << ": " << QApplication::focusWidget()->objectName().toStdString() << " instead of "
                << next->objectName().toStdString();
        }
    }
    openPage("Train");
    const QWidget* form = find("setupForm");
    int lowest = 0; // a form of rows: no step back up by more than a row's height
    for (const QWidget* widget : focusOrder(*form)) {
        const int top = widget->mapTo(form, QPoint()).y();
        EXPECT_GE(top + widget->height(), lowest) << widget->objectName().toStdString();
        lowest = std::max(lowest, top);
    }
}

} // namespace
} // namespace belfry
