// The picture of a network with blocks, as a widget: clicks, keys, words and its need of room.
#include "core/model/zoo.h"
#include "ui/widgets/network_diagram.h"
#include "ui/widgets/network_view.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QHelpEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>
#include <set>

namespace belfry {
namespace {

using Kind = NetworkItem::Kind;

constexpr ImageShape kColour{3, 32, 32};

Blueprint residual() { return makeBlueprint(networkByName("resnet-20"), kColour, 10); }

class NetworkDiagramTest : public ::testing::Test {
protected:
    NetworkDiagramTest() {
        diagram().setBlueprint(residual());
        view_.resize(880, 220);
        view_.show();
        QApplication::processEvents();
    }
    NetworkDiagram& diagram() { return *view_.diagram(); }
    QPoint middleOf(const NetworkItem& item) {
        const int node = diagram().picture().indexOf(item);
        EXPECT_GE(node, 0);
        return diagram().picture().nodes.at(static_cast<std::size_t>(node)).box.center().toPoint();
    }
    QString tipAt(const QPoint& at) {
        QHelpEvent help(QEvent::ToolTip, at, diagram().mapToGlobal(at));
        QApplication::sendEvent(&diagram(), &help);
        const QString text = QToolTip::text();
        QToolTip::hideText();
        return text;
    }
    void press(int key, int times = 1) {
        for (int time = 0; time < times; ++time)
            QTest::keyClick(&diagram(), Qt::Key(key));
    }

