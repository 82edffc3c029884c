// What the Evaluate page and the drawing pad share: drawings kept and taken out again, and "none of these".
#include "tests/ui/pages/evaluate_page_fixture.h"
#include "ui/pages/evaluate/rejection_chart.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/window/settings.h"

#include <QMenu>
#include <fstream>

namespace belfry {
namespace {

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
