// The Scaling page with mouse and keyboard: measuring, stopping, saving, and the towers of a run.
#include "tests/ui/file_dialog.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/charts/curve_plot.h"
#include "ui/foundation/texts.h"
#include "ui/pages/scaling/scaling_chart.h"
#include "ui/pages/scaling/scaling_page.h"
#include "ui/pages/scaling/scaling_text.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/stage_bars.h"
#include "ui/widgets/stage_strip.h"
#include "ui/widgets/tower_diagram.h"

#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QImage>
#include <QLabel>
#include <QTableWidget>
#include <QTest>

namespace belfry {
namespace {

class ScalingPageTest : public WindowTest {
protected:
    static Plan smallPlan() {
        Plan plan = longPlan();
        plan.towers = 1;
        plan.batchPerTower = 32;
        plan.globalBatch = 0;
        plan.model = "mlp";
        plan.mlp.hiddenLayers = 1;
        plan.mlp.width = 16;
        return plan;
    }
    void openScaling(const Plan& plan = smallPlan()) {
        open();
        page().setPlan(plan);
        openPage("Scaling");
        find<SpinBox>("towersUpToField")->setNumber(2);
        find<SpinBox>("repeatsField")->setNumber(1);
    }
    ScalingPage& scaling() { return *window_->scalingPage(); }
    QWidget* button(const char* name) { return find<QWidget>(name); }
    // Opens the page and measures to the end.
    void measure() {
        openScaling();
        click("measureButton");
        ASSERT_TRUE(eventually([&] { return find<QLabel>("scalingSentence")->isVisible(); }));
    }
};

TEST_F(ScalingPageTest, IsEmptyUntilSomethingIsMeasured) {
    openScaling();
    EXPECT_TRUE(scaling().plot()->picture().curves.empty());
    EXPECT_FALSE(find<QLabel>("scalingSentence")->isVisible());
    EXPECT_FALSE(button("saveTableButton")->isEnabled());
    EXPECT_FALSE(button("savePictureButton")->isEnabled());
    EXPECT_TRUE(button("measureButton")->isEnabled());
    EXPECT_TRUE(text("scalingPlan").contains("Multilayer perceptron on MNIST")) // it was "mlp on mnist"
        << qPrintable(text("scalingPlan"));
    EXPECT_TRUE(text("scalingPlan").contains("32"));
}

// The message beside Measure was cut at the edge of the window.
TEST_F(ScalingPageTest, ItsMessageIsWholeInTheSmallestWindow) {
    open();
    startAndWaitForSteps();
    openPage("Scaling"); // which says that the run would be slowed down
    const auto* message = find<QLabel>("scalingStatus");
    const auto isWhole = [&] {
        const QRect place(message->mapTo(&window(), QPoint()), message->size());
        const int width = message->fontMetrics().horizontalAdvance(message->text());
        return message->isVisible() && window().rect().contains(place) &&
               (message->wordWrap() ? message->height() >= message->heightForWidth(message->width())
                                    : message->width() >= width);
    };
    window().resize(1080, 618);
    for (const char* code : {"en", "es"}) {
        speak(code);
        EXPECT_TRUE(eventually(isWhole)) << code << ": " << qPrintable(message->text());
    }
    stop();
}

TEST_F(ScalingPageTest, MeasuresThePlanOfTheTrainPage) {
    openScaling();
    click("measureButton");
    EXPECT_FALSE(button("measureButton")->isVisible());
    EXPECT_TRUE(button("stopMeasuringButton")->isVisible());
    EXPECT_FALSE(find<SpinBox>("towersUpToField")->isEnabled());
    ASSERT_TRUE(eventually([&] { return find<QLabel>("scalingSentence")->isVisible(); }));
    EXPECT_TRUE(text("scalingSentence").contains("of each step")) << qPrintable(text("scalingSentence"));
    EXPECT_TRUE(text("scalingRemarks").contains("more towers divide them"));
    const CurvePicture& picture = scaling().plot()->picture();
    ASSERT_EQ(picture.curves.size(), 6u); // ideal, published, and of both modes what was predicted and measured
    EXPECT_EQ(picture.curves[0].points.back(), QPointF(4, 4));
    EXPECT_EQ(picture.curves[1].points.back(), QPointF(4, 2.45));
    EXPECT_EQ(picture.curves[3].points.front(), QPointF(1, 1));
    EXPECT_EQ(picture.curves[3].spread.size(), 2u);
    EXPECT_TRUE(picture.curves[2].dashed);
    const auto* table = find<QTableWidget>("scalingTable");
    ASSERT_EQ(table->rowCount(), 4);
    EXPECT_EQ(table->item(1, 0)->text(), "2 × 32");
    EXPECT_EQ(table->item(3, 0)->text(), "2 of 32");
    EXPECT_TRUE(table->item(3, 5)->text().endsWith(" %")); // which stages are worth a word, the machine says
    EXPECT_TRUE(button("measureButton")->isEnabled());
    EXPECT_EQ(page().plan(), smallPlan());
}

// In the smallest window the table showed one row: its height was what the chart and the towers left.
TEST_F(ScalingPageTest, ASmallWindowShowsSomeRows) {
    measure();
    window().resize(1080, 618);
    auto* table = find<QTableWidget>("scalingTable");
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualItemRect(table->item(0, 0)).center());
    EXPECT_TRUE(eventually([&] { return table->viewport()->height() >= 3 * table->rowHeight(0); }))
        << table->viewport()->height();
    // More towers and remarks would take more of it.
    EXPECT_GE(table->minimumSizeHint().height(), table->horizontalHeader()->height() + 3 * table->rowHeight(0));
}

// What `belfry-cli scaling` prints below its tables.
TEST_F(ScalingPageTest, ShowsTheAssumptionsOfItsModel) {
    measure();
    const QString model = text("scalingRemarks");
    EXPECT_TRUE(model.startsWith("Model: one tower takes ")) << qPrintable(model);
    EXPECT_TRUE(model.contains("for 32 images; the exchange moves a gradient of ")) << qPrintable(model);
    EXPECT_TRUE(model.contains(" GB/s, measured. ")) << qPrintable(model);
    ScalingFinding finding;
    EXPECT_EQ(scalingModelText(finding), "");
    finding.points.resize(1);
    finding.points[0].globalBatch = 64;
    finding.work = ComputeTimeModel({{32, 1.5}, {64, 2.5}});
    EXPECT_EQ(scalingModelText(finding), "Model: one tower takes 2.50 ms for 64 images.");
    finding.exchange = {246'824, 3.25e9};
    EXPECT_EQ(scalingModelText(finding),
              "Model: one tower takes 2.50 ms for 64 images; the exchange moves a gradient of "
              "241 KiB at 3.25 GB/s, measured.");
}

// The mean of the towers does not say which one waits.
TEST_F(ScalingPageTest, ShowsTheStagesOfEachTowerOfTheSelectedRow) {
    openScaling();
    auto* stages = find<StageStrip>("scalingStages");
    EXPECT_FALSE(stages->isVisible());
    click("measureButton");
    ASSERT_TRUE(eventually([&] { return find<QLabel>("scalingSentence")->isVisible(); }));
    EXPECT_TRUE(eventually([&] { return stages->bars()->rows().size() == 2; })) << "of the last row, of two towers";
    auto* table = find<QTableWidget>("scalingTable");
    EXPECT_EQ(table->currentRow(), 3);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Up);
    EXPECT_TRUE(eventually([&] { return stages->bars()->rows().size() == 1; }));
    EXPECT_TRUE(stages->stepText().endsWith(" ms per step"));
    EXPECT_GT(stages->bars()->rows()[0][2], 0) << "forward";
}

// Until one tower of the mode was measured the speed-up was said to be none.
TEST_F(ScalingPageTest, AnUnknownSpeedUpIsADash) {
    openScaling();
    ScalingFinding finding;
    for (int towers = 1; towers <= 12; ++towers) {
        finding.points.push_back({.mode = ScalingMode::Global, .towers = towers, .imagesPerSecond = {900, 0}});
        finding.points.back().stages.resize(static_cast<std::size_t>(towers));
    }
    scaling().showFinding(std::make_shared<const ScalingFinding>(finding));
    auto* table = find<QTableWidget>("scalingTable");
    EXPECT_EQ(table->item(1, 2)->text(), QString::fromUtf8("–"));
    EXPECT_EQ(table->item(1, 3)->text(), QString::fromUtf8("–"));
    EXPECT_TRUE(eventually([&] { // with the towers' bars below it the table is lower
        return table->viewport()->rect().contains(table->visualItemRect(table->item(11, 0)).center());
    }));
}

TEST_F(ScalingPageTest, ShowsSpeedAndEfficiencyWithErrorBars) {
    ScalingFinding finding;
    for (const int towers : {1, 2, 4}) {
        ScalingPoint point;
        point.towers = towers;
        point.imagesPerSecond = {1000.0 * towers * 0.9, 30};
        point.speedUp = {0.9 * towers, 0.1};
        point.efficiency = {0.9, 0.05};
        point.predictedPerSecond = 950.0 * towers;
        point.predictedSpeedUp = 0.95 * towers;
        finding.points.push_back(point);
    }
    const CurvePicture speed = scalingPicture(finding, ScalingFigure::Speed);
    ASSERT_EQ(speed.curves.size(), 3u); // no other machine's
    EXPECT_EQ(speed.curves[0].points.back(), QPointF(4, 3600));
    EXPECT_EQ(speed.curves[1].points.back(), QPointF(4, 3800));
    EXPECT_EQ(speed.curves[2].spread, std::vector<double>({30, 30, 30}));
    const CurvePicture efficiency = scalingPicture(finding, ScalingFigure::Efficiency);
    ASSERT_EQ(efficiency.curves.size(), 4u);
    EXPECT_EQ(efficiency.curves[0].points.back(), QPointF(4, 100));
    EXPECT_EQ(efficiency.curves[1].points.back(), QPointF(4, 245.0 / 4));
    EXPECT_EQ(efficiency.curves[2].points.back(), QPointF(4, 95));
    EXPECT_EQ(efficiency.curves[3].spread, std::vector<double>({5, 5, 5}));
    measure();
    const auto measured = [&] { return scaling().plot()->picture().curves.back().points.back().y(); };
    const double speedUp = measured();
    find<QComboBox>("scalingFigureField")->setCurrentIndex(2);
    EXPECT_NEAR(measured(), 100 * speedUp / 2, 0.01);
    EXPECT_EQ(scaling().plot()->picture().yFormat, YFormat::Percent);
}

TEST_F(ScalingPageTest, MeasuresTheRequestedNumberOfSteps) {
    openScaling();
    EXPECT_EQ(find<SpinBox>("stepsPerRepeatField")->shownText(), "automatic");
    find<SpinBox>("stepsPerRepeatField")->setNumber(2);
    click("measureButton");
    EXPECT_FALSE(find<SpinBox>("stepsPerRepeatField")->isEnabled());
    EXPECT_TRUE(eventually([&] { return find<QLabel>("scalingSentence")->isVisible(); }));
}

TEST_F(ScalingPageTest, AdviceCanBeApplied) {
    Plan plan = smallPlan();
    plan.globalBatch = 64;
    Advice advice{.kind = Advice::Kind::LargerBatch, .towers = 2, .batch = 512};
    Plan advised = advisedPlan(plan, advice);
    EXPECT_EQ(advised.towers, 2);
    EXPECT_EQ(advised.imagesPerStep(), 1024);
    EXPECT_EQ(adviceChanges(plan, advice), "2 towers, 512 images per tower");
    EXPECT_EQ(adviceChanges(advised, advice), "");
    plan.towers = 4;
    plan.shares = "0.4,0.2,0.2,0.2";
    plan.exchange = "cpu";
    advice = {.kind = Advice::Kind::OtherExchange, .towers = 4, .exchange = "allreduce"};
    EXPECT_EQ(adviceChanges(plan, advice), "exchange All-reduce");
    EXPECT_EQ(advisedPlan(plan, advice).shares, plan.shares);
    advice = {.kind = Advice::Kind::FewerTowers, .towers = 1};
    EXPECT_EQ(adviceChanges(plan, advice), "1 tower");
    EXPECT_EQ(advisedPlan(plan, advice).shares, "") << "they are one for each tower";
    advice = {.kind = Advice::Kind::ResidentFeed, .towers = 4};
    EXPECT_EQ(adviceChanges(plan, advice), "feed Resident");
    advice.kind = Advice::Kind::None;
    advice.towers = 2;
    EXPECT_EQ(advisedPlan(plan, advice), plan);
}

// As other pages hand plans over.
TEST_F(ScalingPageTest, TryItSetsThePlanOfTheTrainPage) {
    openScaling();
    ScalingFinding finding;
    finding.points.resize(1);
    finding.sentence = Text::verbatim("Every tower waits 40 % of each step for the exchange; 512 images per tower "
                                      "instead of 32 would give 1.9x (now 1.2x).");
    finding.advice = Advice{.kind = Advice::Kind::LargerBatch, .towers = 2, .batch = 512};
    scaling().showFinding(std::make_shared<const ScalingFinding>(finding));
    ASSERT_TRUE(button("tryItButton")->isVisible());
    EXPECT_TRUE(button("tryItButton")->toolTip().contains("2 towers, 512 images per tower"));
    click("tryItButton");
    EXPECT_TRUE(page().isVisible());
    EXPECT_EQ(page().plan().towers, 2);
    EXPECT_EQ(page().plan().batchPerTower, 512);
    EXPECT_EQ(page().plan().model, "mlp");
    openPage("Scaling");
    EXPECT_FALSE(button("tryItButton")->isEnabled()) << "the plan is so already";
    finding.advice->kind = Advice::Kind::None;
    scaling().showFinding(std::make_shared<const ScalingFinding>(finding));
    EXPECT_FALSE(button("tryItButton")->isVisible());
}

TEST_F(ScalingPageTest, MeasuresASingleMode) {
    openScaling();
    find<QComboBox>("modeField")->setCurrentIndex(2);
    click("measureButton");
    ASSERT_TRUE(eventually([&] { return find<QLabel>("scalingSentence")->isVisible(); }));
    EXPECT_EQ(find<QTableWidget>("scalingTable")->rowCount(), 2);
}

TEST_F(ScalingPageTest, StopKeepsPartialResults) {
    openScaling();
    find<SpinBox>("repeatsField")->setNumber(100);
    click("measureButton");
    ASSERT_TRUE(eventually([&] { return find<QTableWidget>("scalingTable")->rowCount() > 0; }));
    click("stopMeasuringButton");
    ASSERT_TRUE(eventually([&] { return !scaling().isMeasuring(); }));
    EXPECT_TRUE(text("scalingStatus").startsWith("Stopped:")) << qPrintable(text("scalingStatus"));
    EXPECT_FALSE(find<QLabel>("scalingSentence")->isVisible());
    EXPECT_TRUE(button("saveTableButton")->isEnabled());
    EXPECT_TRUE(button("measureButton")->isEnabled());
}

TEST_F(ScalingPageTest, TablesAndImagesAreSaved) {
    measure();
    click("saveTableButton");
    typeFileName(window().findChild<QFileDialog*>("tableDialog"), path("scaling"));
    QFile csv(path("scaling.csv"));
    ASSERT_TRUE(csv.open(QIODevice::ReadOnly));
    EXPECT_EQ(csv.readAll().count('\n'), 1 + 2 * 3); // a line per tower of 1 and 2 towers in both modes
    click("savePictureButton");
    typeFileName(window().findChild<QFileDialog*>("pictureDialog"), path("scaling"));
    QFile svg(path("scaling.svg"));
    ASSERT_TRUE(svg.open(QIODevice::ReadOnly));
    EXPECT_TRUE(svg.readAll().contains("of each step"));
    ASSERT_TRUE(scaling().savePicture(path("scaling.png")));
    EXPECT_GT(QImage(path("scaling.png")).width(), 2 * scaling().plot()->width());
    EXPECT_FALSE(scaling().saveCsv(path("none/scaling.csv")));
    EXPECT_TRUE(find<QWidget>("scalingBanner")->isVisible());
}

TEST_F(ScalingPageTest, TheAdviceIsTranslated) {
    measure();
    speak("es");
    EXPECT_TRUE(text("scalingSentence").contains("de cada paso")) << qPrintable(text("scalingSentence"));
    EXPECT_FALSE(text("scalingSentence").contains("tower")) << qPrintable(text("scalingSentence"));
    EXPECT_TRUE(text("scalingRemarks").contains("núcleos")) << qPrintable(text("scalingRemarks"));
    const Bottleneck exchange{.cost = StepCost::Exchange, .tower = 2, .share = 0.31},
        compute{.cost = StepCost::Compute, .everyTower = true, .share = 0.97},
        data{.cost = StepCost::Data, .onlyTower = true, .share = 0.5},
        copies{.cost = StepCost::Copy, .onlyTower = true, .share = 0.2};
    for (const Text& sentence :
         {sentenceOf(Advice{.kind = Advice::Kind::LargerBatch,
         .bottleneck = exchange,
         .batch = 512,
         .presentBatch = 64,
         .speedUp = 3.6,
         .presentSpeedUp = 2.1}),
          sentenceOf(Advice{.kind = Advice::Kind::FewerTowers,
          .bottleneck = compute,
          .towers = 1,
          .presentTowers = 2,
          .presentSpeedUp = 0.9}),
          sentenceOf(
              Advice{.kind = Advice::Kind::ResidentFeed, .bottleneck = data, .presentFeed = "direct", .speedUp = 2}),
          sentenceOf(copies)}) {
        const QString spoken = translated(sentence);
        EXPECT_TRUE(spoken.contains(" % de cada paso")) << qPrintable(spoken);
        EXPECT_FALSE(spoken.contains("ower")) << qPrintable(spoken);
    }
}

// Measuring beside a run would tell nothing true of either.
TEST_F(ScalingPageTest, DoesNotMeasureDuringARun) {
    openScaling();
    openPage("Train");
    startAndWaitForSteps();
    openPage("Scaling");
    EXPECT_FALSE(button("measureButton")->isEnabled());
    EXPECT_TRUE(text("scalingStatus").contains("A run or a search is in progress"))
        << qPrintable(text("scalingStatus"));
    EXPECT_TRUE(eventually([&] { return scaling().diagram()->scene().step > 0; }));
    EXPECT_FALSE(scaling().diagram()->summary().isEmpty());
    page().stop(StopKind::Abort);
    ASSERT_TRUE(eventually([&] { return !page().controller().isActive(); }));
    EXPECT_TRUE(button("measureButton")->isEnabled());
}

TEST_F(ScalingPageTest, ARunEndsAMeasurement) {
    openScaling();
    find<SpinBox>("repeatsField")->setNumber(100);
    click("measureButton");
    page().start();
    EXPECT_TRUE(eventually([&] { return !scaling().isMeasuring(); }));
    EXPECT_TRUE(eventually([&] { return text("scalingStatus").contains("A run or a search is in progress"); }));
    page().stop(StopKind::Abort);
    EXPECT_TRUE(eventually([&] { return !page().controller().isActive(); }));
}

TEST_F(ScalingPageTest, InvalidPlansAreReportedInTheBanner) {
    Plan plan = smallPlan();
    plan.batchPerTower = 50'000; // two towers ask for more than there are
    openScaling(plan);
    click("measureButton");
    ASSERT_TRUE(eventually([&] { return find<QWidget>("scalingBanner")->isVisible(); }));
    EXPECT_TRUE(text("scalingBannerText").contains("100000 images")) << qPrintable(text("scalingBannerText"));
    EXPECT_TRUE(button("measureButton")->isEnabled());
    EXPECT_FALSE(button("stopMeasuringButton")->isVisible());
}

// A window that closes does not leave a thread behind.
TEST_F(ScalingPageTest, TheWindowClosesWhileItMeasures) {
    openScaling();
    find<SpinBox>("repeatsField")->setNumber(100);
    click("measureButton");
    ASSERT_TRUE(eventually([&] { return find<QTableWidget>("scalingTable")->rowCount() > 0; }));
    window().close();
    shut();
}

} // namespace
} // namespace belfry
