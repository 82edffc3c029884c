// That the host waits for no device in a step, once steps and updates are replayed: see docs/cuda.md, "The host runs
// ahead".
#include "tests/gpu/calls_test.h"

#include <algorithm>
#include <map>
#include <string>

namespace belfry {
namespace {

using Waits = test::CudaCalls;
using stand_in::Call;
using Counts = std::map<std::string, std::int64_t>;

// One epoch, of which the run does so many steps: nothing is validated within them.
Counts callsOf(Plan plan, std::int64_t steps) {
    constexpr std::int64_t kImages = 8000;
    plan.steps = steps;
    plan.checkpointMinutes = 0;
    stand_in::restart();
    stand_in::answerReads({1});
    const test::Outcome outcome = test::outcomeOf(plan, kImages);
    EXPECT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason.english();
    EXPECT_EQ(outcome.finished.steps, steps);
    Counts counts;
    for (const Call& call : stand_in::calls())
        ++counts[call.detail.starts_with("ordinary") ? call.name + " from ordinary memory" : call.name];
    return counts;
}

// Of twenty steps: the difference between a longer run and a shorter one.
Counts callsOfTwentySteps(const Plan& plan) {
    callsOf(plan, 40); // the libraries begin
    Counts counts = callsOf(plan, 60);
    for (const auto& [name, count] : callsOf(plan, 40))
        counts[name] -= count;
    return counts;
}

// Calls that wait for the device, that stop it, or that take a lock which all threads of the driver need.
void expectNoneThatWaits(const Plan& plan) {
    SCOPED_TRACE(plan.feed + ", " + plan.exchange);
    Counts counts = callsOfTwentySteps(plan);
    for (const char* name :
         {"cudaStreamSynchronize", "cudaDeviceSynchronize", "cudaMemcpy", "cudaMemcpyAsync from ordinary memory",
          "cudaMalloc", "cudaFree", "cudaMallocHost", "cudaHostAlloc", "cudaFreeHost", "cudaEventCreateWithFlags",
          "cudaStreamBeginCapture", "cudaGraphInstantiate"})
        EXPECT_EQ(counts[name], 0) << name;
}

TEST_F(Waits, AreInNoStepOfOneDevice) {
    for (const char* feed : {"direct", "queue", "resident"})
        expectNoneThatWaits(test::densePlan({"cuda:1"}, feed));
}

TEST_F(Waits, AreInNoStepOfSeveralDevices) {
    for (const char* exchange : {"first", "allreduce"})
        expectNoneThatWaits(test::densePlan({"cuda:0", "cuda:1"}, "resident", exchange));
}

// A check copied every replica's weights to the host, which took longer than the steps between two checks.
TEST_F(Waits, AreNotForTheWeightsThatAreCompared) {
    const auto copiesOfWeights = [](std::int64_t every) {
        Plan plan = test::densePlan({"cuda:0", "cuda:1"}, "resident", "allreduce");
        plan.replicaCheckEvery = every;
        callsOf(plan, 40);
        return std::ranges::count_if(stand_in::calls(), [](const Call& call) {
            constexpr std::size_t kLarge = 4096; // bytes
            return call.bytes >= kLarge && call.detail.starts_with("device to ") && call.detail != "device to device";
        });
    };
    EXPECT_EQ(copiesOfWeights(5), copiesOfWeights(0));
}

} // namespace
} // namespace belfry
