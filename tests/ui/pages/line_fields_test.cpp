// Blocks and names in the fields of the network editor.
#include "tests/ui/pages/network_blocks_fixture.h"

namespace belfry {
namespace {

using LineFieldsTest = NetworkBlocksTest;

TEST_F(LineFieldsTest, ABlocksLinesHaveFields) {
    edit(kResidual);
    for (const int row : {1, 4}) {
        select(row);
        EXPECT_EQ(part<QLineEdit>("blockBlockField")->text(), "residual");
        EXPECT_EQ(part<SpinBox>("blockWidthField")->value(), 16);
        EXPECT_EQ(part<SpinBox>("blockRepeatsField")->value(), 2);
        EXPECT_FALSE(part<QCheckBox>("blockCheckpointField")->isChecked());
        EXPECT_TRUE(part("blockCheckpointField")->isVisible());
        EXPECT_FALSE(part("filtersField")->isVisible());
    }
    typeInto("blockBlockField", "stage");
    typeInto("blockWidthField", "16");
    typeInto("blockRepeatsField", "3");
    QTest::mouseClick(part("blockCheckpointField"), Qt::LeftButton, {}, QPoint(8, 11));
    EXPECT_EQ(line(1), "block stage 16 x3 checkpoint {");
    unfold();
    typeInto("lineNameField", "c");
    EXPECT_EQ(line(4), "} as c");
    EXPECT_EQ(line(2), "  conv width 3x3 same linear"); // what is in it stays
    EXPECT_EQ(problem(), "");
    choose("lineInputField", "input");
    EXPECT_EQ(line(1), "block stage 16 x3 checkpoint from input {");
    select(2);
    EXPECT_TRUE(part("filtersField")->isVisible());
    EXPECT_FALSE(part("blockWidthField")->isVisible());
    EXPECT_FALSE(part("filtersField")->property("wrong").toBool()); // it said that 0 was out of range
    EXPECT_EQ(part<SpinBox>("filtersField")->problem().english(), "");
    EXPECT_EQ(part("filtersField")->findChild<QLineEdit*>()->placeholderText(), "the block's width");
    typeInto("filtersField", "24");
    EXPECT_EQ(line(2), "  conv 24 3x3 same linear");
}

TEST_F(LineFieldsTest, ALayersInputAndNameAreFields) {
    edit("conv 8 3x3 same relu\nconv 8 3x3 same relu\nconv 8 1x1 relu\nadd stem linear\ndense classes linear");
    select(0);
    EXPECT_FALSE(part("lineNameField")->isVisible()); // plain lines need none
    press("connectionsButton");
    typeInto("lineNameField", "stem");
    EXPECT_EQ(line(0), "conv 8 3x3 same relu as stem");
    EXPECT_EQ(problem(), "");
    select(2);
    EXPECT_EQ(inputs(), (QStringList{"Line before", "input", "stem"}));
    choose("lineInputField", "stem");
    EXPECT_EQ(line(2), "conv 8 1x1 relu from stem");
    choose("lineInputField", "Line before");
    EXPECT_EQ(line(2), "conv 8 1x1 relu");
    press("connectionsButton");
    select(0);
    EXPECT_TRUE(part("lineNameField")->isVisible()) << "a line with a name shows it";
    EXPECT_TRUE(list().topLevelItem(0)->text(0).endsWith("as stem"));
}

// Inside a block its own names and those around it, nothing that comes later or is in another block.
TEST_F(LineFieldsTest, MenusHaveTheNamesThatALineCanUse) {
    edit("conv 8 3x3 same relu as stem\n"
         "block one {\n"
         "  conv 8 1x1 relu as inner\n"
         "  add stem linear\n"
         "} as first\n"
         "block two {\n"
         "  conv 8 1x1 relu as late\n"
         "  add stem linear\n"
         "}\n"
         "dense classes linear");
    const auto others = [this] {
        QStringList titles;
        for (int i = 0; i < part<QComboBox>("otherLineField")->count(); ++i)
            titles << part<QComboBox>("otherLineField")->itemText(i);
        return titles;
    };
    select(3);
    EXPECT_EQ(others(), (QStringList{"input", "stem", "inner"}));
    select(7);
    EXPECT_EQ(others(), (QStringList{"input", "stem", "first", "late"}));
    choose("otherLineField", "late");
    EXPECT_EQ(line(7), "  add late linear");
    select(5);
    EXPECT_EQ(inputs(), (QStringList{"Line before", "input", "stem", "first"}));
}

TEST_F(LineFieldsTest, WhoUsesANameFollowsIt) {
    edit("conv 8 3x3 same relu as stem\n"
         "block one {\n"
         "  conv 8 1x1 relu from stem\n"
         "  conv 8 1x1 relu as stem\n"
         "  add stem linear\n"
         "} as first\n"
         "add stem linear\n"
         "add first linear\n"
         "dense classes linear");
    const std::string before = computed();
    select(0);
    typeInto("lineNameField", "trunk");
    EXPECT_EQ(line(2), "  conv 8 1x1 relu from trunk");
    EXPECT_EQ(line(4), "  add stem linear"); // of the line above it
    EXPECT_EQ(line(6), "add trunk linear");
    select(5);
    typeInto("lineNameField", "f");
    EXPECT_EQ(line(7), "add f linear");
    EXPECT_EQ(computed(), before);
}

TEST_F(LineFieldsTest, ANameThatCannotBeIsExplainedAtItsField) {
    edit("conv 8 3x3 same relu as stem\nconv 8 3x3 same relu as body\nadd stem linear\nadd body linear\ndense classes "
         "linear");
    const std::string before = text();
    select(1);
    typeInto("lineNameField", "stem");
    EXPECT_NE(problemAt("lineNameField").find("'stem' is the name of an earlier line; choose another."),
              std::string::npos);
    EXPECT_TRUE(part("lineNameField")->property("wrong").toBool());
    EXPECT_FALSE(usable());
    EXPECT_EQ(text(), before); // nor is a part of it the name
    typeInto("lineNameField", "input");
    EXPECT_NE(problemAt("lineNameField").find("'input' is the name of what the block gets"), std::string::npos);
    typeInto("lineNameField", "2x");
    EXPECT_NE(problemAt("lineNameField").find("found '2x' after 'as'; expected a name"), std::string::npos);
    EXPECT_TRUE(problemAt("lineNameField").find("line 2") != std::string::npos);
    typeInto("lineNameField", "");
    QTest::keyClick(part("lineNameField"), Qt::Key_Backspace);
    EXPECT_NE(problemAt("lineNameField").find("no line before it is named 'body'"), std::string::npos);
    EXPECT_FALSE(usable());
    typeInto("lineNameField", "body");
    EXPECT_EQ(problemAt("lineNameField"), "");
    EXPECT_TRUE(usable());
    EXPECT_EQ(text(), before);
}

TEST_F(LineFieldsTest, WrongValuesOfABlockAreExplainedAtTheirField) {
    edit(kResidual);
    select(1);
    typeInto("blockBlockField", "2nd");
    EXPECT_NE(problemAt("blockBlockField").find("expected a block such as"), std::string::npos);
    EXPECT_FALSE(usable());
    EXPECT_EQ(line(1), "block residual 16 x2 {");
    typeInto("blockBlockField", "second");
    EXPECT_TRUE(usable());
    typeInto("blockWidthField", "0");
    EXPECT_EQ(line(1), "block second x2 {");
    EXPECT_EQ(problemAt("blockWidthField"), problem());
    EXPECT_NE(problem().find("'width' is that of a block"), std::string::npos);
    EXPECT_TRUE(part("blockWidthField")->property("wrong").toBool());
    typeInto("blockWidthField", "16x");
    EXPECT_EQ(problemAt("blockWidthField"), "'16x' is not a number; expected one such as 64.");
    EXPECT_FALSE(usable());
    typeInto("blockWidthField", "16");
    EXPECT_EQ(problemAt("blockWidthField"), "");
    typeInto("blockRepeatsField", "600");
    EXPECT_NE(problemAt("blockRepeatsField").find("more than 1,000 layers"), std::string::npos);
    EXPECT_EQ(problemAt("blockWidthField"), "");
    typeInto("blockRepeatsField", "0");
    EXPECT_EQ(problemAt("blockRepeatsField"), "0 is out of range; expected 1 to 1,000.");
    typeInto("blockRepeatsField", "2");
    EXPECT_TRUE(usable());
    part<QPlainTextEdit>("networkText")->setPlainText("conv 8 3x3\nadd none\ndense classes linear");
    select(1);
    EXPECT_EQ(problemAt("otherLineField"), problem());
    EXPECT_TRUE(part("otherLineField")->property("wrong").toBool());
    choose("otherLineField", "input");
    EXPECT_EQ(problemAt("otherLineField"), "");
}

// A convolution has more fields than a low window has room for.
TEST_F(LineFieldsTest, WhatIsUnfoldedComesInSight) {
    edit(kResidual);
    select(0);
    QWidget* name = part("lineNameField");
    part<QPushButton>("connectionsButton")->setFocus(Qt::TabFocusReason); // scrolls to it
    QTest::keyClick(part("connectionsButton"), Qt::Key_Space);
    EXPECT_TRUE(eventually([name] { return name->visibleRegion().boundingRect() == name->rect(); }));
    typeInto("lineNameField", "1");
    QWidget* sentence = part("lineNameFieldProblem");
    EXPECT_TRUE(eventually([sentence] { return sentence->visibleRegion().boundingRect() == sentence->rect(); }));
}

} // namespace
} // namespace belfry
