#include "ui/widgets/focus_order.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QScrollArea>
#include <QSpinBox>
#include <QTest>

namespace belfry {
namespace {

// Widgets at given places, made in another order.
class FocusOrderTest : public testing::Test {
protected:
    void show() {
        window_.resize(600, 400);
        window_.show();
        window_.activateWindow();
        QApplication::processEvents();
    }
    QWidget* put(const char* name, const QRect& place, QWidget* parent = nullptr) {
        auto* made = new QWidget(parent != nullptr ? parent : &window_);
        made->setFocusPolicy(Qt::StrongFocus);
        made->setObjectName(QLatin1String(name));
        made->setGeometry(place);
        return made;
    }
    QString names() const {
        QString all;
        for (const QWidget* widget : focusOrder(window_))
            all += widget->objectName();
        return all;
    }

    QWidget window_;
};

TEST_F(FocusOrderTest, RowsAreReadFromLeftToRight) {
    put("d", {200, 50, 90, 24});
    put("b", {200, 8, 90, 30}); // higher than its neighbour: still its row
    put("c", {10, 50, 90, 24});
    put("a", {10, 10, 90, 24});
    show();
    EXPECT_EQ(names(), "abcd");
}

TEST_F(FocusOrderTest, ColumnsThatShareNoRowsAreReadOneAfterAnother) {
    put("e", {300, 120, 90, 40});
    put("d", {300, 30, 90, 80});
    put("c", {10, 90, 90, 50});
    put("b", {10, 50, 90, 30});
    put("a", {10, 10, 90, 30});
    show();
    EXPECT_EQ(names(), "abcde");
}

TEST_F(FocusOrderTest, WhatStandsInAWidgetIsReadBeforeItsNeighbour) {
    put("c", {300, 10, 90, 24});
    auto* scroll = new QScrollArea(&window_);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setGeometry(10, 5, 200, 60);
    auto* content = new QWidget;
    put("b", {5, 500, 90, 24}, content); // scrolled out of sight: Tab brings it in
    put("a", {5, 5, 90, 24}, content);
    content->resize(150, 600);
    scroll->setWidget(content);
    show();
    EXPECT_EQ(names(), "abc");
}

TEST_F(FocusOrderTest, LeavesOutWhatTabDoesNotReach) {
    put("b", {10, 40, 90, 24})->setEnabled(false);
    put("c", {10, 70, 90, 24})->hide();
    put("d", {10, 100, 90, 24})->setFocusPolicy(Qt::ClickFocus);
    auto* spin = new QSpinBox(&window_); // whose field is no stop of its own
    spin->setObjectName(QStringLiteral("e"));
    spin->setGeometry(10, 130, 90, 24);
    put("a", {10, 10, 90, 24});
    show();
    EXPECT_EQ(names(), "ae");
}

// Tab went by the order in which widgets were made.
TEST_F(FocusOrderTest, TabAndBacktabFollowIt) {
    const FocusOrder keeps(nullptr);
    auto* c = put("c", {10, 80, 90, 24});
    auto* a = put("a", {10, 10, 90, 24});
    auto* d = put("d", {10, 120, 90, 24});
    show();
    a->setFocus();
    auto* b = put("b", {10, 40, 90, 24}); // made and shown last
    b->show();
    const auto press = [](Qt::Key key) {
        QTest::keyClick(QApplication::focusWidget(), key, key == Qt::Key_Backtab ? Qt::ShiftModifier : Qt::NoModifier);
        return QApplication::focusWidget();
    };
    EXPECT_EQ(press(Qt::Key_Tab), b);
    EXPECT_EQ(press(Qt::Key_Tab), c);
    EXPECT_EQ(press(Qt::Key_Tab), d);
    EXPECT_EQ(press(Qt::Key_Tab), a) << "round";
    EXPECT_EQ(press(Qt::Key_Backtab), d);
    EXPECT_EQ(press(Qt::Key_Backtab), c);
    EXPECT_EQ(press(Qt::Key_Backtab), b);
}

} // namespace
} // namespace belfry
