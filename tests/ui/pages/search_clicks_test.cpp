// The charts of a search under the mouse and the keyboard.
#include "tests/ui/search_views.h"
#include "ui/pages/search/family_tree.h"
#include "ui/pages/search/gene_chart.h"
#include "ui/pages/search/generation_chart.h"
#include "ui/pages/search/trial_parallel_plot.h"

#include <gtest/gtest.h>

#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <algorithm>

namespace belfry {
namespace {

void press(QWidget& widget, Qt::Key key) { QTest::keyClick(&widget, key); }

void click(QWidget& widget, const QPointF& at) { QTest::mouseClick(&widget, Qt::LeftButton, {}, at.toPoint()); }

void drag(QWidget& widget, const QPointF& from, const QPointF& to) {
    QTest::mousePress(&widget, Qt::LeftButton, {}, from.toPoint());
    QTest::mouseMove(&widget, ((from + to) / 2).toPoint());
    QTest::mouseMove(&widget, to.toPoint());
    QTest::mouseRelease(&widget, Qt::LeftButton, {}, to.toPoint());
}

class FamilyTreeTest : public testing::Test {
protected:
    FamilyTreeTest() {
        tree_.setView(view_);
        tree_.resize(900, 560);
        tree_.show();
    }
    Theme theme_;
    SearchView view_ = madeUp({.ended = 92, .inTraining = 4, .failEvery = 19});
    FamilyTree tree_{theme_};
};

TEST_F(FamilyTreeTest, ClickingSelectsFinishedFailedAndRunningTrials) {
    QSignalSpy chosen(&tree_, &ItemChart::itemChosen);
    for (const int trial : {1, 19, 88, 94}) {
        click(tree_, tree_.pointOf(trial));
        ASSERT_FALSE(chosen.isEmpty()) << trial;
        EXPECT_EQ(chosen.back().front().toInt(), trial);
        EXPECT_EQ(tree_.chosen(), trial);
    }
    const auto before = chosen.count();
    click(tree_, {2, 2});
    EXPECT_EQ(chosen.count(), before);
    // Where it lives on it can be clicked too.
    for (const FamilyNode& node : tree_.family().nodes) {
        if (node.carried) {
            click(tree_, placesOf(tree_.family(), tree_.size()).at(node));
            EXPECT_EQ(tree_.chosen(), node.trial);
            break;
        }
    }
}

TEST_F(FamilyTreeTest, HoveringHighlightsRelatives) {
    const auto child =
        std::ranges::find_if(view_.trials, [](const Trial& trial) { return trial.asked.generation == 3; });
    ASSERT_NE(child, view_.trials.end());
    QTest::mouseMove(&tree_, tree_.pointOf(child->id).toPoint());
    EXPECT_EQ(tree_.lifted(), kinOf(tree_.family(), child->id));
    EXPECT_TRUE(tree_.lifted().contains(child->asked.parents.front()));
    EXPECT_FALSE(tree_.grab().isNull());
    QTest::mouseMove(&tree_, {2, 2});
    EXPECT_TRUE(tree_.lifted().empty());
}

TEST_F(FamilyTreeTest, ArrowsMoveAndEnterSelects) {
    QSignalSpy chosen(&tree_, &ItemChart::itemChosen);
    press(tree_, Qt::Key_Return);
    EXPECT_TRUE(chosen.isEmpty()); // nothing is there yet
    press(tree_, Qt::Key_Right);
    EXPECT_EQ(tree_.cursor(), 1);
    press(tree_, Qt::Key_Right);
    press(tree_, Qt::Key_Right);
    EXPECT_EQ(tree_.cursor(), 3);
    press(tree_, Qt::Key_Left);
    EXPECT_EQ(tree_.cursor(), 2);
    press(tree_, Qt::Key_Up); // the first generation: stays
    EXPECT_EQ(tree_.cursor(), 2);
    press(tree_, Qt::Key_Down);
    EXPECT_EQ(view_.find(tree_.cursor())->asked.generation, 2);
    EXPECT_TRUE(chosen.isEmpty());
    EXPECT_TRUE(tree_.accessibleDescription().contains(QStringLiteral("Trial %1, ").arg(tree_.cursor())));
    press(tree_, Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen.front().front().toInt(), tree_.cursor());
    for (int i = 0; i < 20; ++i) {
        press(tree_, Qt::Key_Down);
    }
    EXPECT_EQ(view_.find(tree_.cursor())->asked.generation, tree_.family().generations);
}

TEST_F(FamilyTreeTest, ProgrammaticSelectionEmitsNoSignal) {
    QSignalSpy chosen(&tree_, &ItemChart::itemChosen);
    const QImage before = tree_.grab().toImage();
    tree_.setChosen(7);
    EXPECT_NE(tree_.grab().toImage(), before);
    tree_.setChosen(0);
    tree_.setChosen(4711);
    EXPECT_FALSE(tree_.grab().isNull());
    EXPECT_TRUE(chosen.isEmpty());
}

// The square of the keyboard stood round a node that was clicked, beside the ring of the choice.
TEST_F(FamilyTreeTest, TheFocusFrameIsShownToKeyboardUsersOnly) {
    tree_.activateWindow();
    tree_.setFocus();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&tree_));
    QTest::mouseMove(&tree_, {2, 2});
    tree_.setChosen(2);
    const QImage chosen = tree_.grab().toImage();
    tree_.setChosen(0);
    click(tree_, tree_.pointOf(2));
    QTest::mouseMove(&tree_, {2, 2});
    EXPECT_EQ(tree_.grab().toImage(), chosen);
    press(tree_, Qt::Key_Left);
    press(tree_, Qt::Key_Right);
    EXPECT_EQ(tree_.cursor(), 2);
    EXPECT_NE(tree_.grab().toImage(), chosen);
}

