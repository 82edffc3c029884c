// What the host asks of a device in a step.
#include "core/tower/cuda_steps.h"
#include "core/tower/stage_clock.h"
#include "tests/gpu/calls_test.h"

#include <algorithm>
#include <ranges>

namespace belfry {
namespace {

using StepCalls = test::CudaCalls;
using stand_in::Call;

constexpr std::int64_t kSteps = 60;
constexpr std::int64_t kUntilReplay = kStepsBeforeCapture + kReplaysProbed; // no own kernels are tried before

std::vector<Call> callsOfRun(const Plan& plan, bool beside = false) {
    PreparedRun run = test::gpuRun(plan, kSteps * plan.batchPerTower * plan.towers);
    run.beside = beside; // other trials on its device
    run.warmUp = false;  // the run's own steps are the ones that are captured
    const test::Outcome outcome = test::outcomeOf(std::move(run));
    EXPECT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason.english();
    EXPECT_EQ(std::ssize(outcome.steps), kSteps);
    EXPECT_THAT(outcome.finished.remarks, testing::IsEmpty());
    return stand_in::calls();
}

bool launches(const Call& call) { return call.name == "cudaGraphLaunch"; }

// Once a replay is known to be right, where it is not timed.
TEST_F(StepCalls, AreOneLaunchAndAnEvent) {
    const std::vector<Call> calls = callsOfRun(test::densePlan({"cuda:1"}, "resident"));
    std::size_t all = 0; // nodes of a whole step
    for (const Call& call : calls)
        all = std::max(all, launches(call) ? call.bytes : 0);
    std::int64_t wholeSteps = 0;
    for (auto call = calls.begin(); call != calls.end(); ++call) {
        if (!launches(*call) || call->bytes < all)
            continue;
        ++wholeSteps;
        const auto next = std::find_if(call + 1, calls.end(), launches);
        if (next == calls.end() || next->bytes < all)
            continue; // a timed step, or the end of the epoch
        for (auto between = call + 1; between != next; ++between)
            if (between->stream >= 0 && between->thread == call->thread) {
                EXPECT_EQ(between->name, "cudaEventRecord");
            }
        EXPECT_EQ(std::count_if(call, next, [](const Call& one) { return one.name == "cudaEventRecord"; }), 1);
    }
    std::int64_t expected = 0;
    for (std::int64_t step = kUntilReplay; step < kSteps; ++step)
        expected += step % StageClock::kStepsPerStamp == 0 ? 0 : 1;
    EXPECT_EQ(wholeSteps, expected);
}

// What a step adds to its network: its images, the loss and its sum, the numbers of the update, the gradient's norm in
// two, the rule, and the report. Nothing is set to zero before.
TEST_F(StepCalls, AddEightNodesToTheNetwork) {
    const std::vector<Call> calls = callsOfRun(test::densePlan({"cuda:1"}, "resident"));
    const auto captured = [&](std::string_view kernel) {
        return std::ranges::count_if(
            calls, [&](const Call& call) { return call.captured && call.detail.find(kernel) != std::string::npos; });
    };
    EXPECT_EQ(captured("takeKernel"), 2); // images, numbers
    for (const char* kernel :
         {"rowsKernel", "sumKernel", "squareSumKernel", "normKernel", "ruleKernel", "publishKernel"})
        EXPECT_EQ(captured(kernel), 1) << kernel;
    EXPECT_EQ(captured("FillFunctor"), 0);
    EXPECT_EQ(std::ranges::count(calls, "cudaMemsetAsync", &Call::name), 0);
}

// Else the graphs find no memory where ordinary steps do. A batch of 16 MB has memory of its own, not a part of what
// the weights are in.
TEST_F(StepCalls, GiveMemoryBackBeforeTheFirstCapture) {
    Plan plan = test::densePlan({"cuda:1"}, "resident");
    plan.batchPerTower = 5000;
    plan.epochs = 4;
    EXPECT_EQ(test::outcomeOf(plan, 10'000).finished.state, RunState::Finished);
    const std::vector<Call> calls = stand_in::calls();
    const auto capture = std::ranges::find(calls, "cudaStreamBeginCapture", &Call::name);
    ASSERT_NE(capture, calls.end());
    std::size_t freed = 0; // while nothing was queued
    for (auto call = capture; (--call)->name != "cudaStreamSynchronize";)
        freed += call->name == "cudaFree" ? call->bytes : 0;
    EXPECT_GE(freed, 5000U * 784 * sizeof(float));
}

// What the graphs have of it is theirs until they are gone. With 16 MB for a batch, a short one of 8 MB and validations
// find their place there.
TEST_F(StepCalls, TakeNoMemoryBesideTheGraphs) {
    Plan plan = test::densePlan({"cuda:1"}, "resident");
    plan.batchPerTower = 5000;
    plan.epochs = 4;
    EXPECT_EQ(test::outcomeOf(plan, 12'500).finished.state, RunState::Finished);
    const std::vector<Call> calls = stand_in::calls();
    const auto last = std::ranges::find(std::views::reverse(calls), "cudaStreamEndCapture", &Call::name);
    ASSERT_NE(last, calls.rend());
    for (auto call = last.base(); call != calls.end(); ++call)
        if (call->name == "cudaMalloc") {
            EXPECT_LT(call->bytes, 4U << 20);
        }
}

// The pixels of a validation must not take the place of those of a step, whose address is captured.
TEST_F(StepCalls, AreCapturedOnceInARun) {
    for (const char* feed : {"resident", "direct", "queue"}) {
        stand_in::restart();
        stand_in::answerReads({1});
        Plan plan = test::densePlan({"cuda:1"}, feed);
        plan.epochs = 3;
        const test::Outcome outcome = test::outcomeOf(plan, kSteps * plan.batchPerTower);
        EXPECT_EQ(outcome.finished.state, RunState::Finished);
        const std::size_t all = stand_in::countCalls("cudaStreamBeginCapture");
        plan.epochs = 1;
        stand_in::restart();
        stand_in::answerReads({1});
        EXPECT_EQ(test::outcomeOf(plan, kSteps * plan.batchPerTower).finished.state, RunState::Finished);
        EXPECT_EQ(all, stand_in::countCalls("cudaStreamBeginCapture")) << feed;
    }
}

// Towers of several devices replay too: each its forward and its parts of backward, then its update.
TEST_F(StepCalls, OfSeveralDevicesAreReplayed) {
    const std::vector<Call> calls = callsOfRun(test::densePlan({"cuda:0", "cuda:1"}, "resident", "allreduce"));
    EXPECT_GE(std::ranges::count_if(calls, launches), 2 * (kSteps - kUntilReplay) * 3);
    EXPECT_THAT(stand_in::contexts(), testing::ElementsAre(0, 1));
}

// By steps before it, as two are too few.
TEST_F(StepCalls, AreCapturedBeforeTheFirst) {
    const Plan plan = test::densePlan({"cuda:1"}, "resident");
    EXPECT_EQ(test::outcomeOf(test::gpuRun(plan, 2 * plan.batchPerTower)).steps.size(), 2U);
    EXPECT_GT(stand_in::countCalls("cudaStreamBeginCapture"), 0U);
}

// A process captures one step at a time.
TEST_F(StepCalls, BesideOthersAreNeverCaptured) {
    callsOfRun(test::densePlan({"cuda:1"}, "resident"), /*beside=*/true);
    EXPECT_EQ(stand_in::countCalls("cudaStreamBeginCapture"), 0U);
}

} // namespace
} // namespace belfry
