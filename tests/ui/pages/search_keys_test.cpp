// The charts of a search without a mouse.
#include "tests/ui/search_views.h"
#include "ui/pages/search/family_tree.h"
#include "ui/pages/search/gene_chart.h"
#include "ui/pages/search/generation_chart.h"
#include "ui/pages/search/trial_parallel_plot.h"

#include <gtest/gtest.h>

#include <QSignalSpy>
#include <QTest>
#include <algorithm>

namespace belfry {
namespace {

void strike(QWidget& widget, Qt::Key key) { QTest::keyClick(&widget, key); }

// Shows it, with the keyboard in it.
void focusOn(QWidget& chart) {
    chart.resize(700, 400);
    chart.show();
    chart.activateWindow();
    chart.setFocus();
    ASSERT_TRUE(QTest::qWaitForWindowActive(&chart));
    EXPECT_EQ(chart.focusPolicy(), Qt::StrongFocus);
}

// Their ancestors and descendants were lifted under the mouse alone.
TEST(FamilyTree, ArrowsHighlightRelatives) {
    const Theme theme;
    FamilyTree tree(theme);
    tree.setView(madeUp({.ended = 92, .inTraining = 4}));
    focusOn(tree);
    strike(tree, Qt::Key_Right);
    strike(tree, Qt::Key_Down);
    EXPECT_EQ(tree.lifted(), kinOf(tree.family(), tree.cursor()));
    EXPECT_GT(tree.lifted().size(), 1u);
    EXPECT_TRUE(tree.cursorText().startsWith(QStringLiteral("Trial %1, generation 2\n").arg(tree.cursor())));
    tree.clearFocus();
    EXPECT_TRUE(tree.lifted().empty());
}

// The keyboard did not get there.
TEST(GenerationChart, ArrowsMoveBetweenGenerations) {
    const Theme theme;
    GenerationChart chart(theme);
    const SearchView view = madeUp({.ended = 90, .failEvery = 19});
    chart.setView(view);
    focusOn(chart);
    QSignalSpy chosen(&chart, &ItemChart::itemChosen);
    strike(chart, Qt::Key_Return);
    EXPECT_TRUE(chosen.isEmpty());
    const QImage before = chart.grab().toImage();
    strike(chart, Qt::Key_Right);
    EXPECT_NE(chart.grab().toImage(), before);
    EXPECT_TRUE(chart.cursorText().startsWith("Generation 1: mean "));
    EXPECT_EQ(chart.accessibleDescription(), chart.cursorText());
    strike(chart, Qt::Key_Left); // stays
    EXPECT_TRUE(chart.cursorText().startsWith("Generation 1: mean "));
    strike(chart, Qt::Key_Right);
    EXPECT_TRUE(chart.cursorText().startsWith("Generation 2: mean "));
    strike(chart, Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen.front().front().toInt(), view.generations[1].members.front());
    for (int i = 0; i < 20; ++i) {
        strike(chart, Qt::Key_Right);
    }
    EXPECT_TRUE(chart.cursorText().startsWith("Trial ")); // of the generation that is in training, the best
    chart.setView(madeUp({.strategy = "random", .trials = 6}));
    EXPECT_TRUE(chart.accessibleDescription().startsWith("Finished trials"))
        << qPrintable(chart.accessibleDescription());
    const GenerationPicture::Dot& dot = chart.picture().dots[2];
    QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.pointOf(dot).toPoint());
    EXPECT_EQ(chosen.back().front().toInt(), dot.trial);
}

TEST(GeneChart, ArrowsMoveBetweenChoicesAndPanels) {
    const Theme theme;
    GeneChart chart(theme);
    const SearchView view = madeUp({.ended = 92});
    chart.setView(view);
    focusOn(chart);
    QSignalSpy chosen(&chart, &ItemChart::itemChosen);
    const QImage before = chart.grab().toImage();
    strike(chart, Qt::Key_Right);
    EXPECT_NE(chart.grab().toImage(), before);
    EXPECT_TRUE(chart.cursorText().startsWith("Width 64: "));
    strike(chart, Qt::Key_Right);
    EXPECT_TRUE(chart.cursorText().startsWith("Width 128: "));
    EXPECT_TRUE(chart.accessibleDescription().startsWith(chart.cursorText()));
    strike(chart, Qt::Key_Down);
    EXPECT_TRUE(chart.cursorText().startsWith("Hidden layers 2: ")) << qPrintable(chart.cursorText());
    strike(chart, Qt::Key_Up);
    strike(chart, Qt::Key_Left);
    strike(chart, Qt::Key_Left); // the beginning
    EXPECT_TRUE(chart.cursorText().startsWith("Width 64: "));
    for (int i = 0; i < 6; ++i) { // on into the next panel
        strike(chart, Qt::Key_Right);
    }
    EXPECT_TRUE(chart.cursorText().startsWith("Hidden layers 1: ")) << qPrintable(chart.cursorText());
    strike(chart, Qt::Key_Return);
    double best = 0;
    for (const Trial& trial : view.trials) {
        if (trial.asked.genes[1] == 0 && trial.state == TrialState::Done) {
            best = std::max(best, trial.accuracy);
        }
    }
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(view.find(chosen.front().front().toInt())->accuracy, best);
}

// Brushes were the mouse's alone.
TEST(ParallelPlot, KeysBrush) {
    const Theme theme;
    TrialParallelPlot plot(theme);
    const SearchView view = madeUp({.ended = 92, .failEvery = 19});
    plot.setView(view);
    focusOn(plot);
    const auto with = [&plot](Qt::Key key, Qt::KeyboardModifier modifier) { QTest::keyClick(&plot, key, modifier); };
    for (int i = 0; i < 4; ++i) {
        strike(plot, Qt::Key_Right);
    }
    EXPECT_EQ(plot.cursor(), 3u);
    EXPECT_TRUE(plot.accessibleDescription().contains("Optimizer: all"));
    with(Qt::Key_Up, Qt::ShiftModifier);
    EXPECT_EQ(plot.brushes()[3], (Brush{0, 1}));
    with(Qt::Key_Up, Qt::ShiftModifier);
    EXPECT_EQ(plot.brushes()[3], (Brush{1, 2})); // adam
    EXPECT_TRUE(plot.accessibleDescription().contains("Optimizer: only Adam"))
        << qPrintable(plot.accessibleDescription());
    for (const int trial : plot.itemsInside()) {
        EXPECT_EQ(view.find(trial)->asked.genes[3], 1);
    }
    with(Qt::Key_Up, Qt::ControlModifier);
    EXPECT_EQ(plot.brushes()[3], (Brush{1, 3}));
    EXPECT_TRUE(plot.accessibleDescription().contains("Optimizer: from Adam to SGD"));
    with(Qt::Key_Down, Qt::ControlModifier);
    EXPECT_EQ(plot.brushes()[3], (Brush{0, 3}));
    for (int i = 0; i < 9; ++i) {
        with(Qt::Key_Up, Qt::ShiftModifier);
    }
    EXPECT_EQ(plot.brushes()[3], (Brush{4, 7})); // the last ones
    strike(plot, Qt::Key_Delete);
    EXPECT_FALSE(plot.brushes()[3]);
    for (int i = 0; i < 9; ++i) {
        strike(plot, Qt::Key_Right);
    }
    EXPECT_EQ(plot.cursor(), 4u); // the accuracy
    const ParallelAxis& accuracy = plot.picture().axes[4];
    with(Qt::Key_Down, Qt::ShiftModifier);
    ASSERT_TRUE(plot.brushes()[4]);
    EXPECT_NEAR(plot.brushes()[4]->low, accuracy.range.high - 0.1 * accuracy.range.span(), 1e-6);
    for (int i = 0; i < 9; ++i) {
        with(Qt::Key_Down, Qt::ControlModifier);
    }
    EXPECT_EQ(plot.itemsInside().size(), plot.picture().lines.size()); // down to the foot
    strike(plot, Qt::Key_Left);
    EXPECT_EQ(plot.cursor(), 3u);
    strike(plot, Qt::Key_Escape);
    EXPECT_FALSE(plot.brushes()[4]);
}

} // namespace
} // namespace belfry
