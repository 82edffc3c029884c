// The Evaluate page as a user meets it: weights chosen and evaluated, a cell clicked, its images looked at, drawings
// kept and taken out again, and everything that can be wrong with what is chosen.
#include "core/base/files.h"
#include "core/predict/own_drawings.h"
#include "core/runs/weights_file.h"
#include "tests/ui/pages/runs_page_fixture.h"
#include "ui/pages/evaluate/class_bars.h"
#include "ui/pages/evaluate/confusion_matrix.h"
#include "ui/pages/evaluate/evaluate_page.h"
#include "ui/pages/evaluate/history_chart.h"
#include "ui/pages/evaluate/image_panel.h"
#include "ui/pages/evaluate/rejection_chart.h"
#include "ui/pages/evaluate/reliability_chart.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/probability_bars.h"
#include "ui/window/settings.h"

#include <QCheckBox>
#include <QComboBox>
#include <QMenu>
#include <QTest>
#include <fstream>

namespace belfry {
namespace {

class EvaluatePageTest : public RunsPageTest {
protected:
    EvaluatePageTest() { qputenv("XDG_DATA_HOME", path("data").toLocal8Bit()); }
    ~EvaluatePageTest() override {
        shut();
        qunsetenv("XDG_DATA_HOME");
    }

    // The ready network as a run's weights: the best ones, and `checkpoints` of it.
    static fs::path trained(const std::string& name, std::int64_t time,
                            const std::vector<std::int64_t>& checkpoints = {}) {
        const fs::path folder = ended(name, time);
        const RunFiles files(folder);
        Snapshot snapshot = *loadSnapshot(readyNetworkFile());
        snapshot.source = name;
        saveSnapshot(files.best, snapshot);
        for (const std::int64_t step : checkpoints) {
            saveCheckpoint(folder, step);
        }
        return folder;
    }
    // Weights that say the first class to everything.
    static void saveCheckpoint(const fs::path& folder, std::int64_t step) {
        Snapshot snapshot = *loadSnapshot(readyNetworkFile());
        std::ranges::fill(snapshot.weights, 0.0F);
        snapshot.step = step;
        saveSnapshot(RunFiles(folder).checkpoint(step), snapshot);
    }
    static DecodedImage digitOne() {
        DecodedImage picture{.width = 28, .height = 28, .channels = 1, .pixels = Bytes(784)};
        for (std::size_t y = 4; y < 24; ++y) {
            picture.pixels[y * 28 + 13] = picture.pixels[y * 28 + 14] = 255;
        }
        return picture;
    }

