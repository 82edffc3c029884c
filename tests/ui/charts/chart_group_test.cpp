#include "tests/ui/charts/chart_fixture.h"

#include <QClipboard>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

struct ChartGroupTest : ChartFixture {
    void settle() { // lets the armed timer do what it has to, until nothing is armed
        QSignalSpy redrawn(&group, &ChartGroup::redrawn);
        for (int quiet = 0; quiet < 3;) {
            redrawn.clear();
            quiet = redrawn.wait(3 * ChartGroup::kRedrawEvery) ? 0 : quiet + 1;
        }
    }
    QWidget* surface(LiveChart* chart) { return chart->view().viewport(); }
    QPoint pixelOf(LiveChart* chart, double x) {
        const PlotFrame& frame = chart->frame();
        return {static_cast<int>(std::lround(frame.xPixel(x))), static_cast<int>(frame.plot.center().y())};
    }
};

TEST_F(ChartGroupTest, RedrawsOncePerTickAndOnlyWithNewData) {
    settle();
    const std::size_t before = group.redraws();
    QSignalSpy redrawn(&group, &ChartGroup::redrawn);
    feedMany(1, 20'000);
    ASSERT_TRUE(redrawn.wait());
    EXPECT_EQ(group.redraws(), before + 1);
    settle();
    const std::size_t after = group.redraws();
    EXPECT_FALSE(redrawn.wait(3 * ChartGroup::kRedrawEvery));
    EXPECT_EQ(group.redraws(), after);
}

TEST_F(ChartGroupTest, HiddenChartsAreNotDrawn) {
    page.hide();
    const std::size_t before = group.redraws();
    feedMany(1, 10);
    group.redraw();
    EXPECT_EQ(group.redraws(), before);
}

TEST_F(ChartGroupTest, AllChartsShareOneRange) {
    feedMany(1, 1000);
    group.view().zoomTo(200, 400);
    group.redraw();
    for (LiveChart* chart : group.charts()) {
        EXPECT_EQ(chart->frame().x.low, 200);
        EXPECT_EQ(chart->frame().x.high, 400);
    }
}

TEST_F(ChartGroupTest, AZoomIsNotUndoneByNewDataOrItsHeight) {
    feedMany(1, 1000);
    group.redraw();
    QTest::mousePress(surface(loss), Qt::LeftButton, {}, pixelOf(loss, 300));
    QTest::mouseMove(surface(loss), pixelOf(loss, 350));
    QTest::mouseRelease(surface(loss), Qt::LeftButton, {}, pixelOf(loss, 400));
    group.redraw();
    const Interval zoomed = loss->frame().x;
    EXPECT_NEAR(zoomed.low, 300, 2);
    EXPECT_NEAR(zoomed.high, 400, 2);
    feedMany(1001, 5000);
    group.redraw();
    EXPECT_EQ(accuracy->frame().x.low, zoomed.low);
    EXPECT_EQ(accuracy->frame().x.high, zoomed.high);
    auto* follow = find<QPushButton>("lossFollowButton");
    ASSERT_TRUE(follow->isVisible());
    follow->click();
    group.redraw();
    EXPECT_TRUE(loss->frame().x.contains(5000));
    EXPECT_NEAR(loss->frame().x.span(), zoomed.span(), 1e-6);
    EXPECT_FALSE(follow->isVisible());
    QTest::mouseDClick(surface(loss), Qt::LeftButton, {}, pixelOf(loss, 4990));
    group.redraw();
    EXPECT_EQ(loss->frame().x.low, 0);
}

TEST_F(ChartGroupTest, ATallBoxZoomsTheHeightOfItsChartOnly) {
    feedMany(1, 1000);
    group.redraw();
    const Interval others = accuracy->frame().y;
    const QRectF plot = loss->frame().plot;
    QTest::mousePress(surface(loss), Qt::LeftButton, {}, plot.topLeft().toPoint() + QPoint(100, 10));
    QTest::mouseMove(surface(loss), plot.topLeft().toPoint() + QPoint(200, 30));
    QTest::mouseRelease(surface(loss), Qt::LeftButton, {}, plot.topLeft().toPoint() + QPoint(300, 50));
    const double span = loss->frame().y.span();
    group.redraw();
    EXPECT_NEAR(loss->frame().y.span(), span * 40 / plot.height(), 0.1 * span);
    EXPECT_EQ(accuracy->frame().y.low, others.low);
    find<QPushButton>("accuracyFitButton")->click();
    group.redraw();
    EXPECT_GT(loss->frame().y.span(), 0.9 * span);
}

TEST_F(ChartGroupTest, WheelZoomsAboutTheCursorAndShiftDragPans) {
    feedMany(1, 1000);
    group.redraw();
    const QPoint cursor = pixelOf(loss, 500);
    QWheelEvent wheel(cursor, surface(loss)->mapToGlobal(cursor), {}, {0, 120}, {}, {}, Qt::NoScrollPhase, false);
    const double span = loss->frame().x.span();
    QApplication::sendEvent(surface(loss), &wheel);
    group.redraw();
    EXPECT_NEAR(loss->frame().x.span(), 0.8 * span, 1e-6);
    EXPECT_NEAR(loss->frame().xPixel(500), cursor.x(), 1);

    const double low = loss->frame().x.low;
    QTest::mousePress(surface(loss), Qt::LeftButton, Qt::ShiftModifier, cursor);
    QTest::mouseMove(surface(loss), cursor + QPoint(50, 0));
    QTest::mouseRelease(surface(loss), Qt::LeftButton, Qt::ShiftModifier, cursor + QPoint(50, 0));
    group.redraw();
    EXPECT_LT(loss->frame().x.low, low);
    EXPECT_NEAR(loss->frame().xPixel(500), cursor.x() + 50, 1.5);
}

TEST_F(ChartGroupTest, ChangingTheAxisKeepsTheVisibleRange) {
    feedMany(1, 1000);
    group.redraw();
    EXPECT_NEAR(group.view().range().low, 0, 1e-9);
    group.view().zoomTo(200, 400);
    group.setXAxis(XAxis::Images);
    group.redraw();
    EXPECT_EQ(group.view().range().low, 64 * 200);
    EXPECT_EQ(group.view().range().high, 64 * 400);
    group.setXAxis(XAxis::Epoch);
    EXPECT_NEAR(group.view().range().high, 4, 1e-6);
    group.fitAll();
    group.setXAxis(XAxis::Seconds);
    group.redraw();
    EXPECT_EQ(group.view().mode(), ViewRange::Mode::Fit);
    EXPECT_GT(group.view().range().high, 500);
    EXPECT_TRUE(speed->frame().xTicks.back().label.contains(":"));
}

TEST_F(ChartGroupTest, HoverReadsAllChartsAtOnePoint) {
    for (int step = 1; step <= 100; ++step)
        feed(step, step == 51 ? std::numeric_limits<double>::quiet_NaN() : step);
    loss->appendDot(lossValidation, at(40), 0.25);
    group.redraw();
    QTest::mouseMove(surface(accuracy), pixelOf(accuracy, 50));
    ASSERT_TRUE(group.hovered());
    EXPECT_EQ(*group.hovered(), 49U);
    for (LiveChart* chart : group.charts()) {
        EXPECT_TRUE(chart->view().crosshair().lineShown());
        EXPECT_NEAR(chart->view().crosshair().lineX(), chart->frame().xPixel(50), 1e-6);
    }
    const Readout values = group.readout(49);
    EXPECT_EQ(values.heading(), "step 50 · epoch 0.50 · 0:25");
    ASSERT_EQ(values.rows.size(), 6U);
    EXPECT_EQ(values.rows[0].name, "Loss");
    EXPECT_EQ(values.rows[0].rawText(), "50.0");
    Smoother smoother(group.smoothing());
    float smoothed = 0;
    for (int step = 1; step <= 50; ++step)
        smoothed = smoother.next(static_cast<float>(step));
    EXPECT_FLOAT_EQ(static_cast<float>(*values.rows[0].smoothed), smoothed);
    EXPECT_EQ(values.rows[1].name, "Loss, validation");
    EXPECT_EQ(values.rows[1].rawText(), "0.250");
    EXPECT_EQ(values.rows[2].rawText(), "90.0 %");
    EXPECT_FALSE(values.rows[3].raw) << "no validation yet";
    EXPECT_EQ(values.rows[4].name, "total");
    EXPECT_FALSE(values.rows[4].smoothed);
    EXPECT_EQ(group.readout(50).rows[0].rawText(), "NaN");
    EXPECT_TRUE(group.readout(5000).rows.empty());
}

// The card listed a line of a chart that a low window hides, and called it "each step".
TEST_F(ChartGroupTest, TheTableHasNoRowsOfAHiddenChart) {
    LiveChart* rate = add({.key = "rate", .title = "Learning rate"});
    const int line = rate->addSeries({.key = "each step"});
    for (int step = 1; step <= 100; ++step) {
        feed(step, step);
        rate->append(line, 1.42);
    }
    QApplication::processEvents();
    group.redraw();
    QTest::mouseMove(surface(accuracy), pixelOf(accuracy, 50));
    ASSERT_TRUE(group.hovered());
    const auto names = [this] {
        QStringList all;
        for (const Readout::Row& row : group.readout(*group.hovered()).rows)
            all += row.name;
        return all;
    };
    EXPECT_TRUE(names().contains("Learning rate")) << names().join(", ").toStdString();
    EXPECT_FALSE(names().contains("each step")) << names().join(", ").toStdString();
    rate->hide();
    EXPECT_FALSE(names().contains("Learning rate")) << names().join(", ").toStdString();
    EXPECT_TRUE(names().contains("Loss"));
}

// With 64 towers the table had a row for each: it covered the charts, and ended below the window.
TEST_F(ChartGroupTest, TheTableShowsTheLowestOfManyAlike) {
    std::vector<int> towers;
    for (int tower = 0; tower < 64; ++tower) {
        towers.push_back(speed->addSeries({.key = QStringLiteral("alone %1").arg(tower),
                                           .kind = SeriesKind::TableOnly,
                                           .colour = tower,
                                           .follows = true,
                                           .group = QStringLiteral("alone")}));
    }
    feed(1, 1);
    for (std::size_t i = 0; i < towers.size(); ++i)
        speed->append(towers[i], static_cast<double>((i * 37 + 20) % 64)); // 0 at 60, 1 at 41, 2 at 22
    feed(2, 1);
    group.redraw();
    EXPECT_EQ(speed->frame().lines.size(), 2U) << "the table's values are no lines";
    EXPECT_EQ(speed->frame().tags.size(), 2U);
    EXPECT_EQ(group.readout(0).rows.size(), 6U + 64U) << "copied as a whole";
    const Readout shown = group.readout(0).shortened();
    ASSERT_EQ(shown.rows.size(), 6U + 4U);
    EXPECT_EQ(shown.rows[6].name, "alone 60");
    EXPECT_EQ(shown.rows[7].name, "alone 41");
    EXPECT_EQ(shown.rows[8].name, "alone 22");
    EXPECT_EQ(shown.rows[9].name, "+61 more");
    EXPECT_EQ(shown.rows[9].rawText(), "");
    QTest::mouseMove(surface(accuracy), pixelOf(accuracy, 2));
    auto* table = find<QWidget>("chartReadout");
    ASSERT_TRUE(table != nullptr && table->isVisible());
    EXPECT_LT(table->geometry().bottom(), page.height());
}

TEST_F(ChartGroupTest, AClickPinsTheReadOut) {
    feedMany(1, 100);
    group.redraw();
    QTest::mouseMove(surface(loss), pixelOf(loss, 50));
    QTest::mouseClick(surface(loss), Qt::LeftButton, {}, pixelOf(loss, 50));
    EXPECT_TRUE(group.pinned());
    QTest::mouseMove(surface(loss), pixelOf(loss, 80));
    EXPECT_EQ(group.hovered(), 49U);
    feedMany(101, 200);
    group.redraw();
    EXPECT_EQ(group.hovered(), 49U);
    EXPECT_NEAR(loss->view().crosshair().lineX(), loss->frame().xPixel(50), 1e-6);
    QTest::mouseClick(surface(loss), Qt::LeftButton, {}, pixelOf(loss, 50));
    EXPECT_FALSE(group.pinned());
    QTest::mouseClick(surface(loss), Qt::LeftButton, {}, pixelOf(loss, 50));
    QTest::mouseDClick(surface(loss), Qt::LeftButton, {}, pixelOf(loss, 50));
    EXPECT_FALSE(group.pinned()) << "a double click fits, it does not pin";
    QTest::mouseClick(surface(loss), Qt::LeftButton, {}, pixelOf(loss, 50));
    EXPECT_TRUE(group.pinned());
    QTest::keyClick(&loss->view(), Qt::Key_Escape);
    EXPECT_FALSE(group.hovered());
    EXPECT_FALSE(loss->view().crosshair().lineShown());
}

TEST_F(ChartGroupTest, ControlCCopiesTheRowAndArrowsMoveTheCrosshair) {
    feedMany(1, 100);
    group.redraw();
    QTest::keyClick(&loss->view(), Qt::Key_Right); // nothing hovered: the newest
    EXPECT_EQ(group.hovered(), 99U);
    QTest::keyClick(&loss->view(), Qt::Key_Left);
    EXPECT_EQ(group.hovered(), 98U);
    QTest::keyClick(&loss->view(), Qt::Key_C, Qt::ControlModifier);
    const QStringList lines = QApplication::clipboard()->text().split('\n');
    ASSERT_GE(lines.size(), 2);
    EXPECT_TRUE(lines[0].startsWith("step\tepoch\timages\tseconds\tLoss\tLoss (smoothed)"));
    EXPECT_TRUE(lines[1].startsWith("99\t0.99\t6336\t49.500\t"));
    EXPECT_EQ(lines[0].count('\t'), lines[1].count('\t'));
}

TEST_F(ChartGroupTest, ToleratesDataBeforeItsXAndUnevenSeries) {
    loss->append(lossTrain, 1); // no point yet
    group.append(at(1));
    group.append(at(2));
    loss->append(lossTrain, 5);
    loss->append(lossTrain, 6); // twice for one point: the first counts
    group.redraw();
    EXPECT_TRUE(std::isnan(loss->series()[0]->rawAt(0)));
    EXPECT_EQ(loss->series()[0]->rawAt(1), 5);
    EXPECT_EQ(loss->series()[0]->raw().nonFiniteCount(), 0U) << "a gap is not a NaN";
}

TEST_F(ChartGroupTest, MarksAreBounded) {
    for (int i = 0; i < 20'000; ++i)
        group.mark(at(i), i % 1000 ? MarkKind::Checkpoint : MarkKind::Setting, QStringLiteral("m"));
    EXPECT_LE(group.marks().size(), ChartGroup::kMarkLimit);
    EXPECT_EQ(std::count_if(group.marks().begin(), group.marks().end(),
                            [](const auto& m) { return m.kind == MarkKind::Setting; }),
              20);
}

TEST_F(ChartGroupTest, ThereIsOneBest) {
    feedMany(1, 300);
    for (int step : {100, 200, 300})
        group.mark(step, MarkKind::Best, QStringLiteral("best"));
    ASSERT_EQ(group.marks().size(), 1U);
    EXPECT_EQ(group.marks()[0].x, at(300));
}

TEST_F(ChartGroupTest, AChartMayBeDestroyedBeforeItsGroup) {
    feedMany(1, 10);
    delete accuracy;
    EXPECT_EQ(group.charts().size(), 2U);
    group.redraw();
}

TEST_F(ChartGroupTest, AMarkOffersAButtonUntilItIsPressed) {
    feedMany(1, 100);
    group.mark(40, MarkKind::Setting, QStringLiteral("epochs 20 -> 30"));
    group.mark(50, MarkKind::Setting, QStringLiteral("epochs 30 -> 40"));
    int pressed = 0;
    group.offerAtMark(MarkKind::Setting, QStringLiteral("Undo change"), QStringLiteral("Undo change"), {},
                      [&pressed] { ++pressed; });
    group.redraw();
    auto* button = find<QAbstractButton>("lossUndoChangeButton");
    ASSERT_NE(button, nullptr);
    EXPECT_EQ(find<QAbstractButton>("accuracyUndoChangeButton"), nullptr); // has no labels
    ASSERT_TRUE(button->isVisible());
    // Right of the newest mark's words, over no other mark's.
    const PlotFrame::MarkLine& newest = loss->frame().marks.at(0);
    EXPECT_EQ(newest.label, "epochs 30 -> 40");
    const QRectF place = QRectF(button->geometry()).translated(-loss->view().pos());
    EXPECT_LE(place.right(), newest.box.right() + 1);
    EXPECT_GT(place.left(), newest.box.left() + 40);
    EXPECT_LE(loss->frame().marks.at(1).box.right(), newest.box.left());

    group.view().zoomTo(60, 100); // the mark is out of sight
    group.redraw();
    EXPECT_FALSE(button->isVisible());
    group.fitAll();
    group.redraw();
    ASSERT_TRUE(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    EXPECT_EQ(pressed, 1);
    EXPECT_FALSE(button->isVisible());
    group.redraw();
    EXPECT_FALSE(button->isVisible());
}

TEST_F(ChartGroupTest, AnOfferGoesWithTheNextOneAndWithTheData) {
    feedMany(1, 100);
    const auto offer = [this](std::int64_t step) {
        group.mark(step, MarkKind::Setting, QStringLiteral("epochs 20 -> 30"));
        group.offerAtMark(MarkKind::Setting, QStringLiteral("Undo change"), QStringLiteral("Undo change"), {}, [] {});
        group.redraw();
    };
    const auto shown = [this] {
        const auto buttons = page.findChildren<QAbstractButton*>(QStringLiteral("lossUndoChangeButton"));
        return std::ranges::count_if(buttons, [](const QAbstractButton* button) { return button->isVisible(); });
    };
    offer(40);
    offer(50);
    EXPECT_EQ(shown(), 1);
    group.clear();
    group.redraw();
    EXPECT_EQ(shown(), 0);
}

} // namespace
} // namespace belfry
