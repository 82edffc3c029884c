// A setting that was changed during a run is given back where its mark is, on the charts.
#include "tests/ui/pages/window_fixture.h"
#include "ui/charts/live_chart.h"
#include "ui/pages/train/charts_panel.h"
#include "ui/widgets/number_field.h"

#include <QTest>

namespace belfry {
namespace {

class UndoChangeTest : public WindowTest {
protected:
    QAbstractButton* undo() {
        for (auto* button : window().findChildren<QAbstractButton*>(QStringLiteral("lossUndoChangeButton")))
            if (button->isVisible())
                return button;
        return nullptr;
    }
};

TEST_F(UndoChangeTest, GivesTheRunAndTheFieldTheirRateBack) {
    open();
    startAndWaitForSteps();
    EXPECT_EQ(undo(), nullptr);
    enter("learningRateField", "0.002");
    ASSERT_TRUE(eventually([this] { return undo() != nullptr; }));
    EXPECT_EQ(undo()->accessibleName(), "Undo change");
    EXPECT_EQ(settingMarks(), QStringList{"learning rate 0.001 → 0.002"});
    QTest::mouseClick(undo(), Qt::LeftButton);
    EXPECT_EQ(find<NumberField>("learningRateField")->number(), 0.001);
    ASSERT_TRUE(eventually([this] { return settingMarks().size() == 2; }));
    EXPECT_EQ(settingMarks().last(), "learning rate 0.002 → 0.001");
    ASSERT_TRUE(eventually([this] { return undo() != nullptr; })); // that can be undone, too
    stop();
    EXPECT_EQ(undo(), nullptr); // there is no run to give it to
}

TEST_F(UndoChangeTest, GivesALengthBack) {
    open();
    startAndWaitForSteps();
    enter("epochsField", "500");
    ASSERT_TRUE(eventually([this] { return text("epochFigure").endsWith("/ 500"); }));
    ASSERT_TRUE(eventually([this] { return undo() != nullptr; }));
    QTest::mouseClick(undo(), Qt::LeftButton);
    EXPECT_TRUE(eventually([this] { return text("epochFigure").endsWith("000"); })) << qPrintable(text("epochFigure"));
    EXPECT_EQ(page().plan().epochs, 1000);
    stop();
}

} // namespace
} // namespace belfry
