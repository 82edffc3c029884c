// Where a network looks, below the pad and below a picture of the Evaluate page.
#include "tests/ui/pages/evaluate_page_fixture.h"
#include "ui/dialogs/layers/insight_box.h"
#include "ui/dialogs/layers/layers_dialog.h"
#include "ui/dialogs/layers/layers_pane.h"
#include "ui/pages/evaluate/image_grid.h"
#include "ui/pages/evaluate/image_panel.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/widgets/drawing_pad.h"
#include "ui/widgets/heat_view.h"

#include <QCheckBox>
#include <QLabel>

namespace belfry {
namespace {

class InsightTest : public EvaluatePageTest {
protected:
    InsightBox& box() { return *page().drawing()->insight(); }
    template <typename Kind = QWidget>
    static Kind* part(InsightBox& box, const char* name) {
        auto* found = box.findChild<Kind*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return found;
    }
    static QString said(InsightBox& box, const char* label) { return part<QLabel>(box, label)->text(); }
    static const QImage& map(InsightBox& box) { return part<HeatView>(box, "heatView")->picture(); }
    static void toggle(InsightBox& box) { // its mark
        auto* shown = part<QCheckBox>(box, "whereItLooksBox");
        QTest::mouseClick(shown, Qt::LeftButton, {}, QPoint(8, shown->height() / 2));
    }
    static Drawing seven() { return {{{80, 60}, {190, 60}, {120, 220}}}; }
    void openWithNetwork() {
        open();
        page().setPlan(longPlan());
        ASSERT_TRUE(eventually([&] { return page().drawing()->snapshot() != nullptr; }));
    }
    bool seesAll(InsightBox& box, const char* answer) {
        return eventually([&] { return said(box, "heatAnswer").startsWith(QString::fromUtf8(answer)); });
    }
};

TEST_F(InsightTest, ShowsWhereTheNetworkLooksAndFollowsTheDrawing) {
    openWithNetwork();
    EXPECT_FALSE(box().isOn());
    EXPECT_FALSE(find("whereItLooks")->isVisible());
    EXPECT_EQ(said(box(), "insightSentence"), "");
    toggle(box());
    EXPECT_TRUE(said(box(), "insightSentence").contains("Draw on the pad"));
    page().drawing()->pad()->setDrawing(seven());
    EXPECT_EQ(said(box(), "insightSentence"), "");
    ASSERT_TRUE(seesAll(box(), "“7”, "));
    EXPECT_TRUE(part(box(), "whereItLooks")->isVisible());
    EXPECT_TRUE(said(box(), "heatKind").contains("CAM of ")) << said(box(), "heatKind").toStdString();
    EXPECT_EQ(map(box()).size(), QSize(28, 28));
    EXPECT_TRUE(part(box(), "heatView")->accessibleDescription().startsWith("7: most in this part"));
    page().drawing()->pad()->setDrawing({{{140, 40}, {140, 240}}});
    ASSERT_TRUE(seesAll(box(), "“1”, "));
    page().drawing()->pad()->clear();
    EXPECT_TRUE(map(box()).isNull());
    EXPECT_TRUE(said(box(), "insightSentence").contains("Draw on the pad"));
    EXPECT_FALSE(part(box(), "whereItLooks")->isVisible());
}

TEST_F(InsightTest, SpeaksOfAnyClassByKeyboard) {
    openWithNetwork();
    box().setOn(true);
    page().drawing()->pad()->setDrawing(seven());
    ASSERT_TRUE(seesAll(box(), "“7”, "));
    auto* classes = part<QComboBox>(box(), "explainedClassField");
    EXPECT_EQ(classes->count(), 11);
    EXPECT_EQ(classes->currentText(), "its answer");
    EXPECT_EQ(classes->accessibleName(), "Class");
    classes->setFocus();
    QTest::keyClick(classes, Qt::Key_Down);
    QTest::keyClick(classes, Qt::Key_Down);
    EXPECT_EQ(classes->currentText(), "1");
    ASSERT_TRUE(seesAll(box(), "“1”, "));
    QTest::keyClick(classes, Qt::Key_Home);
    ASSERT_TRUE(seesAll(box(), "“7”, "));
    speak("es"); // the chosen one stays
    EXPECT_EQ(classes->currentIndex(), 0);
}

TEST_F(InsightTest, SaysThatTheSetUpHasAnotherNetwork) {
    openWithNetwork();
    box().setOn(true);
    page().drawing()->pad()->setDrawing(seven());
    ASSERT_TRUE(seesAll(box(), "“7”, "));
    EXPECT_EQ(said(box(), "insightSentence"), "");
    Plan other = longPlan();
    other.model = "mlp";
    page().setPlan(other);
    EXPECT_TRUE(said(box(), "insightSentence").contains("Press Start"));
    EXPECT_FALSE(map(box()).isNull()) << "what answers is still explained";
    page().setPlan(longPlan());
    EXPECT_EQ(said(box(), "insightSentence"), "");
}

TEST_F(InsightTest, SaysThatThereIsNoNetwork) {
    InsightBox alone(theme_, "alone");
    alone.show();
    toggle(alone);
    EXPECT_TRUE(said(alone, "insightSentence").contains("Press Start"));
    alone.openLayers();
    EXPECT_TRUE(alone.dialog()->pane()->findChild<QLabel*>("mapsHint")->text().contains("Press Start"));
}

TEST_F(InsightTest, TheWindowRemembersTheSwitches) {
    open();
    EXPECT_FALSE(box().isOn());
    toggle(box());
    window().close();
    shut();
    open();
    EXPECT_TRUE(box().isOn());
    EXPECT_FALSE(evaluatePage().images()->insight()->isOn());
    toggle(box());
    window().close();
    shut();
    open();
    EXPECT_FALSE(box().isOn());
}

// It followed the pad only: while a run trains, every snapshot gives another map.
TEST_F(InsightTest, FollowsARunInProgress) {
    open();
    box().setOn(true);
    page().drawing()->pad()->setDrawing(seven());
    startAndWaitForSteps();
    ASSERT_TRUE(eventually([&] {
        const auto& snapshot = page().drawing()->snapshot();
        return snapshot != nullptr && snapshot->source != "pretrained network" && !map(box()).isNull();
    }));
    box().openLayers();
    const QLabel* name = box().dialog()->pane()->findChild<QLabel*>("paneNetwork");
    const QString before = name->text();
    EXPECT_TRUE(before.contains("step")) << before.toStdString();
    EXPECT_TRUE(eventually([&] { return name->text() != before; }));
    stop();
}

// There is a network for digits from the start. With a picture of other data on the pad, the pad asked for no weights
// of the run, as it had no network to ask with: the picture was answered only when the run had ended.
TEST_F(InsightTest, FollowsTheFirstRunOnPicturesFromItsFirstStep) {
    for (const char* label : {"bright", "dark"})
        for (int number = 0; number < 20; ++number) {
            const fs::path file = fs::path(path("tones").toStdString()) / label / (std::to_string(number) + ".png");
            makeWritableFolder(file.parent_path());
            const auto tone = static_cast<std::uint8_t>((label[0] == 'b' ? 200 : 20) + number);
            const Bytes png = encodePng({.width = 12, .height = 12, .channels = 3, .pixels = Bytes(432, tone)});
            writeFileAtomically(file, {reinterpret_cast<const char*>(png.data()), png.size()});
        }
    Plan plan = longPlan();
    plan.data = path("tones").toStdString();
    plan.pictureSize = "12x12x3";
    plan.model = "mlp";
    plan.mlp.hiddenLayers = 1;
    plan.mlp.width = 8;
    plan.epochs = 100'000;
    plan.batchPerTower = 4;
    open();
    box().setOn(true);
    page().setPlan(plan);
    ASSERT_TRUE(eventually([&] { return page().drawing()->snapshot() == nullptr; }));
    EXPECT_TRUE(said(box(), "insightSentence").contains("Press Start"));
    click("nextTestPictureButton");
    ASSERT_TRUE(eventually([&] { return text("testPictureClass").startsWith("true class: "); }));
    start(plan);
    ASSERT_TRUE(eventually([&] { return page().drawing()->snapshot() != nullptr; }));
    EXPECT_EQ(page().status().kind, RunStatus::Kind::Running);
    EXPECT_TRUE(eventually([&] { return !map(box()).isNull(); }));
    EXPECT_EQ(said(box(), "insightSentence"), "");
    stop();
}

TEST_F(InsightTest, ShowsWhereItLooksOnTheEvaluatePage) {
    openEvaluate();
    evaluateReady();
    ASSERT_TRUE(evaluated(5000));
    ASSERT_TRUE(picturesShown());
    InsightBox& images = *evaluatePage().images()->insight();
    ASSERT_TRUE(images.isVisible());
    toggle(images);
    ASSERT_TRUE(eventually([&] { return !map(images).isNull(); }));
    EXPECT_EQ(text("imageAnswer"), "Predicted: " + said(images, "heatAnswer").mid(1, 1));
    const QImage first = map(images);
    QTest::keyClick(find<ImageGrid>("imageGrid"), Qt::Key_Right);
    EXPECT_TRUE(eventually([&] { return map(images) != first; }));
}

} // namespace
} // namespace belfry
