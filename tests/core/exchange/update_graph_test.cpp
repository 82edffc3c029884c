// What an update replays, and when it does not: with captures that keep the work instead of a device's kernels.
#include "core/exchange/update_graph.h"
#include "core/tower/cuda_steps.h"
#include "tests/support/host_graphs.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

// One weight that goes down by rate x mean.
struct Descent {
    test::HostDevice device;
    at::Tensor mean = at::ones({1}), rate = at::ones({1});
    std::vector<at::Tensor> kept{at::zeros({1})};
    int queued = 0; // as it comes, or within a capture

    UpdateGraph::Work work() {
        return [this] {
            ++queued;
            device.queue([this] { kept[0].sub_(rate * mean); });
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
std::unique_ptr<GraphCapturer> captures(Descent& descent) { return std::make_unique<test::HostGraphs>(descent.device); }

// Something else than what was captured is replayed.
class Replays : public test::HostGraphs {
public:
    Replays(Descent& descent, std::function<std::function<void()>()> instead)
        : HostGraphs(descent.device), instead_(std::move(instead)) {}
    Graphs capture(const std::function<void(const Cut&)>&) override {
        Graphs graphs;
        graphs.push_back(std::make_unique<test::HostGraph>(device_.launches, test::HostGraph::Kernels{instead_()}));
        return graphs;
    }

private:
    std::function<std::function<void()>()> instead_; // once for each capture
};

std::unique_ptr<GraphCapturer> replays(Descent& descent, std::function<std::function<void()>()> instead) {
    return std::make_unique<Replays>(descent, std::move(instead));
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
    const int ordinary = kStepsBeforeCapture + kReplaysProbed; // the last ones beside a replay
    EXPECT_EQ(descent.queued, ordinary + 1);                   // and the capture
    EXPECT_EQ(graph.replays(), 20 - ordinary);
    EXPECT_EQ(graph.problem().english(), "");
}

TEST(UpdateGraph, IsNeverUsedWhenItsFirstReplayDiffers) {
    Descent descent;
    UpdateGraph graph(
        replays(descent, [&] { return [&] { descent.kept[0].sub_(descent.rate * descent.mean + 0.001F); }; }));
    for (int step = 1; step <= 10; ++step)
        descent.step(graph, 1);
    EXPECT_EQ(descent.weight(), -10);
    EXPECT_EQ(graph.replays(), 0);
    EXPECT_EQ(graph.problem().english(), "A replayed update gave other weights than the update that it replaces.");
}

// What is baked into a capture would be right in its own step.
TEST(UpdateGraph, IsNeverUsedWhenItUsesValuesOfAnotherStep) {
    Descent descent;
    UpdateGraph graph(replays(descent, [&] {
        return [&descent, rate = descent.rate.clone()] { descent.kept[0].sub_(rate * descent.mean); };
    }));
    for (int step = 1; step <= 10; ++step)
        descent.step(graph, static_cast<float>(step));
    EXPECT_EQ(descent.weight(), -55);
    EXPECT_EQ(graph.replays(), 0);
    EXPECT_NE(graph.problem().english(), "");
}

TEST(UpdateGraph, FallsBackToTheOrdinaryUpdateWhenAReplayFails) {
    Descent descent;
    UpdateGraph graph(replays(descent, [] { return [] { throw std::runtime_error("no launch"); }; }));
    for (int step = 1; step <= 10; ++step)
        descent.step(graph, 1);
    EXPECT_EQ(descent.weight(), -10);
    EXPECT_EQ(graph.problem().english(), "no launch");
}

TEST(UpdateGraph, ReportsWhyTheCaptureFailed) {
    Descent descent;
    int tried = 0;
    UpdateGraph graph(replays(descent, [&]() -> std::function<void()> {
        ++tried;
        throw std::runtime_error("no graphs here");
    }));
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
    UpdateGraph graph(replays(descent, [] { return [] { throw c10::OutOfMemoryError({}, "none left"); }; }));
    for (int step = 1; step <= 10; ++step)
        descent.step(graph, 1);
    EXPECT_EQ(descent.weight(), -10);
    EXPECT_EQ(graph.problem().english(),
              "There was too little memory to compare a replayed update with the update that it replaces.");
}

// A step's graphs around the update: one by one until updates are replayed, then as one.
struct StepOfDescent {
    explicit StepOfDescent(Descent& descent) {
        test::HostGraphs capturer(descent.device);
        before = std::move(
            capturer.capture([&](const auto&) { descent.device.queue([&descent] { descent.mean.fill_(2); }); })
                .front());
        after = std::move(capturer.capture([&](const auto&) { descent.device.queue([this] { ++done; }); }).front());
    }
    Tower::Pending pending(std::int64_t capture = 1) const { return {{before.get()}, {after.get()}, capture}; }
    std::unique_ptr<Graph> before, after;
    int done = 0;
};

TEST(UpdateGraph, IsOneLaunchWithTheStepThatItEnds) {
    Descent descent;
    const StepOfDescent step(descent);
    UpdateGraph graph(captures(descent));
    const int ordinary = kStepsBeforeCapture + kReplaysProbed;
    for (int i = 1; i <= 20; ++i) {
        const int before = descent.device.launches;
        graph.run(descent.mean, descent.kept, descent.work(), step.pending());
        EXPECT_EQ(descent.weight(), -2 * i) << i;
        EXPECT_EQ(step.done, i);
        EXPECT_EQ(descent.device.launches - before, i <= kStepsBeforeCapture ? 2 : i <= ordinary ? 3 : 1) << i;
    }
    EXPECT_EQ(descent.device.joins, 1);
    EXPECT_EQ(graph.replays(), 20 - ordinary);
    graph.run(descent.mean, descent.kept, descent.work(), step.pending(2)); // graphs of another capture
    EXPECT_EQ(descent.device.joins, 2);
}

TEST(UpdateGraph, QueuesAStepsGraphsOneByOneWhereTheyCannotBeJoined) {
    class Unjoined : public test::HostGraphs {
    public:
        using HostGraphs::HostGraphs;
        std::unique_ptr<Graph> join(std::span<Graph* const>) override { throw std::runtime_error("no children"); }
    };
    Descent descent;
    const StepOfDescent step(descent);
    UpdateGraph graph(std::make_unique<Unjoined>(descent.device));
    for (int i = 1; i <= 20; ++i)
        graph.run(descent.mean, descent.kept, descent.work(), step.pending());
    EXPECT_EQ(descent.weight(), -40);
    EXPECT_EQ(step.done, 20);
    EXPECT_GT(graph.replays(), 0);
    EXPECT_EQ(graph.problem().english(), "no children");
}

} // namespace
} // namespace belfry
