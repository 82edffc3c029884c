// The map of the pictures as a user meets it: laid out, coloured, selected on, decided about.
#include "core/data/data_version.h"
#include "tests/ui/pages/evaluate_map_fixture.h"
#include "ui/charts/chart_buttons.h"
#include "ui/pages/evaluate/map_legend.h"
#include "ui/pages/runs/run_table.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/widgets/drawing_pad.h"

#include <QMenu>
#include <QPushButton>
#include <QSplitter>

namespace belfry {
namespace {

TEST_F(EvaluateMapTest, StandsInThePlaceOfTheMatrix) {
    evaluateFolder();
    EXPECT_FALSE(evaluatePage().map()->isVisible());
    openFinishedMap();
    EXPECT_TRUE(evaluatePage().map()->isVisible());
    EXPECT_FALSE(evaluatePage().matrix()->isVisible());
    EXPECT_FALSE(find("classBars")->isVisible());
    EXPECT_GT(images(), 60);
    EXPECT_EQ(std::ssize(plot()->points()), images());
    EXPECT_EQ(text("mapNote"), QStringLiteral("%1 pictures").arg(images()));
    EXPECT_EQ(plot()->accessibleName(), "Map of the pictures");
    EXPECT_EQ(plot()->accessibleDescription(), QStringLiteral("%1 points, 0 selected").arg(images()));
    click("mapButton");
    EXPECT_FALSE(evaluatePage().map()->isVisible());
    EXPECT_TRUE(evaluatePage().matrix()->isVisible());
    EXPECT_TRUE(find("classBars")->isVisible());
}

// At the size that the window opens with nothing may be cut off.
TEST_F(EvaluateMapTest, FitsIntoASmallWindow) {
    evaluateFolder();
    openMap();
    for (const QSize& size : {QSize(1280, 720), QSize(1080, 618)}) {
        window().resize(size);
        QCoreApplication::processEvents();
        EXPECT_LE(find("evaluation")->geometry().right(), evaluatePage().rect().right()) << size.width();
        EXPECT_GE(plot()->height(), 200) << size.width();
        EXPECT_GE(plot()->width(), 400) << size.width();
    }
}

TEST_F(EvaluateMapTest, WhatIsSelectedIsShownAmongTheImages) {
    evaluateFolder();
    openFinishedMap();
    EXPECT_FALSE(find("showAllImagesButton")->isVisible());
    const int point = reachable();
    clickPoint(point);
    EXPECT_EQ(evaluatePage().images()->shown(), std::vector<std::int64_t>{point});
    EXPECT_EQ(text("imagesCaption"), "1 picture of the map");
    ASSERT_TRUE(picturesShown());
    const Evaluation& evaluation = evaluatePage().report()->evaluation;
    const int truth = evaluation.labels[static_cast<std::size_t>(point)];
    EXPECT_EQ(text("imageTruth"), QStringLiteral("True class: %1").arg(truth));
    QTest::mouseMove(plot(), plot()->pixelOf(point).toPoint());
    EXPECT_TRUE(text("mapHovered").contains(QStringLiteral("true class %1").arg(truth)))
        << text("mapHovered").toStdString();
    lasso();
    const std::vector<std::int64_t> chosen = evaluatePage().map()->chosen();
    ASSERT_GT(chosen.size(), 5U);
    ASSERT_LT(std::ssize(chosen), images());
    EXPECT_EQ(text("imagesCaption"), QStringLiteral("%1 pictures of the map").arg(chosen.size()));
    std::vector<std::int64_t> expected = worstFirst(evaluation);
    std::erase_if(expected, [&](std::int64_t image) { return !std::ranges::binary_search(chosen, image); });
    EXPECT_EQ(evaluatePage().images()->shown(), expected);
    click("showAllImagesButton");
    EXPECT_TRUE(evaluatePage().map()->chosen().empty());
    EXPECT_EQ(text("imagesCaption"), QStringLiteral("All: %1, worst first").arg(images()));
    EXPECT_FALSE(find("showAllImagesButton")->isVisible());
}

TEST_F(EvaluateMapTest, TheKeyboardSelectsAndOpens) {
    evaluateFolder();
    openFinishedMap();
    plot()->setFocus();
    QTest::keyClick(plot(), Qt::Key_Right);
    QTest::keyClick(plot(), Qt::Key_Left, Qt::ShiftModifier);
    const std::vector<std::int64_t> chosen = evaluatePage().map()->chosen();
    ASSERT_EQ(chosen.size(), 2U);
    const auto current = static_cast<std::int64_t>(plot()->current());
    EXPECT_FALSE(text("mapHovered").isEmpty());
    QTest::keyClick(plot(), Qt::Key_Return);
    auto* grid = find<ImageGrid>("imageGrid");
    EXPECT_TRUE(grid->hasFocus());
    ASSERT_TRUE(eventually([&] { return grid->count() == 2 && grid->current() >= 0; }));
    EXPECT_EQ(evaluatePage().images()->shown().at(static_cast<std::size_t>(grid->current())), current);
    plot()->setFocus();
    QTest::keyClick(plot(), Qt::Key_L);
    EXPECT_TRUE(find<QAbstractButton>("mapLassoButton")->isChecked());
    QTest::keyClick(plot(), Qt::Key_Escape);
    EXPECT_TRUE(evaluatePage().map()->chosen().empty());
    EXPECT_TRUE(text("imagesCaption").startsWith("All"));
    click("mapZoomInButton");
    EXPECT_GT(plot()->zoom(), 1);
    click("mapWholeButton");
    EXPECT_EQ(plot()->zoom(), 1);
}

TEST_F(EvaluateMapTest, ColoursAreByWhatIsChosenAndTheLegendDims) {
    evaluateFolder();
    openFinishedMap();
    auto* legend = find<MapLegend>("mapLegend");
    EXPECT_EQ(legend->dimmed().size(), 10U);
    const QImage byClass = plot()->grab().toImage();
    choose("mapColoursField", "right or wrong");
    EXPECT_EQ(legend->dimmed().size(), 2U);
    EXPECT_NE(plot()->grab().toImage(), byClass);
    const Evaluation& evaluation = evaluatePage().report()->evaluation;
    EXPECT_EQ(find<QAbstractButton>("mapLook1Button")->text(),
              QStringLiteral("wrong · %1").arg(evaluation.images() - evaluation.result.correct));
    click("mapLook0Button"); // the right ones
    EXPECT_EQ(legend->dimmed(), (std::vector<bool>{true, false}));
    plot()->setFocus();
    QTest::keyClick(plot(), Qt::Key_A, Qt::ControlModifier);
    EXPECT_EQ(std::ssize(evaluatePage().map()->chosen()), evaluation.images() - evaluation.result.correct);
    choose("mapColoursField", "confidence");
    EXPECT_EQ(legend->dimmed(), std::vector<bool>(5, false)); // other looks
    click("mapLegendNoneButton");
    EXPECT_EQ(legend->dimmed(), std::vector<bool>(5, true));
    EXPECT_TRUE(evaluatePage().map()->chosen().empty());
    click("mapLegendAllButton");
    choose("mapColoursField", "class");
    EXPECT_EQ(plot()->grab().toImage(), byClass);
}

// Whether the splits are alike is seen only where all are on one map.
TEST_F(EvaluateMapTest, AllSplitsAreOnOneMap) {
    evaluateFolder("all splits");
    openFinishedMap();
    const EvaluationReport& report = *evaluatePage().report();
    EXPECT_EQ(images(), 120);
    EXPECT_EQ(plot()->points().size(), 120U);
    EXPECT_TRUE(text("evaluatedAbout").contains("on all images of")) << text("evaluatedAbout").toStdString();
    choose("mapColoursField", "split");
    EXPECT_EQ(find<MapLegend>("mapLegend")->dimmed().size(), 3U);
    const DataSet& data = *report.data;
    const std::int64_t train = data.train->size(), validation = data.validation->size();
    EXPECT_EQ(find<QAbstractButton>("mapLook0Button")->text(), QStringLiteral("training · %1").arg(train));
    EXPECT_EQ(find<QAbstractButton>("mapLook1Button")->text(), QStringLiteral("validation · %1").arg(validation));
    EXPECT_EQ(find<QAbstractButton>("mapLook2Button")->text(), QStringLiteral("test · %1").arg(data.test->size()));
    EXPECT_EQ(report.splitOf(train), 1U);
    EXPECT_EQ(report.splitOf(train + validation), 2U);
    EXPECT_EQ(report.numberOf(train + validation + 1), 1);
    EXPECT_EQ(report.images->name(train + validation), data.test->name(0));
    choose("evaluatedSplitField", "validation"); // one split has no colours of its own
    const auto before = evaluatePage().report();
    click("evaluateButton");
    ASSERT_TRUE(eventually([&] { return evaluatePage().report() != before; }));
    EXPECT_EQ(find<QComboBox>("mapColoursField")->currentText(), "class");
    EXPECT_EQ(find<QComboBox>("mapColoursField")->findText("split"), -1);
    EXPECT_EQ(evaluatePage().report()->splitOf(0), 1U);
}

TEST_F(EvaluateMapTest, AnotherLayerKeepsTheSelection) {
    evaluateFolder();
    openFinishedMap();
    const int point = reachable();
    clickPoint(point);
    const std::vector<ScatterPoint> before = plot()->points();
    auto* layer = find<QComboBox>("mapLayerField");
    ASSERT_GT(layer->count(), 2);
    layer->setCurrentIndex(0);
    EXPECT_TRUE(find("mapBar")->isVisible());
    ASSERT_TRUE(eventually([&] { return !find("mapBar")->isVisible(); }));
    EXPECT_NE(plot()->points(), before);
    EXPECT_EQ(evaluatePage().map()->chosen(), std::vector<std::int64_t>{point});
}

TEST_F(EvaluateMapTest, DecisionsBecomeAVersionOfTheFolder) {
    evaluateFolder();
    QObject::disconnect(&evaluatePage(), &EvaluatePage::trainAgainRequested, &window(), nullptr); // no run begins
    openFinishedMap();
    auto* relabel = find<QPushButton>("relabelPicturesButton");
    ASSERT_TRUE(eventually([&] { return relabel->toolTip() == "Select pictures on the map first."; }));
    const int point = reachable();
    clickPoint(point);
    EXPECT_TRUE(relabel->isEnabled());
    click("relabelPicturesButton");
    auto* menu = find<QMenu>("relabelMenu");
    ASSERT_TRUE(menu->isVisible());
    const int label = evaluatePage().report()->evaluation.labels[static_cast<std::size_t>(point)],
              other = (label + 1) % 10;
    menu->findChild<QAction*>(QStringLiteral("relabelTo%1").arg(other))->trigger();
    menu->close();
    EXPECT_EQ(text("decisionState"), "1 relabelled, 0 left out.");
    EXPECT_TRUE(text("mapHovered").endsWith(QStringLiteral("now %1").arg(other))) << text("mapHovered").toStdString();
    lasso();
    const std::vector<std::int64_t> chosen = evaluatePage().map()->chosen();
    click("excludePicturesButton");
    const auto left = std::ssize(chosen);
    const bool both = std::ranges::binary_search(chosen, point);
    EXPECT_EQ(text("decisionState"), QStringLiteral("%1 relabelled, %2 left out.").arg(both ? 0 : 1).arg(left));
    click("undoMapDecisionButton"); // all that were excluded at once
    EXPECT_EQ(text("decisionState"), "1 relabelled, 0 left out.");
    click("excludePicturesButton");
    QSignalSpy trained(&evaluatePage(), &EvaluatePage::trainAgainRequested);
    click("trainWithDecisionsButton");
    ASSERT_TRUE(eventually([&] { return trained.count() == 1; }));
    const auto plan = trained.front().front().value<Plan>();
    EXPECT_EQ(plan.data, pictures());
    EXPECT_TRUE(plan.name.empty());
    const DataVersion version = loadDataVersion(plan.dataVersion);
    EXPECT_EQ(std::ssize(version.changes), left + (both ? 0 : 1));
    const ImageStore& images = *evaluatePage().report()->images;
    EXPECT_EQ(version.changes.at(images.name(chosen.back())), std::nullopt);
    EXPECT_EQ(version.changes.at(images.name(point)), both ? std::nullopt : std::optional(std::to_string(other)));
}

// The decisions were lost without a word, even where the same pictures were evaluated again: with *Watch*, every new
// checkpoint.
TEST_F(EvaluateMapTest, DecisionsOutliveAnotherEvaluationOfTheSamePictures) {
    evaluateFolder();
    openFinishedMap();
    clickPoint(reachable());
    ASSERT_TRUE(eventually([&] { return find("excludePicturesButton")->isEnabled(); }));
    click("excludePicturesButton");
    EXPECT_EQ(text("decisionState"), "0 relabelled, 1 left out.");
    const auto evaluateAgain = [&] {
        const auto before = evaluatePage().report();
        click("evaluateButton");
        return eventually([&] { return evaluatePage().report() != before; });
    };
    ASSERT_TRUE(evaluateAgain());
    EXPECT_EQ(text("decisionState"), "0 relabelled, 1 left out.");
    EXPECT_TRUE(find("trainWithDecisionsButton")->isVisible());
    EXPECT_FALSE(find("evaluateBanner")->isVisible());
    choose("evaluatedSplitField", "validation");
    ASSERT_TRUE(evaluateAgain());
    EXPECT_EQ(text("decisionState"), "");
    EXPECT_TRUE(text("evaluateBannerText").startsWith("The decision on 1 picture of the map is forgotten"));
    choose("evaluatedSplitField", "training");
    ASSERT_TRUE(evaluateAgain());
    EXPECT_EQ(text("decisionState"), "");
}

// Their file names say nothing, and there is no folder of which a version could be made.
TEST_F(EvaluateMapTest, FewDrawingsOfOneClassAreShownToo) {
    for (int number = 0; number < 4; ++number)
        keepDrawing(drawingsFolder(), "1", bar(0, number));
    openEvaluate();
    evaluateReady("my drawings");
    ASSERT_TRUE(evaluated(4));
    openFinishedMap();
    EXPECT_EQ(plot()->points().size(), 4U);
    EXPECT_EQ(text("mapNote"), "principal components: too few pictures to refine");
    clickPoint(reachable());
    EXPECT_EQ(text("imagesCaption"), "1 picture of the map");
    EXPECT_FALSE(find("relabelPicturesButton")->isEnabled());
    EXPECT_TRUE(find("excludePicturesButton")->toolTip().startsWith("Versions are of folders"));
}

// What is drawn on the Train page stands in a ring, but only on a map of the network that the pad has.
TEST_F(EvaluateMapTest, TheDrawingOnThePadLandsOnTheMap) {
    const fs::path run = runOnFolder(12);
    openEvaluate();
    choose("evaluatedSplitField", "training");
    evaluatePage().evaluateRun(run);
    ASSERT_TRUE(eventually([&] { return evaluatePage().report() != nullptr; }));
    openMap();
    EXPECT_FALSE(plot()->guest().has_value());
    openPage("Train");
    ASSERT_TRUE(eventually([&] { return page().drawing()->snapshot() != nullptr; }));
    page().drawing()->pad()->setDrawing({{{140, 50}, {140, 230}}});
    openPage("Evaluate");
    ASSERT_TRUE(
        eventually([&] { return plot()->guest().has_value(); })); // the same weights: those of the ready network
    openPage("Train");
    page().drawing()->pad()->clear();
    openPage("Evaluate");
    EXPECT_FALSE(plot()->guest().has_value());
    auto other = std::make_shared<Snapshot>(*evaluatePage().report()->snapshot);
    other->weights.front() += 1;
    evaluatePage().showDrawn(other, std::vector<std::uint8_t>(784, 200));
    EXPECT_FALSE(plot()->guest().has_value());
    evaluatePage().showDrawn(evaluatePage().report()->snapshot, std::vector<std::uint8_t>(784, 200));
    EXPECT_TRUE(eventually([&] { return plot()->guest().has_value(); }));
    evaluatePage().showDrawn(other, std::vector<std::uint8_t>(784, 200));
    EXPECT_FALSE(plot()->guest().has_value());
}

TEST_F(EvaluateMapTest, AnotherEvaluationForgetsTheOldMap) {
    evaluateFolder();
    openMap();
    clickPoint(reachable());
    choose("evaluatedSplitField", "validation");
    const auto before = evaluatePage().report();
    click("evaluateButton");
    ASSERT_TRUE(eventually([&] { return evaluatePage().report() != before; }));
    EXPECT_TRUE(evaluatePage().map()->chosen().empty());
    EXPECT_TRUE(text("imagesCaption").startsWith("All"));
    ASSERT_TRUE(eventually([&] { return std::ssize(plot()->points()) == images(); }));
}

} // namespace
} // namespace belfry
