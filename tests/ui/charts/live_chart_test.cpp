#include "tests/ui/charts/chart_fixture.h"
#include "ui/charts/plot_painter.h"

#include <QAction>
#include <QChart>
#include <QCheckBox>
#include <QLineSeries>
#include <QMenu>
#include <QPointer>
#include <QSet>
#include <QSignalSpy>
#include <QTest>
#include <cmath>
#include <limits>

namespace belfry {
namespace {

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

struct LiveChartTest : ChartFixture {
    const PlotFrame::Line& smoothedLine() const {
        for (const PlotFrame::Line& line : loss->frame().lines)
            if (!line.faint)
                return line;
        throw std::runtime_error("no smoothed line");
    }
    const PlotFrame::Line& rawLine() const { return loss->frame().lines.front(); }
};

// Qt Charts places every chart's axes by its own labels; here all plots stand in one column, and what we paint fits
// what Qt Charts draws.
TEST_F(LiveChartTest, PlotsAlignWithEachOtherAndWithQtCharts) {
    feedMany(1, 50);
    group.redraw();
    for (LiveChart* chart : group.charts()) {
        const QRectF plot = chart->frame().plot;
        EXPECT_EQ(plot.left(), kPlotLeft);
        EXPECT_EQ(plot.right(), loss->frame().plot.right());
        QChart& qt = *chart->view().chart();
        EXPECT_EQ(qt.plotArea(), plot) << chart->spec().key.toStdString();
        auto* series = static_cast<QLineSeries*>(qt.series().front());
        ASSERT_GT(series->count(), 10);
        const QPointF point = series->at(10);
        EXPECT_LT((qt.mapToPosition(point, series) - chart->frame().pixel(point)).manhattanLength(), 0.01);
    }
}

TEST_F(LiveChartTest, SaysWhatToDoWhileThereIsNoData) {
    group.redraw();
    EXPECT_EQ(loss->frame().emptyText, "Press Start");
    feed(1, 2);
    group.redraw();
    EXPECT_TRUE(loss->frame().emptyText.isEmpty());
    group.clear();
    group.redraw();
    EXPECT_EQ(loss->frame().emptyText, "Press Start");
}

// In Qt Charts one zero on a logarithmic axis makes the whole series vanish.
TEST_F(LiveChartTest, ALogAxisKeepsASeriesWithZerosNegativesAndNaN) {
    for (int step = 1; step <= 100; ++step)
        feed(step, step == 20 ? 0.0 : step == 40 ? -3.0 : step == 60 ? kMissing : 0.01 * step);
    loss->setLog(true);
    loss->setSmooth(false);
    group.redraw();
    EXPECT_EQ(rawLine().points.size(), 97U);
    EXPECT_NEAR(rawLine().points.front().y(), -2, 1e-6);
    ASSERT_EQ(loss->frame().edgeMarks.size(), 2U) << "zero and negative, at the bottom";
    EXPECT_FALSE(loss->frame().edgeMarks[0].top);
    ASSERT_EQ(loss->frame().nanMarks.size(), 1U);
    EXPECT_NEAR(loss->frame().nanMarks[0], loss->frame().xPixel(60), 1e-6);
}

TEST_F(LiveChartTest, NaNIsMarkedOnALinearAxisToo) {
    for (int step = 1; step <= 30; ++step)
        feed(step, step == 7 ? kMissing : step == 8 ? std::numeric_limits<double>::infinity() : 1.0);
    group.redraw();
    EXPECT_EQ(loss->frame().nanMarks.size(), 2U);
}

// Outliers decide nothing unless the user asks, and are never silently gone.
TEST_F(LiveChartTest, AnOutlierIsMarkedAndCanBeShown) {
    for (int step = 1; step <= 300; ++step)
        feed(step, step == 150 ? 1e9 : 1 + 0.1 * std::sin(step));
    loss->setSmooth(false);
    group.redraw();
    EXPECT_LT(loss->frame().y.high, 2);
    EXPECT_EQ(loss->frame().clipped, 1U);
    ASSERT_EQ(loss->frame().edgeMarks.size(), 1U);
    EXPECT_TRUE(loss->frame().edgeMarks[0].top);
    auto* chip = find<QPushButton>("lossClippedButton");
    ASSERT_TRUE(chip && chip->isVisible());
    EXPECT_EQ(chip->text(), "Clipped: 1");
    chip->click();
    group.redraw();
    EXPECT_GT(loss->frame().y.high, 1e9);
    EXPECT_EQ(loss->frame().clipped, 0U);
    EXPECT_TRUE(chip->isVisible());
    chip->click();
    group.redraw();
    EXPECT_LT(loss->frame().y.high, 2);
}

TEST_F(LiveChartTest, AccuracyEndsAtAHundredPerCentAndSpeedBeginsAtZero) {
    feedMany(1, 100);
    group.redraw();
    EXPECT_NEAR(accuracy->frame().y.high, 100, 2);
    EXPECT_EQ(accuracy->frame().y.low, 80);
    EXPECT_EQ(accuracy->frame().tags.front().text, "90.0 %");
    EXPECT_EQ(speed->frame().y.low, 0);
    EXPECT_GT(speed->frame().y.high, 1000);
    ASSERT_EQ(speed->frame().tags.size(), 2U);
    EXPECT_EQ(speed->frame().tags[0].text, "1.0 k");
}

TEST_F(LiveChartTest, TagsNeverOverlap) {
    std::vector<PlotFrame::Tag> tags;
    for (double y : {50.0, 51.0, 52.0, 98.0, 10.0})
        tags.push_back({{0, y}, {}, {}, y});
    spreadTags(tags, 0, 100, 14);
    ASSERT_EQ(tags.size(), 5U);
    for (std::size_t i = 1; i < tags.size(); ++i)
        EXPECT_GE(tags[i].y - tags[i - 1].y, 14 - 1e-9);
    EXPECT_GE(tags.front().y, 0);
    EXPECT_LE(tags.back().y, 100);
    std::vector<PlotFrame::Tag> many(20);
    spreadTags(many, 0, 100, 14);
    EXPECT_EQ(many.size(), 8U) << "as many as there is room for";
}

// After a window got narrower, the axis ended a few pixels after the data until the next value came, and the dot at the
// end of the line covered its value.
TEST_F(LiveChartTest, ANarrowerWindowKeepsTheRoomForTags) {
    page.resize(2560, 620);
    QApplication::processEvents();
    feedMany(1, 305);
    group.redraw();
    page.resize(640, 620);
    QApplication::processEvents();
    for (const LiveChart* chart : {loss, accuracy, speed}) {
        ASSERT_FALSE(chart->frame().tags.empty());
        for (const PlotFrame::Tag& tag : chart->frame().tags)
            EXPECT_GE(tag.left - tag.end.x(), 12) << chart->spec().key.toStdString();
    }
}

// The same where the user had made the axis end with the data.
TEST_F(LiveChartTest, NoDotCoversTheValueAtTheEndOfItsLine) {
    feedMany(1, 305);
    for (const double end : {305.0, 306.0, 310.0, 320.0, 340.0, 400.0}) {
        group.view().zoomTo(0, end);
        group.redraw();
        for (const LiveChart* chart : {loss, accuracy, speed}) {
            for (const PlotFrame::Tag& tag : chart->frame().tags) {
                const bool clear = tag.left >= tag.end.x() + 6 || tag.left + tag.width <= tag.end.x() - 6;
                EXPECT_TRUE(clear) << chart->spec().key.toStdString() << " to " << end;
                EXPECT_LE(tag.left + tag.width, chart->frame().plot.right() + kPlotRight) << end;
            }
        }
    }
}

TEST_F(LiveChartTest, SpikesSurviveDecimation) {
    for (int step = 1; step <= 50'000; ++step)
        feed(step, step == 23'456 ? 1.9 : 1 + 0.1 * std::sin(step));
    group.redraw();
    const auto& points = rawLine().points;
    EXPECT_LE(points.size(), 2 * 640U);
    EXPECT_TRUE(std::any_of(points.begin(), points.end(),
                            [](const QPointF& p) { return p.x() == 23'456 && std::abs(p.y() - 1.9) < 1e-6; }));
}

TEST_F(LiveChartTest, LegendEntriesShowAndHideLines) {
    feedMany(1, 50);
    group.redraw();
    EXPECT_EQ(loss->frame().lines.size(), 2U);
    find<QPushButton>("lossLegendEachStep")->click();
    group.redraw();
    ASSERT_EQ(loss->frame().lines.size(), 1U);
    EXPECT_FALSE(loss->frame().lines[0].faint);
    find<QPushButton>("lossLegendSmoothed")->click();
    group.redraw();
    EXPECT_TRUE(loss->frame().lines.empty());
}

// Its ends have no entry in the legend, no tag and no cross-hair of their own, and go with the line that they surround.
TEST_F(LiveChartTest, ABandSurroundsItsLine) {
    speed->addSeries({.key = "low", .kind = SeriesKind::BandEdge, .colour = 2, .follows = true});
    const int high = speed->addSeries({.key = "high", .kind = SeriesKind::BandEdge, .colour = 2, .follows = true});
    EXPECT_EQ(speed->legend().size(), 2U);
    for (std::int64_t step = 1; step <= 20; ++step) {
        feed(step, 1);
        speed->append(high - 1, 400);
        speed->append(high, 600);
    }
    group.redraw();
    const PlotFrame& frame = speed->frame();
    ASSERT_EQ(frame.bands.size(), 1U);
    EXPECT_EQ(frame.lines[frame.bands[0].low].points.front().y(), 400);
    EXPECT_EQ(frame.lines[frame.bands[0].high].points.front().y(), 600);
    EXPECT_EQ(frame.tags.size(), 2U);
    EXPECT_EQ(group.readout(3).rows.size(), 6U); // as without it
    speed->legend().back()->setChecked(false);   // of the line before it
    group.redraw();
    EXPECT_TRUE(speed->frame().bands.empty());
    EXPECT_FALSE(speed->series()[static_cast<std::size_t>(high)]->rawVisible);
}

TEST_F(LiveChartTest, ValidationDotsAreAtTheirStep) {
    feedMany(1, 100);
    loss->appendDot(lossValidation, at(50), 1.0);
    group.redraw();
    ASSERT_EQ(loss->frame().dots.size(), 1U);
    EXPECT_NEAR(loss->frame().dots[0].at.x(), loss->frame().xPixel(50), 1e-6);
    group.setXAxis(XAxis::Seconds);
    group.redraw();
    EXPECT_NEAR(loss->frame().dots[0].at.x(), loss->frame().xPixel(25), 1e-6);
}

TEST_F(LiveChartTest, DotsAreBoundedOverAVeryLongRun) {
    for (int i = 0; i < 300'000; ++i)
        loss->appendDot(lossValidation, at(i), i == 77'777 ? -9 : i % 5);
    const auto& dots = loss->series()[1]->dots();
    EXPECT_LT(dots.size(), ChartSeries::kDotLimit);
    EXPECT_TRUE(std::any_of(dots.begin(), dots.end(), [](const auto& dot) { return dot.value == -9; }));
    EXPECT_TRUE(
        std::is_sorted(dots.begin(), dots.end(), [](const auto& a, const auto& b) { return a.x.step < b.x.step; }));
}

TEST_F(LiveChartTest, EventMarksAreInEveryChartWithTheirTextInOne) {
    feedMany(1, 1000);
    group.mark(500, MarkKind::Setting, QStringLiteral("learning rate 0.001 -> 0.0003"));
    group.redraw();
    for (LiveChart* chart : group.charts()) {
        ASSERT_EQ(chart->frame().marks.size(), 1U);
        EXPECT_NEAR(chart->frame().marks[0].x, chart->frame().xPixel(500), 1e-6);
        EXPECT_EQ(chart->frame().marks[0].label.isEmpty(), chart != loss);
    }
}

TEST_F(LiveChartTest, KeysToggleLogAndFit) {
    feedMany(1, 100);
    group.redraw();
    loss->view().setFocus(Qt::TabFocusReason);
    QTest::keyClick(&loss->view(), Qt::Key_L);
    EXPECT_TRUE(loss->log());
    EXPECT_TRUE(find<QPushButton>("lossLogButton")->isChecked());
    QTest::keyClick(find<QPushButton>("lossLogButton"), Qt::Key_L);
    EXPECT_FALSE(loss->log()) << "also from a button of the chart";
    group.view().zoomTo(10, 20);
    QTest::keyClick(&loss->view(), Qt::Key_F);
    EXPECT_EQ(group.view().mode(), ViewRange::Mode::Fit);
    QTest::keyClick(&speed->view(), Qt::Key_L);
    EXPECT_FALSE(speed->log()) << "has no log axis";
}

TEST_F(LiveChartTest, SwitchingLogSmoothsInThatSpace) {
    for (int step = 1; step <= 200; ++step)
        feed(step, step % 2 ? 10 : 1000);
    group.setSmoothing(0.99);
    group.redraw();
    EXPECT_NEAR(smoothedLine().points.back().y(), 505, 20);
    loss->setLog(true);
    group.redraw();
    EXPECT_NEAR(smoothedLine().points.back().y(), 2, 0.05);
}

TEST_F(LiveChartTest, EveryControlHasAUniqueNameAndAnEnglishLabel) {
    QSet<QString> names;
    const auto buttons = page.findChildren<QPushButton*>();
    EXPECT_GE(buttons.size(), 20);
    for (const QPushButton* button : buttons) {
        EXPECT_FALSE(button->objectName().isEmpty());
        EXPECT_FALSE(button->accessibleName().isEmpty()) << button->objectName().toStdString();
        EXPECT_FALSE(names.contains(button->objectName())) << button->objectName().toStdString();
        names.insert(button->objectName());
    }
    EXPECT_EQ(find<QPushButton>("lossLogButton")->accessibleName(), "Log");
    EXPECT_EQ(loss->view().accessibleName(), "Loss");
}

TEST_F(LiveChartTest, LegendWithoutRoomMovesBehindAButton) {
    for (int tower = 1; tower < 12; ++tower)
        speed->addSeries({.key = QStringLiteral("GPU%1").arg(tower), .colour = tower});
    page.resize(641, 620);
    QApplication::processEvents();
    auto* more = find<QPushButton>("speedLegendMoreButton");
    ASSERT_TRUE(more->isVisible());
    EXPECT_TRUE(more->text().startsWith("+"));
    for (const LegendButton* button : speed->legend())
        EXPECT_TRUE(!button->isVisible() || button->geometry().right() < more->x() + 1);
}

// "+3" stood alone beside free room in which two of the three had fitted.
TEST_F(LiveChartTest, LegendShowsAsManyEntriesAsFit) {
    auto* more = find<QPushButton>("lossLegendMoreButton");
    auto* bar = find<QWidget>("lossLegend");
    loss->rename(lossTrain, "each step, dropout on", "smoothed");
    for (int width = 280; width < 640; width += 8) {
        page.resize(width, 620);
        QApplication::processEvents();
        int used = 0, shown = 0, narrowest = 10'000;
        for (const LegendButton* button : loss->legend()) {
            const int needed = button->width() + 4;
            used += button->isVisible() ? needed : 0;
            shown += button->isVisible() ? 1 : 0;
            narrowest = button->isVisible() ? narrowest : std::min(narrowest, button->sizeHint().width());
        }
        EXPECT_EQ(more->isVisible(), shown < 3) << width;
        if (shown < 3) {
            EXPECT_EQ(more->text(), QStringLiteral("+%1").arg(3 - shown)) << width;
            EXPECT_LT(bar->width() - used - more->width(), narrowest + 4) << "one more has room at " << width;
            EXPECT_LE(more->geometry().right(), bar->width()) << width;
        }
    }
}

// The menu of 62 lines filled the screen, and each had to be hidden by itself.
TEST_F(LiveChartTest, TheLegendsMenuScrollsAndHasAllAndNone) {
    for (int tower = 1; tower < 64; ++tower)
        speed->addSeries({.key = QStringLiteral("GPU%1").arg(tower), .colour = tower});
    page.resize(642, 620);
    QApplication::processEvents();
    QTest::mouseClick(find<QPushButton>("speedLegendMoreButton"), Qt::LeftButton);
    auto* menu = find<QWidget>("legendMenu");
    ASSERT_TRUE(menu != nullptr && menu->isVisible());
    const auto boxes = menu->findChildren<QCheckBox*>();
    const auto hidden = std::count_if(speed->legend().begin(), speed->legend().end(),
                                      [](const LegendButton* button) { return !button->isVisible(); });
    ASSERT_EQ(boxes.size(), hidden);
    EXPECT_LT(menu->height(), 20 * boxes.front()->height()) << "sixteen rows and the head";
    const auto drawn = [this] {
        return std::count_if(speed->series().begin(), speed->series().end(),
                             [](const auto& series) { return series->rawVisible; });
    };
    const auto all = static_cast<std::ptrdiff_t>(speed->series().size());
    EXPECT_EQ(drawn(), all);
    QTest::mouseClick(menu->findChild<QPushButton*>("legendNoneButton"), Qt::LeftButton);
    EXPECT_EQ(drawn(), all - hidden);
    QTest::keyClick(boxes.front(), Qt::Key_Space);
    EXPECT_EQ(drawn(), all - hidden + 1);
    QTest::mouseClick(menu->findChild<QPushButton*>("legendAllButton"), Qt::LeftButton);
    EXPECT_EQ(drawn(), all);
    const QPointer<QWidget> open = menu;
    QTest::keyClick(boxes.front(), Qt::Key_Escape);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_TRUE(open.isNull() || !open->isVisible());
}

TEST_F(LiveChartTest, ThemeAndSizeChangesRepaint) {
    feedMany(1, 100);
    group.redraw();
    const QImage light = loss->grab().toImage();
    theme.setMode(Theme::Mode::Dark);
    const QImage dark = loss->grab().toImage();
    EXPECT_GT(qGray(light.pixel(200, 150)), 200);
    EXPECT_LT(qGray(dark.pixel(200, 150)), 60);
    page.resize(900, 700);
    QApplication::processEvents();
    EXPECT_EQ(loss->frame().plot, loss->view().plotRect());
}

} // namespace
} // namespace belfry