    EvaluatePage& evaluatePage() { return *window().evaluatePage(); }
    void openEvaluate() {
        open();
        openPage("Evaluate");
        ASSERT_TRUE(evaluatePage().isVisible());
    }
    void choose(const char* box, const QString& text) {
        auto* combo = find<QComboBox>(box);
        const int place = combo->findText(text, Qt::MatchStartsWith); // a run's date and accuracy follow
        ASSERT_GE(place, 0) << text.toStdString();
        combo->setCurrentIndex(place);
    }
    bool evaluated(std::int64_t images) {
        return eventually(
            [&] { return evaluatePage().report() && evaluatePage().report()->evaluation.images() == images; });
    }
    void evaluateReady(const QString& split = QStringLiteral("validation")) {
        choose("evaluatedSplitField", split);
        ASSERT_TRUE(eventually([&] { return find("evaluateButton")->isEnabled(); }));
        click("evaluateButton");
    }
    void clickCell(int truth, int answer) {
        ConfusionMatrix* matrix = evaluatePage().matrix();
        QTest::mouseClick(matrix, Qt::LeftButton, {}, matrix->cellRect({truth, answer}).center());
    }
    // The wrong cell with the most images.
    ConfusionCell worstCell() {
        const Evaluation& evaluation = evaluatePage().report()->evaluation;
        ConfusionCell worst{0, 1};
        const auto count = [&](const ConfusionCell& cell) {
            return evaluation.result.confusion[static_cast<std::size_t>(cell.truth * 10 + cell.answer)];
        };
        for (int truth = 0; truth < 10; ++truth) {
            for (int answer = 0; answer < 10; ++answer) {
                if (truth != answer && count({truth, answer}) > count(worst)) {
                    worst = {truth, answer};
                }
            }
        }
        return worst;
    }
    bool picturesShown() {
        return eventually([&] { return find("chosenImage")->isVisible(); });
    }
};

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

// What it costs is drawn, the choice is kept, and answers on the pad follow it.
TEST_F(EvaluatePageTest, AnswersBelowAConfidenceAreNoneOfThese) {
    openEvaluate();
    ASSERT_TRUE(eventually([&] { return text("evaluationHint").startsWith("No runs yet"); }));
    evaluateReady();
    ASSERT_TRUE(evaluated(5000));
    auto* chart = find<RejectionChart>("rejectionChart");
    EXPECT_TRUE(text("rejectionPrice").startsWith("From 0 % on: 100.0 % answered"));
    QTest::mouseClick(chart, Qt::LeftButton, {}, chart->rect().center());
    EXPECT_GT(chart->threshold(), 0.3);
    EXPECT_LT(chart->threshold(), 0.7);
    QTest::keyClick(chart, Qt::Key_End);
    QTest::keyClick(chart, Qt::Key_PageDown);
    EXPECT_NEAR(chart->threshold(), 0.9, 1e-9);
    EXPECT_TRUE(text("rejectionPrice").startsWith("From 90 % on: 9")) << text("rejectionPrice").toStdString();
    EXPECT_EQ(chart->accessibleDescription(), text("rejectionPrice"));
    EXPECT_NEAR(Settings(path("belfry.ini")).noneBelow(), 0.9, 1e-9);
    page().drawing()->pad()->setDrawing({{{140, 50}, {140, 230}}, {{100, 100}, {200, 100}}});
    QTest::keyClick(chart, Qt::Key_End);
    ASSERT_TRUE(eventually([&] { return text("answer") == "none of these"; })) << text("answer").toStdString();
    EXPECT_TRUE(text("answerDetail").contains("most likely"));
    QTest::keyClick(chart, Qt::Key_Home);
    EXPECT_TRUE(eventually([&] { return text("answer") != "none of these"; }));
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
    EXPECT_TRUE(text("evaluationProblem").startsWith("La red lee imágenes de 28x28x1"));
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

TEST_F(EvaluatePageTest, ADrawingIsKeptEvaluatedRemovedAndRestored) {
    open();
    ASSERT_TRUE(eventually([&] { return page().drawing()->snapshot() != nullptr; }));
    EXPECT_FALSE(find("keepAsButton")->isEnabled()); // nothing is drawn
    page().drawing()->pad()->setDrawing({{{140, 50}, {140, 230}}});
    click("keepAsButton");
    auto* menu = find<QMenu>("keepMenu");
    ASSERT_EQ(menu->actions().size(), 10);
    menu->actions()[1]->trigger();
    menu->hide();
    auto* keep = find<QAbstractButton>("keepAsButton");
    ASSERT_TRUE(eventually([&] { return keep->text() == "Kept as 1"; }));
    EXPECT_EQ(keep->accessibleName(), "Kept as 1");
    openPage("Evaluate");
    evaluateReady("my drawings");
    ASSERT_TRUE(evaluated(1));
    EXPECT_EQ(evaluatePage().report()->evaluation.labels, std::vector<std::uint8_t>{1});
    ASSERT_TRUE(picturesShown());
    const fs::path file = evaluatePage().report()->drawings.files.front();
    EXPECT_EQ(file.parent_path(), drawingsFolder() / "1");
    click("removeDrawingButton");
    ASSERT_TRUE(eventually(
        [&] { return text("evaluationHint").startsWith("There are no saved drawings of this network's classes"); }));
    EXPECT_FALSE(fs::exists(file));
    click("evaluateBannerAction");
    ASSERT_TRUE(evaluated(1));
    EXPECT_TRUE(fs::exists(file));
}

// Chosen wrong and chosen again: the drawing is there once, under its last label.
TEST_F(EvaluatePageTest, AnotherLabelMovesADrawing) {
    open();
    ASSERT_TRUE(eventually([&] { return page().drawing()->snapshot() != nullptr; }));
    page().drawing()->pad()->setDrawing({{{140, 50}, {140, 230}}});
    auto* keep = find<QAbstractButton>("keepAsButton");
    page().drawing()->keep(7);
    ASSERT_TRUE(eventually([&] { return keep->text() == "Kept as 7"; }));
    page().drawing()->keep(1);
    ASSERT_TRUE(eventually([&] { return keep->text() == "Kept as 1"; }));
    EXPECT_FALSE(fs::exists(drawingsFolder() / "7"));
    EXPECT_EQ(keptDrawings(*page().drawing()->snapshot()).images->size(), 1);
    page().drawing()->pad()->setDrawing({{{140, 50}, {140, 230}}, {{100, 100}, {200, 100}}});
    EXPECT_EQ(keep->text(), QStringLiteral("Keep as…")); // another drawing
}

TEST_F(EvaluatePageTest, DamagedDrawingsAreReportedAndSkipped) {
    keepDrawing(drawingsFolder(), "1", digitOne());
    std::ofstream(drawingsFolder() / "1" / "broken.png") << "no picture";
    std::ofstream(drawingsFolder() / "notes.txt") << "mine";
    openEvaluate();
    evaluateReady("my drawings");
    ASSERT_TRUE(evaluated(1));
    EXPECT_TRUE(text("evaluationNote").contains("could not be read: left out"));
    EXPECT_TRUE(text("evaluationNote").contains("1 other file"));
    speak("es");
    EXPECT_FALSE(text("evaluationNote").contains("left out")) << text("evaluationNote").toStdString();
}

TEST_F(EvaluatePageTest, ReportsAnUnwritableDrawingsFolder) {
    std::ofstream(path("data").toStdString()) << "a file where the user's data folder should be";
    open();
    ASSERT_TRUE(eventually([&] { return page().drawing()->snapshot() != nullptr; }));
    page().drawing()->pad()->setDrawing({{{140, 50}, {140, 230}}});
    page().drawing()->keep(1);
    EXPECT_TRUE(eventually([&] { return text("bannerText").contains("drawings"); }));
    EXPECT_EQ(find<QAbstractButton>("keepAsButton")->text(), QStringLiteral("Keep as…"));
}

} // namespace
} // namespace belfry
