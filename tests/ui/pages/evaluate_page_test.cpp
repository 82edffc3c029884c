// The Evaluate page as a user meets it: weights chosen and evaluated, a cell clicked, its images looked at, and
// everything that can be wrong with what is chosen.
#include "core/base/files.h"
#include "tests/ui/pages/evaluate_page_fixture.h"
#include "ui/pages/evaluate/class_bars.h"
#include "ui/pages/evaluate/history_chart.h"
#include "ui/pages/evaluate/image_panel.h"
#include "ui/pages/evaluate/reliability_chart.h"
#include "ui/widgets/probability_bars.h"

#include <QCheckBox>
#include <fstream>

namespace belfry {
namespace {

TEST_F(EvaluatePageTest, WithoutRunsTheReadyNetworkCanBeEvaluated) {
    openEvaluate();
    ASSERT_TRUE(eventually([&] { return text("evaluationHint").startsWith("No runs yet"); }));
    EXPECT_FALSE(find("evaluation")->isVisible());
    evaluateReady();
    ASSERT_TRUE(evaluated(5000));
    const EvaluationResult& result = evaluatePage().report()->evaluation.result;
    EXPECT_GT(result.accuracy(), 0.97);
    EXPECT_EQ(text("evaluatedCount"), QStringLiteral("%L1 / 5,000").arg(result.correct));
    EXPECT_EQ(text("evaluatedAbout"), "Pretrained network, as shipped, on the validation images of MNIST");
    EXPECT_FALSE(find("evaluationHint")->isVisible());
    // One in five thousand is told apart, and so is each class.
    EXPECT_EQ(text("evaluatedAccuracy"), QString::number(100 * result.accuracy(), 'f', 2) + " %");
    EXPECT_EQ(text("evaluatedBalancedAccuracy"),
              QString::number(100 * result.means.balancedAccuracy.value(), 'f', 2) + " %");
    EXPECT_EQ(text("evaluatedMacroF1"), QString::number(100 * result.means.macroF1.value(), 'f', 2) + " %");
    EXPECT_TRUE(find<ClassBars>("classBars")->rowText(4).startsWith("4: "));
    EXPECT_TRUE(find<ClassBars>("classBars")->rowText(4).contains("precision 9"));
    EXPECT_TRUE(find("reliabilityChart")->accessibleDescription().startsWith("Expected calibration error"));
}

TEST_F(EvaluatePageTest, ClickingACellShowsItsImagesWorstFirst) {
    trained("lenet", 1'700'000'000);
    openEvaluate();
    ASSERT_TRUE(eventually([&] { return find<QComboBox>("evaluatedRunField")->currentText().startsWith("lenet · "); }));
    evaluateReady();
    ASSERT_TRUE(evaluated(5000));
    ImagePanel* panel = evaluatePage().images();
    EXPECT_EQ(text("imagesCaption"), "All: the worst 120 of 5,000");
    ASSERT_TRUE(picturesShown());
    const ConfusionCell cell = worstCell();
    clickCell(cell.truth, cell.answer);
    const auto expected = worstFirst(evaluatePage().report()->evaluation, cell);
    ASSERT_FALSE(expected.empty());
    EXPECT_EQ(panel->shown(), expected);
    EXPECT_EQ(
        text("imagesCaption"),
        QStringLiteral("%1 mistaken for %2: %3, worst first").arg(cell.truth).arg(cell.answer).arg(expected.size()));
    ASSERT_TRUE(picturesShown());
    EXPECT_EQ(find<ImageGrid>("imageGrid")->count(), static_cast<int>(expected.size()));
    EXPECT_EQ(text("imageTruth"), QStringLiteral("True class: %1").arg(cell.truth));
    EXPECT_EQ(text("imageAnswer"), QStringLiteral("Predicted: %1").arg(cell.answer));
    speak("es"); // where it was "Respuesta 4"
    EXPECT_EQ(text("imageTruth"), QStringLiteral("Clase real: %1").arg(cell.truth));
    EXPECT_EQ(text("imageAnswer"), QStringLiteral("Predicha: %1").arg(cell.answer));
    speak("en");
    auto* bars = panel->findChild<ProbabilityBars*>();
    EXPECT_EQ(bars->best(), cell.answer);
    clickCell(cell.truth, cell.answer); // again: all of them
    EXPECT_EQ(text("imagesCaption"), "All: the worst 120 of 5,000");
}

TEST_F(EvaluatePageTest, TheKeyboardNavigatesTheMatrixAndTheImages) {
    openEvaluate();
    evaluateReady();
    ASSERT_TRUE(evaluated(5000));
    ConfusionMatrix* matrix = evaluatePage().matrix();
    matrix->setFocus();
    QTest::keyClick(matrix, Qt::Key_Down);
    EXPECT_EQ(matrix->chosen(), (ConfusionCell{0, 0}));
    QTest::keyClick(matrix, Qt::Key_Down);
    QTest::keyClick(matrix, Qt::Key_Right);
    QTest::keyClick(matrix, Qt::Key_Left);
    EXPECT_EQ(matrix->chosen(), (ConfusionCell{1, 0}));
    QTest::keyClick(matrix, Qt::Key_End);
    EXPECT_EQ(matrix->chosen(), (ConfusionCell{1, 9}));
    QTest::keyClick(matrix, Qt::Key_Right); // the edge
    EXPECT_EQ(matrix->chosen(), (ConfusionCell{1, 9}));
    EXPECT_TRUE(matrix->accessibleDescription().startsWith("1 mistaken for 9: "));
    QTest::keyClick(matrix, Qt::Key_Escape);
    EXPECT_FALSE(matrix->chosen().has_value());
    auto* grid = find<ImageGrid>("imageGrid");
    ASSERT_TRUE(eventually([&] { return grid->count() == 120 && grid->current() == 0; }));
    grid->setFocus();
    QTest::keyClick(grid, Qt::Key_Right);
    EXPECT_EQ(grid->current(), 1);
    QTest::keyClick(grid, Qt::Key_End);
    EXPECT_EQ(grid->current(), 119);
    QTest::mouseClick(grid, Qt::LeftButton, {}, grid->place(2).center());
    EXPECT_EQ(grid->current(), 2);
}

TEST_F(EvaluatePageTest, AnImageShowsItsHistoryOverTheCheckpoints) {
    trained("lenet", 1'700'000'000, {1, 2});
    openEvaluate();
    ASSERT_TRUE(eventually([&] { return find<QComboBox>("evaluatedWeightsField")->count() == 3; }));
    EXPECT_EQ(find<QComboBox>("evaluatedWeightsField")->itemText(1), "step 2"); // the newest first
    evaluateReady();
    ASSERT_TRUE(evaluated(5000));
    clickCell(3, 3);
    auto* chart = find<HistoryChart>("historyChart");
    ASSERT_TRUE(eventually([&] { return chart->points() == 3; }));
    EXPECT_EQ(chart->pointText(0), "step 1: 0 (10.0 %), 3: 10.0 %");
    EXPECT_TRUE(chart->pointText(2).contains(": 3 (")) << chart->pointText(2).toStdString();
}

TEST_F(EvaluatePageTest, CheckpointsAreEvaluatedDuringARun) {
    Plan plan;
    plan.name = "going on";
    plan.devices = {"cpu"};
    const fs::path folder = createRun(plan);
    RunRecorder recorder(folder); // holds the run: it is "running"
    saveCheckpoint(folder, 10);
    openEvaluate();
    choose("evaluatedSplitField", "validation");
    ASSERT_TRUE(eventually([&] { return find("watchBox")->isEnabled(); }));
    find<QCheckBox>("watchBox")->click();
    ASSERT_TRUE(evaluated(5000));
    EXPECT_EQ(text("evaluatedStep"), "10");
    EXPECT_LT(evaluatePage().report()->evaluation.result.accuracy(), 0.2);
    clickCell(0, 0);
    saveCheckpoint(folder, 20);
    ASSERT_TRUE(eventually([&] { return text("evaluatedStep") == "20"; }));
    EXPECT_EQ(find<QComboBox>("evaluatedWeightsField")->currentText(), "step 20");
    EXPECT_EQ(evaluatePage().matrix()->chosen(), (ConfusionCell{0, 0})); // what was looked at stays
}

// Greyed, it kept the tool tip of what it would do.
TEST_F(EvaluatePageTest, WatchSaysWhyItIsGreyed) {
    trained("over", 1'700'000'000);
    openEvaluate();
    ASSERT_TRUE(eventually([&] { return find<QComboBox>("evaluatedRunField")->count() == 2; }));
    EXPECT_FALSE(find("watchBox")->isEnabled());
    EXPECT_EQ(find("watchBox")->toolTip(), "Only a run in progress writes new checkpoints: choose one.");
    EXPECT_EQ(find("watchBox")->accessibleDescription(), find("watchBox")->toolTip());
}

// Three runs of the same name could not be told apart.
TEST_F(EvaluatePageTest, RunsOfOneNameAreToldApartByTheirDates) {
    trained("twin", 1'700'000'000);
    trained("twin", 1'700'100'000);
    openEvaluate();
    auto* runs = find<QComboBox>("evaluatedRunField");
    ASSERT_TRUE(eventually([&] { return runs->count() == 3; }));
    EXPECT_TRUE(runs->itemText(0).startsWith("twin · "));
    EXPECT_NE(runs->itemText(0), runs->itemText(1));
    // The tip named files: "lenet, mnist".
    const QString tip = runs->itemData(0, Qt::ToolTipRole).toString();
    EXPECT_TRUE(tip.startsWith("LeNet, MNIST\n")) << tip.toStdString();
}

TEST_F(EvaluatePageTest, TheRunsPageOpensARunInIt) {
    trained("older", 1'700'000'000);
    trained("newer", 1'700'100'000);
    openRuns(2);
    clickRow(1);
    ASSERT_TRUE(eventually([&] { return find("evaluateRunButton")->isEnabled(); }));
    click("evaluateRunButton");
    EXPECT_TRUE(evaluatePage().isVisible());
    ASSERT_TRUE(evaluated(10'000));
    EXPECT_EQ(text("evaluatedAbout"), "older, best, on the test images of MNIST");
    EXPECT_TRUE(find<QComboBox>("evaluatedRunField")->currentText().startsWith("older · "));
}

TEST_F(EvaluatePageTest, ReportsWhatCannotBeEvaluated) {
    const fs::path damaged = trained("damaged", 1'700'200'000);
    std::ofstream(RunFiles(damaged).best) << "no weights";
    Plan plan;
    plan.name = "other data";
    plan.devices = {"cpu"};
    plan.data = path("nowhere").toStdString();
    const fs::path other = ended(plan, 1'700'100'000, 0.9, 3);
    Snapshot elsewhere = *loadSnapshot(readyNetworkFile());
    elsewhere.data = plan.data;
    saveSnapshot(RunFiles(other).best, elsewhere);
    ended("without weights", 1'700'000'000);
    openEvaluate();
    ASSERT_TRUE(
        eventually([&] { return find<QComboBox>("evaluatedRunField")->currentText().startsWith("damaged · "); }));
    ASSERT_TRUE(eventually([&] { return find("evaluateButton")->isEnabled(); }));
    click("evaluateButton");
    ASSERT_TRUE(eventually([&] { return text("evaluationProblem").contains("best.safetensors"); }));
    EXPECT_FALSE(find("evaluation")->isVisible());
    choose("evaluatedRunField", "other data");
    ASSERT_TRUE(eventually([&] { return find("evaluateButton")->isEnabled(); }));
    click("evaluateButton");
    ASSERT_TRUE(eventually([&] { return text("evaluationProblem").contains("nowhere"); }));
    choose("evaluatedRunField", "without weights");
    EXPECT_FALSE(find("evaluateButton")->isEnabled());
    speak("es");
    EXPECT_FALSE(text("evaluationProblem").contains("expected"));
}

TEST_F(EvaluatePageTest, ReportsANetworkThatDoesNotFitTheData) {
    const fs::path run = trained("eight", 1'700'000'000);
    Snapshot snapshot = *loadSnapshot(readyNetworkFile());
    Blueprint blueprint = makeBlueprint(snapshot.blueprint->architecture, {1, 28, 28}, 8);
    snapshot.weights.assign(static_cast<std::size_t>(blueprint.flatSize), 0);
    snapshot.blueprint = std::make_shared<const Blueprint>(std::move(blueprint));
    snapshot.classes.resize(8);
    saveSnapshot(RunFiles(run).best, snapshot);
    openEvaluate();
    ASSERT_TRUE(eventually([&] {
        return find("evaluateButton")->isEnabled() &&
               find<QComboBox>("evaluatedRunField")->currentText().startsWith("eight · ");
    }));
    click("evaluateButton");
    ASSERT_TRUE(eventually([&] { return text("evaluationProblem").contains("28x28x1 pictures of 8 classes"); }))
        << text("evaluationProblem").toStdString();
    speak("es");
    EXPECT_TRUE(text("evaluationProblem").startsWith("La red se entrenó con imágenes de 28x28x1"));
}

TEST_F(EvaluatePageTest, CancelKeepsTheShownEvaluation) {
    openEvaluate();
    evaluateReady();
    ASSERT_TRUE(evaluated(5000));
    choose("evaluatedSplitField", "training");
    click("evaluateButton");
    ASSERT_TRUE(find("cancelEvaluationButton")->isVisible());
    EXPECT_FALSE(find("evaluateButton")->isEnabled());
    click("cancelEvaluationButton");
    EXPECT_FALSE(find("evaluationBar")->isVisible());
    EXPECT_TRUE(find("evaluateButton")->isEnabled());
    EXPECT_EQ(evaluatePage().report()->evaluation.images(), 5000);
}

} // namespace
} // namespace belfry
