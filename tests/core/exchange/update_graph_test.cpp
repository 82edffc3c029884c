// What an update replays, and when it does not: with captures that keep the work instead of a device's kernels.
#include "core/exchange/update_graph.h"
#include "core/tower/cuda_steps.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

// One weight that goes down by rate x mean.
struct Descent {
    at::Tensor mean = at::ones({1}), rate = at::ones({1});
    std::vector<at::Tensor> kept{at::zeros({1})};
    int queued = 0; // as it comes, or within a capture

    UpdateGraph::Work work() {
        return [this] {
            ++queued;
            kept[0].sub_(rate * mean);
        };
    }
    void step(UpdateGraph& graph, float at) {
        rate.fill_(at);
        mean.fill_(1);
        graph.run(mean, kept, work());
    }
    float weight() const { return kept[0].item<float>(); }
};

// As a device does it: nothing is done in the capture, and the work's places are read when it is replayed.
UpdateGraph::Capture captures(Descent& descent, float error = 0) {
    return [&descent, error](const UpdateGraph::Work&) {
        return [&descent, error] { descent.kept[0].sub_(descent.rate * descent.mean + error); };
    };
}

TEST(UpdateGraph, ReplaysAfterSomeOrdinaryUpdates) {
    Descent descent;
    UpdateGraph graph(captures(descent));
    float expected = 0;
    for (int step = 1; step <= 20; ++step) {
        const float rate = 1.0F / static_cast<float>(step); // of its own in every step
        descent.step(graph, rate);
        expected -= rate;
        ASSERT_EQ(descent.weight(), expected) << step;
    }
    EXPECT_EQ(descent.queued, kStepsBeforeCapture + kReplaysProbed); // the last ones beside a replay
    EXPECT_EQ(graph.replays(), 20 - descent.queued);
    EXPECT_EQ(graph.problem().english(), "");
}

TEST(UpdateGraph, IsNeverUsedWhenItsFirstReplayDiffers) {
    Descent descent;
    UpdateGraph graph(captures(descent, 0.001F));
    for (int step = 1; step <= 10; ++step)
        descent.step(graph, 1);
    EXPECT_EQ(descent.weight(), -10);
    EXPECT_EQ(graph.replays(), 0);
    EXPECT_EQ(graph.problem().english(), "A replayed update gave other weights than the update that it replaces.");
}

// What is baked into a capture would be right in its own step.
TEST(UpdateGraph, IsNeverUsedWhenItUsesValuesOfAnotherStep) {
    Descent descent;
    UpdateGraph graph([&](const UpdateGraph::Work&) {
        return [&descent, rate = descent.rate.clone()] { descent.kept[0].sub_(rate * descent.mean); };
    });
    for (int step = 1; step <= 10; ++step)
        descent.step(graph, static_cast<float>(step));
    EXPECT_EQ(descent.weight(), -55);
    EXPECT_EQ(graph.replays(), 0);
    EXPECT_NE(graph.problem().english(), "");
}

TEST(UpdateGraph, FallsBackToTheOrdinaryUpdateWhenAReplayFails) {
    Descent descent;
    UpdateGraph graph([](const UpdateGraph::Work&) { return [] { throw std::runtime_error("no launch"); }; });
    for (int step = 1; step <= 10; ++step)
        descent.step(graph, 1);
    EXPECT_EQ(descent.weight(), -10);
    EXPECT_EQ(graph.problem().english(), "no launch");
}

TEST(UpdateGraph, ReportsWhyTheCaptureFailed) {
    Descent descent;
    int tried = 0;
    UpdateGraph graph([&](const UpdateGraph::Work&) -> std::function<void()> {
        ++tried;
        throw std::runtime_error("no graphs here");
    });
    for (int step = 1; step <= 10; ++step)
        descent.step(graph, 1);
    EXPECT_EQ(descent.weight(), -10);
    EXPECT_EQ(tried, 1);
    EXPECT_EQ(graph.problem().english(), "no graphs here");
}

// In a step in which only one of several towers had images, its gradient is the mean.
TEST(UpdateGraph, QueuesUpdatesThatReadAnotherMean) {
    Descent descent;
    UpdateGraph graph(captures(descent));
    for (int step = 1; step <= 8; ++step)
        descent.step(graph, 1);
    const std::int64_t replays = graph.replays();
    at::Tensor other = at::full({1}, 5.0F);
    graph.run(other, descent.kept, [&] { descent.kept[0].sub_(other); });
    EXPECT_EQ(descent.weight(), -13);
    EXPECT_EQ(graph.replays(), replays);
    descent.step(graph, 1);
    EXPECT_EQ(graph.replays(), replays + 1);
}

TEST(UpdateGraph, FallsBackToTheOrdinaryUpdateWhenMemoryIsTooSmallToCompare) {
    Descent descent;
    UpdateGraph graph([&](const UpdateGraph::Work&) -> std::function<void()> {
        return [] { throw c10::OutOfMemoryError({}, "none left"); };
    });
    for (int step = 1; step <= 10; ++step)
        descent.step(graph, 1);
    EXPECT_EQ(descent.weight(), -10);
    EXPECT_EQ(graph.problem().english(),
              "There was too little memory to compare a replayed update with the update that it replaces.");
}

} // namespace
} // namespace belfry
