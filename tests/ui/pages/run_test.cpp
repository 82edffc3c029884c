// What a user sees and does during a run.
#include "core/base/files.h"
#include "core/model/blueprint.h"
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"
#include "core/runs/run_folder.h"
#include "core/runs/run_list.h"
#include "core/runs/run_record.h"
#include "core/runs/weights_file.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/bridge/prediction_service.h"
#include "ui/charts/live_chart.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/widgets/confidence_chart.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/number_field.h"

#include <QImage>
#include <QPlainTextEdit>
#include <QTest>

namespace belfry {
namespace {

class RunTest : public WindowTest {
protected:
    // A 7 with the mouse, in the pad's own proportions.
    void drawSeven() {
        auto* pad = find<DrawingPad>("drawingPad");
        ASSERT_NE(pad, nullptr);
        const int side = std::min(pad->width(), pad->height());
        const QPoint corner((pad->width() - side) / 2, (pad->height() - side) / 2);
        const auto at = [&](double x, double y) {
            return corner + QPoint(static_cast<int>(x * side), static_cast<int>(y * side));
        };
        const std::vector<QPoint> points{at(.30, .26), at(.45, .25), at(.58, .25), at(.70, .26),
                                         at(.64, .38), at(.57, .50), at(.52, .62), at(.48, .76)};
        QTest::mousePress(pad, Qt::LeftButton, Qt::NoModifier, points.front());
        for (const QPoint& point : points) {
            QTest::mouseMove(pad, point);
        }
        QTest::mouseRelease(pad, Qt::LeftButton, Qt::NoModifier, points.back());
    }
    std::size_t points(const LiveChart* chart) const { return chart->series().front()->raw().size(); }
    void stopByKey() {
        QTest::keyClick(&window(), Qt::Key_Escape);
        ASSERT_TRUE(eventually([this] { return stopped(); }));
    }
};

// The path that everything else is there for: start, watch, draw, be read, stop, find the run.
TEST_F(RunTest, StartsChartsClassifiesADrawingStopsAndKeepsTheRun) {
    open();
    start();
    for (const LiveChart* chart : {page().charts()->loss(), page().charts()->accuracy(), page().charts()->speed()}) {
        ASSERT_TRUE(eventually([&] { return points(chart) > 0; })) << qPrintable(chart->spec().key);
        const std::size_t before = points(chart);
        EXPECT_TRUE(eventually([&] { return points(chart) > before; })) << qPrintable(chart->spec().key);
    }
    EXPECT_EQ(find<QAbstractButton>("startButton")->accessibleName(), "Pause");
    drawSeven();
    ASSERT_TRUE(eventually([&] { return text("answer") == "7" && text("answerDetail").contains("snapshot of step"); }))
        << qPrintable(text("answer") + " " + text("answerDetail"));
    EXPECT_TRUE(eventually([&] { return window().findChild<ConfidenceChart*>()->samples() > 1; }));
    click("stopButton");
    EXPECT_EQ(text("stateText"), "Stopping after this step…");
    ASSERT_TRUE(eventually([&] { return stopped(); }));
    EXPECT_EQ(find<QAbstractButton>("startButton")->accessibleName(), "Resume");

    const std::vector<RunSummary> runs = listRuns();
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_EQ(runs[0].state, "stopped");
    EXPECT_EQ(runs[0].name, "trial");
    EXPECT_EQ(static_cast<std::int64_t>(points(page().charts()->loss())), runs[0].steps);
    EXPECT_TRUE(runWeights(runs[0].folder).final);
    // The final weights answer from now on.
    EXPECT_TRUE(eventually([&] { return page().drawing()->snapshot()->step == runs[0].steps; }));
}

// The log named the network as files do: "lenet".
TEST_F(RunTest, TheLogNamesTheNetworkByItsTitle) {
    open();
    startAndWaitForSteps();
    EXPECT_TRUE(find<QPlainTextEdit>("logLines")->toPlainText().contains("Started trial: LeNet, parameters: "))
        << find<QPlainTextEdit>("logLines")->toPlainText().toStdString();
    stop();
}

TEST_F(RunTest, ClassifiesADrawingBeforeAnyTraining) {
    open();
    drawSeven();
    EXPECT_TRUE(eventually([&] { return text("answer") == "7"; })) << qPrintable(text("answerDetail"));
    EXPECT_TRUE(text("answerDetail").contains("pretrained network"));
    QTest::keyClick(&window(), Qt::Key_L, Qt::ControlModifier);
    EXPECT_EQ(text("answer"), "-");
}

// What was drawn before the ready network had been read was forgotten when it came, and stayed without an answer.
TEST_F(RunTest, ClassifiesADrawingMadeBeforeTheNetworkLoaded) {
    PredictionService service;
    DrawPanel panel(theme_, service);
    int answer = -1;
    QObject::connect(&panel, &DrawPanel::answered, &panel, [&](int label) { answer = label; });
    panel.pad()->setDrawing({{{140, 50}, {140, 230}}});
    panel.setSnapshot(loadSnapshot(readyNetworkFile()));
    EXPECT_TRUE(eventually([&] { return answer == 1; })) << answer;
}

TEST_F(RunTest, SpacePausesAndEscapeStops) {
    open();
    startAndWaitForSteps();
    QTest::keyClick(&window(), Qt::Key_Space);
    ASSERT_TRUE(eventually([&] { return page().status().kind == RunStatus::Kind::Paused; }));
    EXPECT_EQ(find<QAbstractButton>("startButton")->text(), "Resume");
    const std::size_t before = points(page().charts()->loss());
    click("stepButton");
    EXPECT_TRUE(eventually([&] { return points(page().charts()->loss()) == before + 1; }));
    ASSERT_TRUE(eventually([&] { return page().status().kind == RunStatus::Kind::Paused; }));
    stopByKey();
}

TEST_F(RunTest, SpaceInATextFieldDoesNotPause) {
    open();
    startAndWaitForSteps();
    QTest::keyClick(find("learningRateField"), Qt::Key_Space);
    QCoreApplication::processEvents();
    EXPECT_EQ(page().status().kind, RunStatus::Kind::Running);
    stopByKey();
}

TEST_F(RunTest, OnlyLiveSettingsAreEnabledAndChangesAreMarked) {
    open();
    startAndWaitForSteps();
    EXPECT_FALSE(find("networkField")->isEnabled());
    EXPECT_FALSE(find("batchPerTowerField")->isEnabled());
    for (const char* name : {"learningRateField", "epochsField", "saveEveryField"}) {
        EXPECT_TRUE(find(name)->isEnabled()) << name;
    }
    const auto marks = [&] { return page().charts()->group().marks().size(); };
    const std::size_t before = marks();
    find<NumberField>("learningRateField")->setNumber(0.0005);
    EXPECT_TRUE(eventually([&] { return marks() > before; }));
    find<SpinBox>("epochsField")->setNumber(500);
    EXPECT_TRUE(eventually([&] { return text("epochFigure").endsWith("/ 500"); }));
    stop();
    EXPECT_TRUE(find("networkField")->isEnabled());
}

TEST_F(RunTest, ALengthInStepsIsShownInEpochsButKept) {
    open();
    Plan plan = longPlan();
    plan.epochs = 3;
    plan.steps = 86'000; // a hundred epochs of 860 steps of 64 images
    start(plan);
    ASSERT_TRUE(
        eventually([this] { return text("stepFigure").contains("/ 86") && !text("stepFigure").startsWith('0'); }));
    EXPECT_EQ(text("epochFigure"), "1 / 100");
    EXPECT_FALSE(find("epochsField")->isEnabled());
    stop();
    EXPECT_FALSE(find("epochsField")->isEnabled()); // the steps still decide
    find<SpinBox>("stepsField")->setNumber(0);
    EXPECT_TRUE(find("epochsField")->isEnabled());
}

// The pad is for handwriting; a network of other pictures takes files.
TEST_F(RunTest, NetworksForOtherDataTakeAnImageInsteadOfAPen) {
    open();
    drawSeven();
    ASSERT_TRUE(eventually([&] { return text("answer") == "7"; }));
    auto colour = std::make_shared<Snapshot>();
    colour->blueprint = std::make_shared<Blueprint>(makeBlueprint(networkByName("mlp"), {3, 8, 8}, 2, InputStage{}));
    colour->classes = {"cat", "dog"};
    colour->source = "animals";
    colour->weights = initialWeights(*colour->blueprint, 1);
    page().drawing()->setSnapshot(colour);
    auto* pad = find<DrawingPad>("drawingPad");
    EXPECT_FALSE(pad->hasPen());
    EXPECT_TRUE(pad->isEmpty()); // the 7 is no picture of a cat
    EXPECT_EQ(text("answer"), "-");
    drawSeven();
    EXPECT_TRUE(pad->isEmpty());
    QImage picture(40, 30, QImage::Format_RGB32);
    picture.fill(Qt::darkGreen);
    pad->showPicture(picture);
    EXPECT_TRUE(eventually([&] { return text("answer") == "cat" || text("answer") == "dog"; }))
        << qPrintable(text("answer"));
}

TEST_F(RunTest, StepBeforeAnyRunDoesOneStepAndWaits) {
    open();
    page().setPlan(longPlan());
    click("stepButton");
    ASSERT_TRUE(eventually(
        [&] { return page().status().kind == RunStatus::Kind::Paused && points(page().charts()->loss()) == 1; }));
    stopByKey();
}

// What was asked for while the data were still being read was lost, or came too late.
TEST_F(RunTest, AStopDuringPreparationEndsTheRun) {
    open();
    start();
    ASSERT_EQ(page().status().kind, RunStatus::Kind::Preparing);
    click("stopButton");
    EXPECT_EQ(text("stateText"), "Stopping after this step…");
    EXPECT_FALSE(find("startButton")->isEnabled());
    ASSERT_TRUE(eventually([&] { return stopped(); }));
    const std::size_t steps = points(page().charts()->loss());
    EXPECT_LE(steps, 2U);
    EXPECT_EQ(find<QAbstractButton>("startButton")->text(), steps > 0 ? "Resume" : "Start");
}

TEST_F(RunTest, EditsDuringPreparationAreApplied) {
    open();
    start();
    ASSERT_EQ(page().status().kind, RunStatus::Kind::Preparing);
    find<SpinBox>("epochsField")->setNumber(500);
    find<NumberField>("learningRateField")->setNumber(0.0005);
    find<SpinBox>("saveEveryField")->setNumber(70);
    EXPECT_TRUE(eventually([&] { return text("epochFigure").endsWith("/ 500"); })) << text("epochFigure").toStdString();
    EXPECT_TRUE(eventually([&] { return page().charts()->group().marks().size() >= 3; }));
    stopByKey();
}

TEST_F(RunTest, APauseDuringPreparationHoldsTheRun) {
    open();
    start();
    ASSERT_EQ(find<QAbstractButton>("startButton")->text(), "Pause");
    click("startButton");
    EXPECT_EQ(find<QAbstractButton>("startButton")->text(), "Resume");
    ASSERT_TRUE(eventually([&] { return page().status().kind == RunStatus::Kind::Paused; }));
    const std::size_t before = points(page().charts()->loss());
    click("startButton");
    EXPECT_TRUE(eventually([&] { return points(page().charts()->loss()) > before; }));
    stopByKey();
}

// A step that was refused made the next start wait after its first step.
TEST_F(RunTest, ARefusedStepLeavesNothingBehind) {
    open();
    Plan plan = longPlan();
    plan.batchPerTower = 1'000'000;
    page().setPlan(plan);
    click("stepButton");
    ASSERT_TRUE(eventually([&] { return find("banner")->isVisible(); }));
    startAndWaitForSteps();
    ASSERT_TRUE(eventually([&] { return points(page().charts()->loss()) > 2; }));
    EXPECT_EQ(page().status().kind, RunStatus::Kind::Running);
    stopByKey();
}

// A batch larger than the data is only known when the data is read.
TEST_F(RunTest, RefusalsAreShownInABannerAndWriteNothing) {
    open();
    Plan plan = longPlan();
    plan.batchPerTower = 1'000'000;
    start(plan);
    ASSERT_TRUE(eventually([&] { return find("banner")->isVisible(); }));
    EXPECT_TRUE(text("bannerText").contains("55"));
    EXPECT_TRUE(listRuns().empty());
    click("bannerDismiss");
    EXPECT_FALSE(find("banner")->isVisible());
    EXPECT_EQ(text("stateText"), "Ready");
}

TEST_F(RunTest, AnUnwritableRunFolderIsRefused) {
    QFile file(path("file"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    qputenv("BELFRY_RUNS", (path("file") + "/runs").toLocal8Bit());
    open();
    start();
    EXPECT_TRUE(eventually([&] { return find("banner")->isVisible(); }));
    EXPECT_FALSE(text("bannerText").isEmpty());
}

TEST_F(RunTest, AFailureIsShownInABannerAndInTheStatusLine) {
    open();
    Plan plan = longPlan();
    plan.model = "mlp";
    plan.mlp.activation = Activation::Linear;
    plan.optimizer = "sgd";
    plan.learningRate = 900; // the weights explode and the loss becomes NaN
    plan.checkpointEvery = 1;
    start(plan);
    ASSERT_TRUE(eventually([&] { return page().status().kind == RunStatus::Kind::Failed; }));
    EXPECT_TRUE(find("banner")->isVisible());
    EXPECT_TRUE(text("stateText").startsWith("Failed: "));
    ASSERT_TRUE(eventually([&] { return window().findChild<QAbstractButton*>("bannerAction") != nullptr; }));
    EXPECT_TRUE(find<QAbstractButton>("bannerAction")->text().startsWith("Resume from step "));
    EXPECT_TRUE(text("bannerText").contains("not a number"));
    click("bannerAction"); // with the same rate it fails again
    EXPECT_TRUE(eventually([&] {
        return page().status().kind == RunStatus::Kind::Running || page().status().kind == RunStatus::Kind::Preparing;
    }));
    EXPECT_TRUE(eventually([&] { return page().status().kind == RunStatus::Kind::Failed; }));
}

// Its folder stayed locked as long as the window showed its curves: "is in progress in another process".
TEST_F(RunTest, AStoppedRunResumesInTheSameWindow) {
    open();
    startAndWaitForSteps();
    stop();
    const std::int64_t steps = listRuns().at(0).steps;
    page().resumeRun(listRuns().at(0).folder);
    ASSERT_TRUE(eventually([&] { return page().status().kind == RunStatus::Kind::Running; }))
        << qPrintable(text("bannerText"));
    EXPECT_TRUE(eventually([&] { return static_cast<std::int64_t>(points(page().charts()->loss())) > steps; }));
}

// Who took the offer away was asked again at every start.
TEST_F(RunTest, ADismissedOfferIsNotRepeated) {
    const auto interrupt = [](std::int64_t time) {
        const RunFiles files(createRun(Plan{}, runsRoot(), time));
        RunRecord record = newRunRecord();
        record.state = "interrupted";
        writeRunRecord(files.record, record);
    };
    interrupt(1'700'000'000);
    open();
    ASSERT_TRUE(eventually([&] { return find("banner")->isVisible(); }));
    click("bannerDismiss");
    EXPECT_FALSE(find("banner")->isVisible());
    shut();

    open();
    drawSeven();
    ASSERT_TRUE(eventually([&] { return text("answer") == "7"; })); // the ready network is read after the offer
    EXPECT_FALSE(find("banner")->isVisible());
    shut();

    interrupt(1'700'000'100); // another run is another question
    open();
    EXPECT_TRUE(eventually([&] { return find("banner")->isVisible(); }));
}

// With a drawing only: whether the network is right about the data it is tested with could not be seen here.
TEST_F(RunTest, ShowsOneTestPictureAfterAnother) {
    open();
    click("nextTestPictureButton");
    ASSERT_TRUE(eventually([&] { return text("testPictureClass") == "true class: 7"; }));
    EXPECT_TRUE(eventually([&] { return text("answer") == "7"; })) << text("answer").toStdString();
    EXPECT_FALSE(find<DrawingPad>("drawingPad")->isEmpty());
    click("nextTestPictureButton");
    ASSERT_TRUE(eventually([&] { return text("testPictureClass") == "true class: 2"; }));
    EXPECT_TRUE(eventually([&] { return text("answer") == "2"; })) << text("answer").toStdString();
    speak("es");
    EXPECT_EQ(text("testPictureClass"), "clase real: 2");
    drawSeven();
    EXPECT_EQ(text("testPictureClass"), "") << "what is drawn has none";
    click("clearButton");
    Plan missing = longPlan();
    missing.data = path("nowhere").toStdString();
    page().drawing()->setPlan(missing);
    click("nextTestPictureButton");
    ASSERT_TRUE(eventually([&] { return find("banner")->isVisible(); })) << "says what is missing";
    EXPECT_EQ(text("testPictureClass"), "");
}

} // namespace
} // namespace belfry