// Epochs of trials in training come ten times a second; nothing is laid out anew for them.
TEST_F(FamilyTreeTest, InvisibleUpdatesDoNotRelayout) {
    const QImage before = tree_.grab().toImage();
    view_.trials.back().curve.push_back(0.5F);
    view_.trials.back().accuracy = 0.5;
    tree_.setView(view_);
    EXPECT_EQ(tree_.grab().toImage(), before);
    view_.trials.back().state = TrialState::Done;
    tree_.setView(view_);
    EXPECT_NE(tree_.grab().toImage(), before);
}

TEST(FamilyTree, KeysScrollTheirNodeIntoView) {
    const Theme theme;
    QScrollArea area;
    area.setWidgetResizable(true);
    auto* tree = new FamilyTree(theme);
    area.setWidget(tree);
    area.resize(400, 200);
    tree->setView(madeUp({.population = 60, .generations = 12, .ended = 300}));
    area.show();
    QTest::qWait(0);
    EXPECT_GE(tree->width(), tree->minimumSizeHint().width());
    for (int i = 0; i < 10; ++i) {
        press(*tree, Qt::Key_Down);
    }
    const QPoint at = tree->pointOf(tree->cursor()).toPoint() + tree->pos();
    EXPECT_TRUE(area.viewport()->rect().contains(at)) << at.x() << ' ' << at.y();
    EXPECT_GT(area.verticalScrollBar()->value(), 0);
}

TEST(GeneChart, ClickingADotSelects) {
    const Theme theme;
    GeneChart chart(theme);
    chart.setView(madeUp({.ended = 30}));
    chart.resize(700, 400);
    chart.show();
    QSignalSpy chosen(&chart, &ItemChart::itemChosen);
    const GenePanel::Dot& dot = chart.panels()[2].dots[4];
    const QPointF at = chart.pointOf(2, dot);
    click(chart, at);
    ASSERT_EQ(chosen.count(), 1);
    const int trial = chosen.front().front().toInt();
    EXPECT_TRUE(chart.textAt(at.toPoint()).contains(QStringLiteral("\nTrial %1, generation ").arg(trial)));
    EXPECT_TRUE(chart.textAt(at).startsWith("Activation ")) << qPrintable(chart.textAt(at));
    EXPECT_TRUE(chart.accessibleDescription().contains("Width 64: mean "));
    chart.setView(SearchView{});
    click(chart, at);
    EXPECT_EQ(chosen.count(), 1);
}

class ParallelPlotTest : public testing::Test {
protected:
    ParallelPlotTest() {
        plot_.setView(view_);
        plot_.resize(900, 360);
        plot_.show();
    }
    QPointF on(std::size_t axis, double value) const { return {plot_.axisX(axis), plot_.yOf(axis, value)}; }
    // Between two axes, on the line of a trial.
    QPointF between(const ParallelLine& line, std::size_t axis) const {
        return (on(axis, line.values[axis]) + on(axis + 1, line.values[axis + 1])) / 2;
    }
    Theme theme_;
    SearchView view_ = madeUp({.ended = 92, .inTraining = 4, .failEvery = 19});
    TrialParallelPlot plot_{theme_};
};

