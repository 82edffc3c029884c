// Parts that the user makes larger and smaller, with the mouse and with the keyboard.
#include "ui/widgets/splitter.h"

#include <gtest/gtest.h>

#include <QTest>

namespace belfry {
namespace {

class Part : public QWidget {
public:
    QSize sizeHint() const override { return {100, 100}; }
};

class SplitterTest : public testing::Test {
protected:
    SplitterTest() {
        for (QWidget* part : {left_, middle_, right_})
            part->setMinimumWidth(100);
        splitter_.add(left_)->add(middle_, 1)->add(right_);
        splitter_.resize(800, 200);
        splitter_.show();
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&splitter_));
    }
    void drag(int handle, int by) {
        QSplitterHandle* grip = splitter_.handle(handle);
        const QPoint start = grip->rect().center();
        QTest::mousePress(grip, Qt::LeftButton, {}, start);
        QTest::mouseMove(grip, start + QPoint(by, 0));
        QTest::mouseRelease(grip, Qt::LeftButton, {}, start + QPoint(by, 0));
    }

    Splitter splitter_{Qt::Horizontal, "parts", 16};
    QWidget* left_ = new Part;
    QWidget* middle_ = new Part;
    QWidget* right_ = new Part;
};

TEST_F(SplitterTest, SpareRoomGoesToThePartWithAStretch) {
    EXPECT_EQ(left_->width(), 100);
    EXPECT_EQ(right_->width(), 100);
    splitter_.resize(1000, 200);
    EXPECT_EQ(left_->width(), 100);
    EXPECT_EQ(middle_->width(), 1000 - 200 - 2 * 16);
}

// Parts of one stretch had the widths of their contents: a long name in one left little to the other.
TEST_F(SplitterTest, PartsThatAllHaveAStretchShareTheRoomByIt) {
    Splitter shared(Qt::Horizontal, "shared", 16);
    auto* wide = new QWidget;
    wide->setMinimumWidth(300);
    shared.add(wide, 1)->add(new Part, 2);
    shared.resize(1216, 200);
    shared.show();
    EXPECT_EQ(shared.sizes(), (QList<int>{400, 800}));
}

TEST_F(SplitterTest, ArrowKeysMoveAHandle) {
    QSplitterHandle* handle = splitter_.handle(1);
    EXPECT_EQ(handle->focusPolicy(), Qt::TabFocus);
    QTest::keyClick(handle, Qt::Key_Right);
    QTest::keyClick(handle, Qt::Key_Right);
    EXPECT_EQ(left_->width(), 132);
    QTest::keyClick(handle, Qt::Key_Left);
    EXPECT_EQ(left_->width(), 116);
}

TEST_F(SplitterTest, NoPartGetsSmallerThanItNeeds) {
    drag(1, -400);
    EXPECT_EQ(splitter_.sizes().at(0), 100); // a part that is folded away keeps its width
    drag(1, 4000);
    EXPECT_EQ(splitter_.sizes().at(1), 100);
}

TEST_F(SplitterTest, OnlySizesOfTheUsersAreRemembered) {
    EXPECT_TRUE(splitter_.userSizes().isEmpty());
    drag(2, -60);
    EXPECT_EQ(right_->width(), 160);
    Splitter other(Qt::Horizontal, "parts", 16);
    auto* last = new Part;
    other.add(new Part)->add(new Part, 1)->add(last);
    other.setUserSizes(splitter_.userSizes());
    other.resize(800, 200);
    other.show();
    EXPECT_EQ(last->width(), 160);
    EXPECT_EQ(other.userSizes(), splitter_.userSizes());
}

// Damaged settings stacked the columns of a page, for ever.
TEST_F(SplitterTest, SizesOfAnotherOrientationDoNotTurnIt) {
    Splitter other(Qt::Vertical, "parts", 16);
    other.add(new Part)->add(new Part, 1)->add(new Part);
    splitter_.setUserSizes(other.saveState());
    EXPECT_EQ(splitter_.orientation(), Qt::Horizontal);
}

TEST_F(SplitterTest, ForeignSizesAreIgnored) {
    splitter_.setUserSizes("no sizes");
    EXPECT_TRUE(splitter_.userSizes().isEmpty());
    EXPECT_EQ(left_->width(), 100);
}

} // namespace
} // namespace belfry