    Theme theme_;
    NetworkView view_{theme_, 132, nullptr};
};

TEST_F(NetworkDiagramTest, AClickOpensABlockAndAnotherFoldsIt) {
    EXPECT_EQ(diagram().picture().nodes.size(), 10U);
    QTest::mouseClick(&diagram(), Qt::LeftButton, {}, middleOf({.kind = Kind::Card, .block = 0}));
    EXPECT_EQ(diagram().opened(), (std::set{0}));
    EXPECT_EQ(diagram().picture().nodes.size(), 15U);
    const int frame = diagram().picture().indexOf({.kind = Kind::Frame, .block = 0});
    const QRectF title = diagram().picture().nodes.at(static_cast<std::size_t>(frame)).label;
    QTest::mouseClick(&diagram(), Qt::LeftButton, {}, title.center().toPoint());
    EXPECT_TRUE(diagram().opened().empty());
    EXPECT_EQ(diagram().picture().nodes.size(), 10U);
}

TEST_F(NetworkDiagramTest, ALayerOutsideOfBlocksOpensNothing) {
    QTest::mouseClick(&diagram(), Qt::LeftButton, {}, middleOf({.kind = Kind::Box, .layer = 0}));
    EXPECT_TRUE(diagram().opened().empty());
}

TEST_F(NetworkDiagramTest, KeysGoFromCardToCardAndOpenThem) {
    diagram().setFocus(Qt::TabFocusReason);
    press(Qt::Key_Home);
    press(Qt::Key_Right, 3); // input, convolution, batch norm, block
    EXPECT_TRUE(diagram().accessibleDescription().startsWith(QStringLiteral("residual ×3: 15 layers")))
        << diagram().accessibleDescription().toStdString();
    press(Qt::Key_Return);
    EXPECT_EQ(diagram().opened(), (std::set{0}));
    press(Qt::Key_Down);
    EXPECT_TRUE(diagram().accessibleDescription().startsWith(QStringLiteral("conv3: ")));
    press(Qt::Key_Up);
    press(Qt::Key_Space);
    EXPECT_TRUE(diagram().opened().empty());
    EXPECT_TRUE(diagram().accessibleDescription().startsWith(QStringLiteral("residual ×3")));
    press(Qt::Key_End);
    EXPECT_TRUE(diagram().accessibleDescription().startsWith(QStringLiteral("dense53")));
}

TEST_F(NetworkDiagramTest, ToolTipsTellOfBlocksAndSums) {
    EXPECT_EQ(
        tipAt(middleOf({.kind = Kind::Card, .block = 0})),
        QStringLiteral("residual ×3: 15 layers\n32×32×16 → 32×32×16\n14,016 parameters, 14,254,080 multiply-adds\n"
                       "Click or Enter: open"));
    diagram().setOpened({0, 1});
    EXPECT_EQ(tipAt(middleOf({.kind = Kind::Sum, .layer = 6})),
              QStringLiteral("add7: add input, relu\n32×32×16 → 32×32×16"));
    const int named = 2 + 15 + 3;
    EXPECT_TRUE(tipAt(middleOf({.kind = Kind::Box, .layer = named})).endsWith(QStringLiteral("\nnamed body")));
}

// It is as wide as it must be, then the view scrolls, also to where the keyboard goes.
TEST_F(NetworkDiagramTest, ScrollsWhereItIsWiderThanItsRoom) {
    EXPECT_EQ(view_.horizontalScrollBar()->maximum(), 0);
    diagram().setOpened({0, 1, 2, 3, 4});
    EXPECT_GT(view_.horizontalScrollBar()->maximum(), 0);
    for (const NetworkNode& node : diagram().picture().nodes)
        EXPECT_TRUE(node.label.isEmpty() == (node.item.kind == Kind::Sum));
    diagram().setFocus(Qt::TabFocusReason);
    press(Qt::Key_End);
    const QRectF last = diagram().picture().nodes.back().reach;
    EXPECT_LE(last.right(), view_.horizontalScrollBar()->value() + view_.viewport()->width() + 1);
    EXPECT_GE(last.left(), view_.horizontalScrollBar()->value());
}

TEST_F(NetworkDiagramTest, TheWheelScrollsSideways) {
    diagram().setOpened({0, 1, 2});
    const QPointF at(100, 60);
    for (const int turn : {-120, 120, 120, 120}) { // also against the end
        QWheelEvent wheel(at, view_.viewport()->mapToGlobal(at), {}, {0, turn}, {}, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(view_.viewport(), &wheel);
        EXPECT_EQ(view_.horizontalScrollBar()->value() > 0, turn < 0);
    }
}

TEST_F(NetworkDiagramTest, WhatOpensIsInSight) {
    diagram().setOpened({0, 1, 2});
    view_.horizontalScrollBar()->setValue(view_.horizontalScrollBar()->maximum());
    QTest::mouseClick(&diagram(), Qt::LeftButton, {}, middleOf({.kind = Kind::Card, .block = 4}));
    const int node = diagram().picture().indexOf({.kind = Kind::Frame, .block = 4});
    ASSERT_GE(node, 0);
    const QRectF frame = diagram().picture().nodes.at(static_cast<std::size_t>(node)).box;
    const int left = view_.horizontalScrollBar()->value();
    EXPECT_GE(frame.left(), left);
    EXPECT_LE(frame.right(), left + view_.viewport()->width());
}

// A window that is too low for what is open stays as it is.
TEST_F(NetworkDiagramTest, AsksForHeightButNeedsNone) {
    const int usual = view_.sizeHint().height(), least = view_.minimumSizeHint().height();
    EXPECT_EQ(usual, 132);
    diagram().setOpened({1});
    EXPECT_GT(view_.sizeHint().height(), usual);
    EXPECT_EQ(view_.minimumSizeHint().height(), least);
}

TEST_F(NetworkDiagramTest, EditsLeaveBlocksOpenThatAreStillThere) {
    diagram().setOpened({0, 1});
    Architecture longer = networkByName("resnet-20");
    longer.lines.insert(longer.lines.begin(), longer.lines.front());
    diagram().setBlueprint(makeBlueprint(longer, kColour, 10));
    EXPECT_EQ(diagram().opened(), (std::set{0, 1}));
    diagram().setOpened({0, 99}); // as of a longer network
    diagram().setBlueprint(makeBlueprint(networkByName("lenet"), kColour, 10));
    EXPECT_TRUE(diagram().opened().empty());
}

TEST(NetworkDiagramBrief, ResNet20IsARowOfNineBoxesAndNeverOpens) {
    Theme theme;
    NetworkDiagram diagram(theme, NetworkDiagram::Detail::Brief);
    diagram.setBlueprint(residual());
    diagram.resize(232, diagram.sizeHint().height());
    EXPECT_EQ(diagram.picture().nodes.size(), 9U);
    EXPECT_TRUE(diagram.picture().labelled);
    diagram.show();
    QSignalSpy activated(&diagram, &NetworkDiagram::activated);
    QTest::mouseClick(&diagram, Qt::LeftButton, {}, diagram.picture().nodes[2].box.center().toPoint());
    EXPECT_EQ(activated.size(), 1);
    EXPECT_TRUE(diagram.opened().empty());
}

// A convolution that changes no shape was left out of the row, as if it were a dropout.
TEST(NetworkDiagramBrief, ShowsConvolutionsThatKeepTheShape) {
    Theme theme;
    NetworkDiagram diagram(theme, NetworkDiagram::Detail::Brief);
    diagram.setBlueprint(
        makeBlueprint(architectureFromText(
                          "same", "conv 8 3x3 same\nconv 8 3x3 same\nbatchnorm\ndropout 0.5\ndense classes linear\n"),
                      kColour, 10));
    EXPECT_EQ(diagram.picture().nodes.size(), 4U);
}

TEST(NetworkDiagramBrief, FitsItsWidthAndHeightWithShortcuts) {
    Theme theme;
    std::string text = "conv 8 3x3 same as a\n";
    for (int i = 0; i < 12; ++i)
        text += "conv 8 3x3 same\nadd a\n";
    NetworkDiagram diagram(theme, NetworkDiagram::Detail::Brief);
    diagram.setBlueprint(makeBlueprint(architectureFromText("arcs", text + "dense classes linear\n"), kColour, 10));
    for (const int width : {80, 232, 600}) {
        diagram.resize(width, diagram.sizeHint().height());
        for (const NetworkNode& node : diagram.picture().nodes)
            EXPECT_TRUE(QRectF(diagram.rect()).contains(node.box)) << width;
        for (const NetworkEdge& edge : diagram.picture().edges) {
            EXPECT_GE(edge.path.boundingRect().top(), 0) << width;
            EXPECT_LE(edge.path.boundingRect().bottom(), diagram.height()) << width;
            EXPECT_LE(edge.path.boundingRect().right(), width) << width;
        }
    }
}

} // namespace
} // namespace belfry
