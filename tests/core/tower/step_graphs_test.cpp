// Which parts of a step are captured and replayed, and when an exchange hears of its gradient.
#include "core/tower/step_graphs.h"
#include "tests/support/host_graphs.h"

#include <gmock/gmock.h>

#include <string>

namespace belfry {
namespace {

using testing::ElementsAre;

// A step of three layers with a slice each; the gradient is final from the last to the first.
struct Step {
    explicit Step(std::vector<int> groupOf) : graphs(std::move(groupOf), std::make_unique<test::HostGraphs>(device)) {}

    StepGraphs::Work work() {
        return {[this] { queue("forward"); },
                [this](const StepGraphs::Ready& ready) {
                    for (const int slice : {2, 1, 0}) {
                        device.queue([this, slice] { gradient[slice] = slice + 1; });
                        queue("backward " + std::to_string(slice));
                        ready(slice);
                    }
                }};
    }
    void queue(const std::string& name) {
        device.queue([this, name] { done.push_back(name + (device.inTheirMemory ? " in place" : "")); });
    }
    // As a tower makes it.
    bool run() {
        done.clear();
        if (!graphs.ready({.images = 4}, work())) {
            work().forward();
            work().backward([](int) {});
            return false;
        }
        graphs.replayForward();
        graphs.replayBackward([this](int slice) { done.push_back("ready " + std::to_string(slice)); });
        if (graphs.isProbed())
            graphs.probe(gradient, work());
        return true;
    }
    void runUntilReplayed() {
        for (int i = 0; i < kStepsBeforeCapture + kReplaysProbed; ++i)
            run();
    }

    test::HostDevice device;
    at::Tensor gradient = at::zeros({3});
    std::vector<std::string> done;
    StepGraphs graphs;
};

TEST(StepGraphs, AreTwoWhereNoSumBeginsWithinBackward) {
    Step step({});
    step.runUntilReplayed();
    const int before = step.device.launches;
    EXPECT_TRUE(step.run());
    EXPECT_EQ(step.device.launches - before, 2);
    EXPECT_THAT(step.done,
                ElementsAre("forward", "backward 2", "backward 1", "backward 0", "ready 2", "ready 1", "ready 0"));
    EXPECT_EQ(step.graphs.problem().english(), "");
}

TEST(StepGraphs, EndOneWhereAGroupOfSlicesIsFinal) {
    Step step({0, 1, 1});
    step.runUntilReplayed();
    EXPECT_TRUE(step.run());
    EXPECT_THAT(step.done,
                ElementsAre("forward", "backward 2", "backward 1", "ready 2", "ready 1", "backward 0", "ready 0"));
    EXPECT_EQ(step.graphs.graphs().size(), 3U);
}

TEST(StepGraphs, KeepASliceForTheEndWhoseGroupIsFinalThen) {
    Step step({1, 0, 1}); // the first group to be final is the one in the middle
    step.runUntilReplayed();
    EXPECT_TRUE(step.run());
    EXPECT_THAT(step.done,
                ElementsAre("forward", "backward 2", "backward 1", "ready 2", "ready 1", "backward 0", "ready 0"));
}

// The step that a replay is compared with needs no memory beside the graphs'.
TEST(StepGraphs, AreComparedInTheirOwnMemory) {
    Step step({});
    for (int i = 0; i < kStepsBeforeCapture; ++i)
        EXPECT_FALSE(step.run());
    EXPECT_TRUE(step.run());
    EXPECT_THAT(step.done,
                ElementsAre("forward", "backward 2", "backward 1", "backward 0", "ready 2", "ready 1", "ready 0",
                            "forward in place", "backward 2 in place", "backward 1 in place", "backward 0 in place"));
}

TEST(StepGraphs, AreGivenUpWhenTheirGradientDiffers) {
    Step step({});
    for (int i = 0; i < kStepsBeforeCapture; ++i)
        step.run();
    step.graphs.ready({.images = 4}, {[] {}, [](const auto&) {}}); // a capture of something else
    EXPECT_TRUE(step.graphs.isProbed());
    step.graphs.replayBackward([](int) {});
    step.gradient.zero_();
    step.graphs.probe(step.gradient, step.work());
    EXPECT_EQ(step.gradient[0].item<float>(), 1); // the ordinary one
    EXPECT_EQ(step.graphs.problem().english(), "A replayed step gave another gradient than the step that it replaces.");
    EXPECT_FALSE(step.run());
}

} // namespace
} // namespace belfry
