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

// What need not be waited for.
struct Queued {
    std::string exchange;
    int towers; // on the one GPU
    std::string feed;
};
const std::vector<Queued> kQueued{{"first", 1, "resident"}, {"allreduce", 1, "resident"}, {"first", 3, "resident"},
                                  {"first", 1, "direct"},   {"first", 2, "queue"},        {"allreduce", 1, "queue"}};

// With this on the first GPU.
Plan planOf(const Queued& queued) {
    Plan plan = test::smallGpuPlan();
    plan.exchange = queued.exchange;
    plan.feed = queued.feed;
    plan.towers = queued.towers;
    plan.globalBatch = 50;
    return plan;
}

class EachQueued : public AheadOfGpu, public testing::WithParamInterface<Queued> {};
INSTANTIATE_TEST_SUITE_P(, EachQueued, testing::ValuesIn(kQueued), [](const auto& one) {
    return one.param.exchange + std::to_string(one.param.towers) + one.param.feed;
});

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

// Of 80 steps without a checkpoint or a look at the replicas, which wait on purpose.
int waitsOf(Plan plan, bool ahead) {
    plan.epochs = 1;
    plan.replicaCheckEvery = 0;
    plan.checkpointMinutes = 0;
    Waits waits;
    PreparedRun run = test::gpuRun(plan, 6000); // 120 steps
    run.runAhead = ahead;
    const Outcome outcome = outcomeOf(std::move(run), waits);
    EXPECT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason;
    EXPECT_THAT(outcome.finished.remarks, testing::Not(testing::Contains(testing::HasSubstr("one by one"))));
    return waits.count;
}

TEST_P(EachQueued, NeverWaitsForTheNewestStep) { EXPECT_EQ(waitsOf(planOf(GetParam()), true), 0); }

TEST_F(AheadOfGpu, WaitsAreCounted) { EXPECT_GE(waitsOf(planOf({"first", 1, "resident"}), false), 80); }

// The library does not tell of waits for events. Whoever waits for the newest step finds its device idle.
TEST_P(EachQueued, KeepsTheDeviceBusy) {
    Plan plan = planOf(GetParam());
    plan.model = "wide"; // milliseconds of work that are queued in microseconds
    plan.globalBatch = 500;
    plan.epochs = 1;
    test::Seen seen;
    const Outcome outcome = test::watchedOutcomeOf(test::gpuRun(plan, 10'000), seen);
    ASSERT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason;
    ASSERT_EQ(outcome.steps.size(), 20U);
    EXPECT_EQ(seen.lead, 1 + kMaxInFlightSteps);
    EXPECT_GE(seen.busy, 10);
}

TEST_P(EachQueued, IsTheSameRun) {
    const auto outcome = [](bool ahead) {
        PreparedRun run = test::gpuRun(planOf(GetParam()));
        run.runAhead = ahead;
        return outcomeOf(std::move(run));
    };
    const Outcome later = outcome(true), now = outcome(false);
    ASSERT_EQ(now.finished.state, RunState::Finished) << now.finished.reason;
    ASSERT_EQ(later.steps.size(), now.steps.size());
    for (std::size_t i = 0; i < now.steps.size(); ++i) {
        EXPECT_EQ(later.steps[i].step, now.steps[i].step);
        EXPECT_NEAR(later.steps[i].loss, now.steps[i].loss, 1e-4);
        for (const StageTimes& tower : later.steps[i].towers) {
            EXPECT_GT(tower.forward, 0);
            EXPECT_GT(tower.backward, 0);
        }
    }
    ASSERT_FALSE(now.weights.empty());
    EXPECT_LT(test::relativeDistance(later.weights, now.weights), 1e-4);
}

TEST_P(EachQueued, NaNsNeverReachTheWeights) {
    for (const std::int64_t fault : {3, 10}) {
        SCOPED_TRACE("step " + std::to_string(fault));
        test::expectNoOddNumberInWeights(planOf(GetParam()), fault);
    }
}

// Towers of one device and the parameter server read and write one another's vectors, in the devices' order alone.
TEST_F(AheadOfGpu, ReplicasStayEqualWhereTowersShareTheGpu) {
    Plan plan = planOf({"first", 3, "resident"});
    plan.globalBatch = 61; // a short batch at an epoch's end, in which a tower goes without
    plan.epochs = 4;
    plan.replicaCheckEvery = 1; // ends the run when they differ
    const Outcome outcome = outcomeOf(test::gpuRun(plan, 61 * 5 + 2));
    EXPECT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason;
    plan.replicaCheckEvery = 1000; // and where nothing waits between
    const Outcome unchecked = outcomeOf(test::gpuRun(plan, 61 * 5 + 2));
    EXPECT_LT(test::relativeDistance(unchecked.weights, outcome.weights), 1e-4);
}

} // namespace
} // namespace belfry
