// What the network editor says of numbers that a layer cannot have.
#include "tests/ui/pages/window_fixture.h"
#include "ui/dialogs/network_editor/layer_list.h"
#include "ui/dialogs/network_editor/network_editor.h"
#include "ui/widgets/number_field.h"

#include <QAbstractButton>
#include <QLabel>
#include <QPlainTextEdit>
#include <QTest>

namespace belfry {
namespace {

class EditorFieldsTest : public WindowTest {
protected:
    void openEditor(const char* layers) {
        open();
        page().setPlan(longPlan());
        click("editNetworkButton");
        editor_ = window().findChild<NetworkEditor*>();
        ASSERT_NE(editor_, nullptr);
        ASSERT_TRUE(QTest::qWaitForWindowExposed(editor_));
        part<QPlainTextEdit>("networkText")->setPlainText(QLatin1String(layers));
        ASSERT_EQ(part<QLabel>("networkProblem")->text(), "");
    }
    template <typename Kind = QWidget>
    Kind* part(const char* name) {
        auto* found = editor_->findChild<Kind*>(QLatin1String(name));
        EXPECT_NE(found, nullptr) << name;
        return found;
    }
    void typeInto(const char* field, const char* keys) {
        auto* number = part<NumberField>(field);
        number->setFocus();
        number->selectAll();
        QTest::keyClicks(number, QLatin1String(keys));
    }
    bool isMarked(const char* field) { return part(field)->property("wrong").toBool(); }
    QAbstractButton& use() { return *part<QAbstractButton>("useNetworkButton"); }

    NetworkEditor* editor_ = nullptr;
};

// "Use network" used the number from before what was typed.
TEST_F(EditorFieldsTest, AWrongFieldIsNotPassedOver) {
    openEditor("conv 6 5x5 relu\ndense classes linear");
    part<LayerList>("layerList")->setRow(0);
    const QString help = use().toolTip();
    typeInto("filtersField", "12x");
    EXPECT_FALSE(use().isEnabled());
    EXPECT_EQ(use().toolTip(), "'12x' is not a number; expected one such as 64.");
    EXPECT_EQ(part<QLabel>("filtersFieldProblem")->text(), use().toolTip());
    typeInto("filtersField", "2000000");
    EXPECT_EQ(use().toolTip(), "2,000,000 is out of range; expected 1 to 1,000,000.");
    typeInto("filtersField", "12");
    EXPECT_TRUE(use().isEnabled());
    EXPECT_EQ(use().toolTip(), help);
    typeInto("filtersField", "x");
    EXPECT_FALSE(use().isEnabled());
    part<LayerList>("layerList")->setRow(1); // the number of before stands
    EXPECT_TRUE(use().isEnabled());
    part<LayerList>("layerList")->setRow(0);
    EXPECT_TRUE(use().isEnabled());
    EXPECT_TRUE(part<QLabel>("filtersFieldProblem")->isHidden());
}

// The foot said that a real number of the layer cannot be, and no field was framed.
TEST_F(EditorFieldsTest, ARealNumberThatTheLayerCannotHaveIsMarked) {
    openEditor("conv 6 5x5 relu\nlrn 2 bias 1 alpha 0.1 beta 0.5\ndropout 0.5\ndense classes linear");
    part<LayerList>("layerList")->setRow(2);
    typeInto("fractionField", "1.5");
    EXPECT_TRUE(part<QLabel>("networkProblem")->text().contains("the fraction to drop"));
    EXPECT_TRUE(isMarked("fractionField"));
    EXPECT_FALSE(use().isEnabled());
    part<LayerList>("layerList")->setRow(0);
    part<LayerList>("layerList")->setRow(2);
    EXPECT_TRUE(isMarked("fractionField")) << "it is still wrong";
    typeInto("fractionField", "0.25");
    EXPECT_FALSE(isMarked("fractionField"));
    part<LayerList>("layerList")->setRow(1);
    typeInto("alphaField", "-1");
    typeInto("betaField", "1000");
    EXPECT_FALSE(isMarked("biasField"));
    EXPECT_TRUE(isMarked("alphaField"));
    EXPECT_TRUE(isMarked("betaField"));
    typeInto("alphaField", "1");
    EXPECT_FALSE(isMarked("alphaField"));
    EXPECT_TRUE(isMarked("betaField"));
    typeInto("betaField", "1");
    EXPECT_FALSE(isMarked("betaField"));
    EXPECT_TRUE(use().isEnabled());
}

} // namespace
} // namespace belfry
