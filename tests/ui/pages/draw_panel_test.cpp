// The panel with the pad, for networks that read no handwriting.
#include "core/model/blueprint.h"
#include "core/model/initial_weights.h"
#include "core/model/zoo.h"
#include "tests/ui/pages/window_fixture.h"
#include "ui/bridge/prediction_service.h"
#include "ui/pages/train/draw_panel.h"
#include "ui/widgets/confidence_chart.h"
#include "ui/widgets/digit_view.h"
#include "ui/widgets/drawing_pad.h"

#include <QImage>
#include <QTest>

namespace belfry {
namespace {

class DrawPanelTest : public WindowTest {
protected:
    static std::shared_ptr<const Snapshot> colourNetwork() {
        auto network = std::make_shared<Snapshot>();
        network->blueprint =
            std::make_shared<Blueprint>(makeBlueprint(networkByName("mlp"), {3, 8, 8}, 2, InputStage{}));
        network->classes = {"cat", "dog"};
        network->source = "animals";
        network->weights = initialWeights(*network->blueprint, 1);
        return network;
    }
};

// What the thumbnail shows is asked, and kept.
TEST_F(DrawPanelTest, TheNetworkGetsThePartInTheFrame) {
    PredictionService service;
    DrawPanel panel(theme_, service);
    int answers = 0;
    QObject::connect(&panel, &DrawPanel::answered, &panel, [&answers] { ++answers; });
    panel.setSnapshot(colourNetwork());
    QImage halves(100, 80, QImage::Format_RGB32);
    halves.fill(Qt::red);
    for (int y = 0; y < halves.height(); ++y)
        for (int x = 40; x < halves.width(); ++x)
            halves.setPixel(x, y, qRgb(0, 0, 255));
    panel.pad()->showPicture(halves);
    const auto* seen = panel.findChild<DigitView*>();
    EXPECT_EQ(seen->picture().pixelColor(7, 0), QColor(Qt::blue));
    for (int i = 0; i < 60; ++i)
        QTest::keyClick(panel.pad(), Qt::Key_Left, Qt::ShiftModifier);
    ASSERT_EQ(panel.pad()->crop().rect(), QRect(0, 0, 40, 80));
    EXPECT_EQ(seen->picture().pixelColor(0, 0), QColor(Qt::red));
    EXPECT_EQ(seen->picture().pixelColor(7, 7), QColor(Qt::red));
    EXPECT_TRUE(eventually([&] { return answers > 0; }));
    QTest::keyClick(panel.pad(), Qt::Key_Home);
    EXPECT_EQ(seen->picture().pixelColor(7, 0), QColor(Qt::blue));
}

// "is not a picture" stood over the picture that was opened after it.
TEST_F(DrawPanelTest, ARefusalEndsWithThePictureThatFollows) {
    open();
    ASSERT_TRUE(eventually([this] { return page().drawing()->snapshot() != nullptr; }));
    Q_EMIT page().drawing()->refused(QStringLiteral("'notes.txt' is not a picture."));
    EXPECT_EQ(text("bannerText"), "'notes.txt' is not a picture.");
    EXPECT_TRUE(find("banner")->isVisible());
    page().drawing()->pad()->setDrawing({{{140, 50}, {140, 230}}});
    EXPECT_TRUE(eventually([this] { return !find("banner")->isVisible(); }));
}

// While a frame was dragged, the chart kept the answer for a place before: it said another class than the bars.
TEST_F(DrawPanelTest, TheChartHasTheAnswerThatIsShown) {
    PredictionService service;
    DrawPanel panel(theme_, service);
    int answers = 0;
    QObject::connect(&panel, &DrawPanel::answered, &panel, [&answers] { ++answers; });
    panel.setSnapshot(colourNetwork());
    const auto chart = [&] { return panel.findChild<ConfidenceChart*>()->accessibleDescription(); };
    QImage halves(100, 80, QImage::Format_RGB32);
    halves.fill(Qt::red);
    panel.pad()->showPicture(halves);
    ASSERT_TRUE(eventually([&] { return answers == 1; }));
    const QString red = chart();
    for (int y = 0; y < halves.height(); ++y)
        for (int x = 40; x < halves.width(); ++x)
            halves.setPixel(x, y, qRgb(0, 0, 255));
    panel.pad()->showPicture(halves);
    ASSERT_TRUE(eventually([&] { return answers == 2; }));
    ASSERT_NE(chart(), red);
    for (int i = 0; i < 60; ++i) // the first of these is answered, and the last
        QTest::keyClick(panel.pad(), Qt::Key_Left, Qt::ShiftModifier);
    ASSERT_EQ(panel.pad()->crop().rect(), QRect(0, 0, 40, 80));
    EXPECT_TRUE(eventually([&] { return chart() == red; })) << qPrintable(chart()) << " for " << qPrintable(red);
}

} // namespace
} // namespace belfry
