// A step's figures are measured with dropout on when the network has some; the charts say so.
#include "tests/ui/pages/window_fixture.h"
#include "ui/charts/live_chart.h"
#include "ui/pages/train_page/charts_panel.h"
#include "ui/pages/train_page/run_text.h"

namespace belfry {
namespace {

class ChartsPanelTest : public WindowTest {
protected:
    static Started startedWith(double dropout) {
        Started started;
        started.plan = longPlan();
        started.plan.model = "mlp";
        started.plan.mlp.dropout = dropout;
        return started;
    }
    static QString name(const LiveChart* chart) { return chart->legend().front()->text(); }
};

TEST_F(ChartsPanelTest, SayWhenStepsAreMeasuredWithDropoutOn) {
    ChartsPanel panel(theme_);
    panel.start(startedWith(0.5));
    for (const LiveChart* chart : {panel.loss(), panel.accuracy()}) {
        EXPECT_EQ(name(chart), "each step, dropout on");
        EXPECT_TRUE(chart->toolTip().contains("dropout on"));
    }
    panel.start(startedWith(0));
    for (const LiveChart* chart : {panel.loss(), panel.accuracy()}) {
        EXPECT_EQ(name(chart), "each step");
        EXPECT_EQ(chart->toolTip(), "");
    }
    Started started = startedWith(0);
    started.plan.model = "tower-direct"; // has some of its own
    panel.start(started);
    EXPECT_EQ(name(panel.accuracy()), "each step, dropout on");
    started.plan.layers = {"dense classes linear"}; // and the user's network none
    started.plan.model = "mine";
    panel.start(started);
    EXPECT_EQ(name(panel.accuracy()), "each step");
}

TEST_F(ChartsPanelTest, TheLogSaysItToo) {
    EXPECT_TRUE(logText(startedWith(0.5)).contains("training loss and accuracy are measured with dropout on"));
    EXPECT_FALSE(logText(startedWith(0)).contains("dropout"));
}

} // namespace
} // namespace belfry
