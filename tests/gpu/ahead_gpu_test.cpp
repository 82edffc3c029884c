// The host queues steps before the GPU has done the last ones: it waits for none of the newest, and it is the same run.
#include "tests/gpu/gpu_networks.h"
#include "tests/gpu/watched_exchange.h"

#include <c10/cuda/CUDAFunctions.h>
#include <c10/util/Exception.h>

#include <gmock/gmock.h>

#include <optional>

namespace belfry {
namespace {

using test::Outcome;
using test::outcomeOf;
using AheadOfGpu = test::OnGpus<1>;

constexpr const char* kQueued[] = {"first", "allreduce"}; // what one tower on a device need not wait for

Plan residentPlan() {
    Plan plan = test::smallGpuPlan();
    plan.feed = "resident";
    return plan;
}

// The library warns of every wait of the host for a stream or a device, as long as this lives; on one thread.
class SynchronisationWarnings {
public:
    explicit SynchronisationWarnings(c10::WarningHandler& handler)
        : handler_(&handler), before_(c10::cuda::warning_state().get_sync_debug_mode()) {
        c10::cuda::warning_state().set_sync_debug_mode(c10::cuda::SyncDebugMode::L_WARN);
    }
    ~SynchronisationWarnings() { c10::cuda::warning_state().set_sync_debug_mode(before_); }
    SynchronisationWarnings(const SynchronisationWarnings&) = delete;
    SynchronisationWarnings& operator=(const SynchronisationWarnings&) = delete;

private:
    c10::WarningUtils::WarningHandlerGuard handler_;
    c10::cuda::SyncDebugMode before_;
};

// Waiting for an event of an older step is no such wait.
class Waits : public test::Recorder, public c10::WarningHandler {
public:
    void onEvent(const Event& event) override { // on the session thread
        const auto* done = std::get_if<StepDone>(&event);
        if (done && done->step == 20)
            warnings_.emplace(*this);
        if ((done && done->step == 100) || std::holds_alternative<Finished>(event))
            warnings_.reset();
        Recorder::onEvent(event);
    }
    void process(const c10::Warning& warning) override {
        if (warning.msg().find("synchronizing") != std::string::npos)
            ++count;
    }
    int count = 0;

private:
    std::optional<SynchronisationWarnings> warnings_;
};

int waitsOf(const Plan& plan) {
    Waits waits;
    const Outcome outcome = outcomeOf(test::gpuRun(plan, 6000), waits); // 120 steps
    EXPECT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason;
    EXPECT_THAT(outcome.finished.remarks, testing::Not(testing::Contains(testing::HasSubstr("one by one"))));
    return waits.count;
}

TEST_F(AheadOfGpu, NeverWaitsForTheNewestStep) {
    Plan plan = residentPlan();
    plan.epochs = 1;
    for (const char* exchange : kQueued) {
        plan.exchange = exchange;
        EXPECT_EQ(waitsOf(plan), 0) << exchange;
    }
    plan.exchange = "cpu"; // what is counted, is
    EXPECT_GE(waitsOf(plan), 80);
}

// The library does not tell of waits for events. Whoever waits for the newest step finds its device idle.
TEST_F(AheadOfGpu, LeavesTheDeviceAtWork) {
    Plan plan = residentPlan();
    plan.model = "wide"; // milliseconds of work that are queued in microseconds
    plan.batchPerTower = 500;
    plan.epochs = 1;
    for (const char* exchange : kQueued) {
        SCOPED_TRACE(exchange);
        plan.exchange = exchange;
        test::Seen seen;
        const Outcome outcome = test::watchedOutcomeOf(test::gpuRun(plan, 10'000), seen);
        ASSERT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason;
        ASSERT_EQ(outcome.steps.size(), 20U);
        EXPECT_EQ(seen.lead, 1 + Tower::kMostBehind);
        EXPECT_GE(seen.busy, 10);
    }
}

TEST_F(AheadOfGpu, IsTheSameRun) {
    Plan plan = residentPlan();
    for (const char* exchange : kQueued) {
        SCOPED_TRACE(exchange);
        plan.exchange = exchange;
        const auto outcome = [&](bool ahead) {
            PreparedRun run = test::gpuRun(plan);
            run.runAhead = ahead;
            return outcomeOf(std::move(run));
        };
        const Outcome later = outcome(true), now = outcome(false);
        ASSERT_EQ(now.finished.state, RunState::Finished) << now.finished.reason;
        ASSERT_EQ(later.steps.size(), now.steps.size());
        for (std::size_t i = 0; i < now.steps.size(); ++i) {
            EXPECT_EQ(later.steps[i].step, now.steps[i].step);
            EXPECT_NEAR(later.steps[i].loss, now.steps[i].loss, 1e-4);
            EXPECT_GT(later.steps[i].towers[0].forward, 0);
            EXPECT_GT(later.steps[i].towers[0].backward, 0);
        }
        ASSERT_FALSE(now.weights.empty());
        EXPECT_LT(test::relativeDistance(later.weights, now.weights), 1e-4);
    }
}

TEST_F(AheadOfGpu, NoNumberThatIsNoneReachesTheWeights) {
    Plan plan = residentPlan();
    for (const char* exchange : kQueued) {
        plan.exchange = exchange;
        for (const std::int64_t fault : {3, 10}) {
            SCOPED_TRACE(std::string(exchange) + ", step " + std::to_string(fault));
            test::expectNoOddNumberInWeights(plan, fault);
        }
    }
}

} // namespace
} // namespace belfry