TEST_F(ParallelPlotTest, ClickingNearALineSelectsIt) {
    QSignalSpy chosen(&plot_, &ItemChart::itemChosen);
    const ParallelLine& best = plot_.picture().lines.back();
    click(plot_, between(best, 3));
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen.front().front().toInt(), plot_.itemAt(between(best, 3).toPoint()));
    EXPECT_EQ(plot_.chosen(), chosen.front().front().toInt());
    EXPECT_EQ(plot_.itemAt(between(best, 3)), best.item); // of equal ones the better
    click(plot_, {plot_.axisX(1) + 40, 2});
    EXPECT_EQ(chosen.count(), 1);
}

TEST_F(ParallelPlotTest, DraggingBrushesLines) {
    QSignalSpy changed(&plot_, &ParallelPlot::brushesChanged);
    const auto all = plot_.itemsInside().size();
    EXPECT_EQ(all, plot_.picture().lines.size());
    drag(plot_, on(3, 1.2), on(3, 1.8)); // adam
    ASSERT_TRUE(plot_.brushes()[3]);
    EXPECT_EQ(*plot_.brushes()[3], (Brush{1, 2}));
    EXPECT_FALSE(changed.isEmpty());
    const std::vector<int> adam = plot_.itemsInside();
    EXPECT_LT(adam.size(), all);
    for (const int trial : adam) {
        EXPECT_EQ(view_.find(trial)->asked.genes[3], 1);
    }
    const ParallelAxis& accuracy = plot_.picture().axes.back();
    const double middle = accuracy.range.low + accuracy.range.span() / 2;
    drag(plot_, on(4, middle), on(4, accuracy.range.high));
    for (const int trial : plot_.itemsInside()) {
        EXPECT_EQ(view_.find(trial)->asked.genes[3], 1);
        EXPECT_GT(100 * view_.find(trial)->accuracy, middle - 0.2 * accuracy.range.span());
    }
    EXPECT_TRUE(plot_.accessibleDescription().startsWith(
        QStringLiteral("Trials within all selected ranges: %1 of %2").arg(plot_.itemsInside().size()).arg(all)));
    click(plot_, on(3, 1.5)); // on the axis: all pass again
    EXPECT_FALSE(plot_.brushes()[3]);
    EXPECT_TRUE(plot_.brushes()[4]);
    QTest::mouseDClick(&plot_, Qt::LeftButton, {}, on(4, middle).toPoint());
    EXPECT_EQ(plot_.itemsInside().size(), all);
    plot_.setBrush(0, Brush{0, 1});
    plot_.setBrush(1, Brush{0, 1});
    press(plot_, Qt::Key_Escape);
    EXPECT_EQ(plot_.itemsInside().size(), all);
}

// Lines outside the brushes are there to be seen, not to be chosen.
TEST_F(ParallelPlotTest, UnbrushedLinesAreNotSelectable) {
    plot_.setBrush(3, Brush{1, 2});
    for (const ParallelLine& line : plot_.picture().lines) {
        const int trial = plot_.itemAt(between(line, 2));
        EXPECT_TRUE(trial == 0 || view_.find(trial)->asked.genes[3] == 1) << trial;
    }
}

TEST_F(ParallelPlotTest, KeysStepThroughTheBest) {
    QSignalSpy chosen(&plot_, &ItemChart::itemChosen);
    press(plot_, Qt::Key_Down);
    EXPECT_EQ(plot_.chosen(), view_.best()->id);
    press(plot_, Qt::Key_Up);
    EXPECT_EQ(plot_.chosen(), view_.best()->id);
    press(plot_, Qt::Key_Down);
    EXPECT_EQ(plot_.chosen(), (plot_.picture().lines.end() - 2)->item);
    EXPECT_EQ(chosen.count(), 2);
}

// A trial that ends while a brush is set is judged by it.
TEST_F(ParallelPlotTest, BrushesSurviveUpdates) {
    plot_.setBrush(3, Brush{1, 2});
    const auto before = plot_.itemsInside().size();
    Trial& fresh = view_.trials[view_.trials.size() - 4];
    ASSERT_EQ(fresh.state, TrialState::Running);
    fresh.state = TrialState::Done;
    fresh.accuracy = 0.97;
    plot_.setView(view_);
    EXPECT_EQ(plot_.itemsInside().size(), before + (fresh.asked.genes[3] == 1 ? 1 : 0));
    SearchView other = view_;
    other.folder = "/another";
    plot_.setView(other);
    EXPECT_FALSE(plot_.brushes()[3]);
}

} // namespace
} // namespace belfry
