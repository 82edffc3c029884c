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
    // As a person does: over the old number, then Enter.
    void type(const char* field, const char* number) {
        auto* box = find<NumberField>(field);
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QString::fromLatin1(number));
        QTest::keyClick(box, Qt::Key_Return);
    }
    QAbstractButton* undo() {
        for (auto* button : window().findChildren<QAbstractButton*>(QStringLiteral("lossUndoChangeButton")))
            if (button->isVisible())
                return button;
        return nullptr;
    }
    QStringList marks() {
        QStringList words;
        for (const EventMark& mark : page().charts()->group().marks())
            if (mark.kind == MarkKind::Setting)
                words << mark.text.text();
        return words;
    }
};

TEST_F(UndoChangeTest, GivesTheRunAndTheFieldTheirRateBack) {
    open();
    startAndWaitForSteps();
    EXPECT_EQ(undo(), nullptr);
    type("learningRateField", "0.002");
    ASSERT_TRUE(eventually([this] { return undo() != nullptr; }));
    EXPECT_EQ(undo()->accessibleName(), "Undo change");
    EXPECT_EQ(marks(), QStringList{"learning rate 0.001 → 0.002"});
    QTest::mouseClick(undo(), Qt::LeftButton);
    EXPECT_EQ(find<NumberField>("learningRateField")->number(), 0.001);
    ASSERT_TRUE(eventually([this] { return marks().size() == 2; }));
    EXPECT_EQ(marks().last(), "learning rate 0.002 → 0.001");
    ASSERT_TRUE(eventually([this] { return undo() != nullptr; })); // that can be undone, too
    stop();
    EXPECT_EQ(undo(), nullptr); // there is no run to give it to
}

TEST_F(UndoChangeTest, GivesALengthBack) {
    open();
    startAndWaitForSteps();
    type("epochsField", "500");
    ASSERT_TRUE(eventually([this] { return text("epochFigure").endsWith("/ 500"); }));
    ASSERT_TRUE(eventually([this] { return undo() != nullptr; }));
    QTest::mouseClick(undo(), Qt::LeftButton);
    EXPECT_TRUE(eventually([this] { return text("epochFigure").endsWith("000"); })) << qPrintable(text("epochFigure"));
    EXPECT_EQ(page().plan().epochs, 1000);
    stop();
}

} // namespace
} // namespace belfry
