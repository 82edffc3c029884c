// Blocks in the network editor: buttons, keys, dragged rows, and clicks in the picture.
#include "tests/ui/pages/network_blocks_fixture.h"
#include "ui/widgets/network_diagram.h"

#include <QDropEvent>
#include <QMimeData>

namespace belfry {
namespace {

TEST_F(NetworkBlocksTest, ABlockThatIsAddedFitsWhereItStands) {
    edit("conv 12 3x3 relu\nmaxpool 2x2\ndense 30 relu\ndense classes linear");
    for (const int row : {2, 1, 0}) {
        select(row);
        part<QAction>("addBlock")->trigger();
        EXPECT_EQ(problem(), "") << row;
        EXPECT_EQ(list().row(), row + 1);
        EXPECT_TRUE(part("blockRepeatsField")->isVisible());
    }
    EXPECT_EQ(line(1), "block residual 12 {");
    EXPECT_EQ(line(2), "  conv width 3x3 same linear no-bias");
    EXPECT_EQ(line(7), "}");
    select(2);
    part<QAction>("addBatchNorm")->trigger();
    EXPECT_TRUE(line(3).starts_with("  batchnorm")); // indented as what is around it
}

TEST_F(NetworkBlocksTest, SelectedLayersBecomeABlockAndBack) {
    edit("conv 8 3x3 same relu\nconv 8 3x3 same relu\nconv 8 1x1 relu as c\nadd c linear\ndense classes linear");
    const std::string before = text();
    select(1);
    select(2, Qt::ShiftModifier);
    press("wrapButton");
    EXPECT_EQ(text(),
              "conv 8 3x3 same relu\nblock block {\n  conv 8 3x3 same relu\n  conv 8 1x1 relu\n} as c\nadd c linear\n"
              "dense classes linear");
    EXPECT_EQ(list().row(), 1);
    EXPECT_EQ(problem(), "");
    press("dissolveButton");
    EXPECT_EQ(text(), before);
    list().setFocus();
    key(Qt::Key_Down, Qt::ShiftModifier);
    key(Qt::Key_G, Qt::ControlModifier);
    EXPECT_EQ(line(1), "block block {");
    key(Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
    EXPECT_EQ(text(), before);
    EXPECT_FALSE(part("dissolveButton")->isEnabled());
    for (int changes = 0; changes < 4; ++changes)
        press("undoButton");
    EXPECT_EQ(text(), before);
    EXPECT_FALSE(part("undoButton")->isEnabled());
}

// What a block's lines say by it they say without it: width, input, and the names in it.
TEST_F(NetworkBlocksTest, ADissolvedBlockComputesTheSame) {
    edit("conv 8 3x3 same relu as stem\n"
         "conv 8 3x3 same relu as c\n"
         "add stem\n"
         "block outer 8 {\n"
         "  conv width 1x1 relu\n"
         "  block inner from input {\n"
         "    conv width 1x1 relu as c\n"
         "    add input\n"
         "    add c linear\n"
         "    add stem\n"
         "  } as result\n"
         "  block sized 8 {\n"
         "    conv width 1x1 relu\n"
         "    add input\n"
         "  }\n"
         "  add result\n"
         "  add input\n"
         "} as whole\n"
         "add whole\n"
         "add c linear\n"
         "dense classes linear");
    // "conv width 1x1 relu" before the inner block is used by nobody.
    part<QPlainTextEdit>("networkText")
        ->setPlainText(
            QString::fromStdString(text()).replace(QStringLiteral("  block inner from input {"),
                                                   QStringLiteral("  add input as entry\n  block inner from entry {")));
    ASSERT_EQ(problem(), "");
    const std::string before = computed();
    for (int blocks = 3; blocks > 0; --blocks) {
        int row = 0;
        while (!line(row).ends_with("{"))
            ++row;
        select(row);
        press("dissolveButton");
        ASSERT_EQ(problem(), "") << text();
        EXPECT_EQ(computed(), before) << text();
    }
    EXPECT_EQ(text().find('{'), std::string::npos);
    EXPECT_EQ(text().find("\n "), std::string::npos); // nothing is indented any longer
}

// A block's first line was moved, copied and removed without its last, and the network could not be read.
TEST_F(NetworkBlocksTest, EveryEditKeepsBracketsInBalance) {
    edit("conv 16 3x3 same relu\n"
         "block stage 16 {\n"
         "  block residual {\n"
         "    conv width 3x3 same linear as c\n"
         "    add input relu\n"
         "  } as r\n"
         "  add input relu\n"
         "}\n"
         "dense classes linear");
    const std::string before = text();
    for (const char* button : {"upButton", "downButton", "duplicateButton", "removeButton", "wrapButton"}) {
        for (int row = 0; row < 9; ++row) {
            select(row);
            if (!part(button)->isEnabled())
                continue;
            press(button);
            EXPECT_NE(text(), before) << button << row;
            EXPECT_TRUE(bracketsMatch()) << button << row << "\n" << text();
            EXPECT_EQ(text() + "\n", architectureText(editor_->architecture())) << button << row; // indented
            press("undoButton");
            EXPECT_EQ(text(), before);
        }
    }
}

TEST_F(NetworkBlocksTest, ABlockMovesIsCopiedAndRemovedWithItsLines) {
    edit(kResidual);
    const std::string before = text();
    select(1);
    press("duplicateButton");
    EXPECT_EQ(list().topLevelItemCount(), 11);
    EXPECT_EQ(list().rows(), (RowRange{5, 8}));
    EXPECT_EQ(line(5), "block residual 16 x2 {");
    EXPECT_EQ(problem(), "");
    select(8);
    press("removeButton");
    EXPECT_EQ(text(), before);
    select(4);
    press("upButton");
    EXPECT_EQ(line(0), "block residual 16 x2 {");
    EXPECT_EQ(line(4), "conv 16 3x3 same relu");
    EXPECT_EQ(list().row(), 3);
    press("downButton");
    EXPECT_EQ(text(), before);
    select(5);
    press("upButton");
    EXPECT_EQ(line(4), "  global-avgpool"); // a layer goes into a block and through it
    EXPECT_EQ(line(5), "}");
}

// The copy had the name of what it is a copy of, and was refused.
TEST_F(NetworkBlocksTest, ACopyHasNamesOfItsOwn) {
    edit("conv 8 3x3 same relu as stem\nconv 8 1x1 relu\nadd stem\ndense classes linear");
    select(0);
    select(2, Qt::ShiftModifier);
    press("duplicateButton");
    EXPECT_EQ(line(3), "conv 8 3x3 same relu as stem-2");
    EXPECT_EQ(line(5), "add stem-2 linear");
    EXPECT_EQ(problem(), "");
    select(0);
    press("duplicateButton");
    EXPECT_EQ(line(1), "conv 8 3x3 same relu"); // nobody uses it by its name
}

TEST_F(NetworkBlocksTest, SelectedRowsAreDraggedTogether) {
    edit(kResidual);
    const auto drop = [this](int onto) {
        const QRect target = list().visualItemRect(list().topLevelItem(onto));
        QMimeData nothing;
        QDropEvent event(target.center() + QPoint(0, target.height() / 3), Qt::MoveAction, &nothing, Qt::LeftButton,
                         {});
        struct Open : LayerList { // a real drag has a loop of its own
            using LayerList::dropEvent;
        };
        (list().*(&Open::dropEvent))(&event);
        QCoreApplication::processEvents();
    };
    const std::string before = text();
    select(1);
    drop(2); // into itself
    EXPECT_EQ(text(), before);
    drop(5);
    EXPECT_EQ(line(1), "global-avgpool");
    EXPECT_EQ(line(2), "block residual 16 x2 {");
    EXPECT_EQ(line(5), "}");
    EXPECT_EQ(list().row(), 2);
    press("undoButton");
    select(5);
    select(6, Qt::ShiftModifier);
    drop(0);
    EXPECT_EQ(line(1), "global-avgpool");
    EXPECT_EQ(line(2), "dense classes linear");
    EXPECT_EQ(list().rows(), (RowRange{1, 2}));
}

TEST_F(NetworkBlocksTest, AClickInThePictureSelectsTheRow) {
    edit(kResidual);
    auto& diagram = *part<NetworkDiagram>("networkDiagram");
    const auto click = [&diagram](const NetworkItem& item) {
        const int node = diagram.picture().indexOf(item);
        ASSERT_GE(node, 0);
        const QRectF box = diagram.picture().nodes.at(static_cast<std::size_t>(node)).box;
        QTest::mouseClick(&diagram, Qt::LeftButton, {}, box.center().toPoint());
    };
    click({.kind = NetworkItem::Kind::Box, .layer = 5}); // the first pooling: two layers, each twice, before it
    EXPECT_EQ(list().row(), 5);
    click({.kind = NetworkItem::Kind::Card, .block = 0});
    EXPECT_EQ(list().row(), 1);
    ASSERT_TRUE(diagram.opened().contains(0));
    click({.kind = NetworkItem::Kind::Box, .layer = 1});
    EXPECT_EQ(list().row(), 2);
    click({.kind = NetworkItem::Kind::Sum, .layer = 2});
    EXPECT_EQ(list().row(), 3);
    EXPECT_TRUE(diagram.opened().contains(0)); // stays open
    diagram.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&diagram, Qt::Key_End);
    QTest::keyClick(&diagram, Qt::Key_Return);
    EXPECT_EQ(list().row(), 6);
}

} // namespace
} // namespace belfry
