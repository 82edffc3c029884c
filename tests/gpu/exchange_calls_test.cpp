// What sums among devices ask of CUDA and NCCL.
#include "core/exchange/host_gradients.h"
#include "core/exchange/nccl_collective.h"
#include "core/model/zoo.h"
#include "tests/gpu/calls_test.h"

#include <c10/cuda/CUDAFunctions.h>

namespace belfry {
namespace {

using ExchangeCalls = test::CudaCalls;
using testing::ElementsAre;

std::unique_ptr<TowerTeam> teamOn(const std::vector<at::Device>& devices) {
    return std::make_unique<TowerTeam>(
        devices, 1, std::make_shared<const Blueprint>(makeBlueprint(mlp({}), {1, 28, 28}, 10)), 1, Precision::Fp32);
}

void sumAll(NcclCollective& collective, TowerTeam& team, float scale) {
    std::vector<Collective::Part> parts;
    for (Tower& tower : team) {
        collective.mark(tower.index(), 0);
        float* gradient = tower.gradient().data_ptr<float>();
        parts.push_back({gradient, gradient, scale});
    }
    collective.queue(0, parts, 64, scale == 1);
    for (Tower& tower : team)
        collective.join(tower.index());
}

// A callback held the stream of the sums at every step until a thread of the host ran it.
TEST_F(ExchangeCalls, TheWatchdogAsksEventsOnTheirDeviceAlone) {
    test::onNewThread([] {
        const auto team = teamOn({{at::kCUDA, 1}});
        NcclCollective collective(*team);
        for (std::int64_t step = 1; step <= 9; ++step) {
            sumAll(collective, *team, 1);
            test::onNewThread([&] { // which begins with device 0
                const Collective::Progress found = collective.progress();
                EXPECT_EQ(found.asked, step);
                EXPECT_EQ(found.done, step);
                EXPECT_EQ(found.problem, "");
                EXPECT_EQ(c10::cuda::current_device(), 0);
            });
        }
    });
    EXPECT_EQ(stand_in::countCalls("cudaLaunchHostFunc"), 0U);
    EXPECT_GE(stand_in::countCalls("cudaEventQuery"), 9U);
    EXPECT_THAT(stand_in::contexts(), ElementsAre(1));
}

TEST_F(ExchangeCalls, TheTowerAndItsSumsWaitForEachOther) {
    test::onNewThread([] {
        const auto team = teamOn({{at::kCUDA, 0}});
        NcclCollective collective(*team);
        sumAll(collective, *team, 1);
    });
    const auto sums = stand_in::calls("ncclAllReduce"), waits = stand_in::calls("cudaStreamWaitEvent");
    ASSERT_EQ(sums.size(), 1U);
    ASSERT_GE(waits.size(), 2U);
    EXPECT_EQ(waits[waits.size() - 2].stream, sums[0].stream); // for the gradient
    EXPECT_NE(waits.back().stream, sums[0].stream);            // for what was summed
}

// Switches make no scaled sums.
TEST_F(ExchangeCalls, SumsPlainlyWithoutAScale) {
    test::onNewThread([] {
        const auto team = teamOn({{at::kCUDA, 0}, {at::kCUDA, 1}});
        NcclCollective collective(*team);
        sumAll(collective, *team, 1);
        sumAll(collective, *team, 0.5F);
        sumAll(collective, *team, 1);
    });
    std::vector<std::string> kinds;
    for (const stand_in::Call& call : stand_in::calls("ncclAllReduce"))
        kinds.push_back(call.detail);
    EXPECT_THAT(kinds, ElementsAre("sum", "sum", "scaled sum", "scaled sum", "sum", "sum"));
}

// NCCL 2.28 leaves numbers out where it scales those of a single rank.
TEST_F(ExchangeCalls, ASingleRankSumsPlainly) {
    test::onNewThread([] {
        const auto team = teamOn({{at::kCUDA, 0}});
        NcclCollective collective(*team);
        sumAll(collective, *team, 0.5F);
    });
    EXPECT_EQ(stand_in::calls("ncclAllReduce").at(0).detail, "sum");
}

// What is summed over ranks on the host is read once it has come from the device, not before.
TEST_F(ExchangeCalls, GradientsAreAwaitedBucketByBucket) {
    test::onNewThread([] {
        const auto team = teamOn({{at::kCUDA, 1}, at::kCPU});
        const GradientBuckets buckets(team->tower(0).blueprint(), team->size(), 1024);
        ASSERT_GT(buckets.size(), 2);
        HostGradients gradients(*team);
        stand_in::restart();
        gradients.send(buckets);
        std::vector<std::string> asked;
        for (const stand_in::Call& call : stand_in::calls())
            if (call.name == "cudaMemcpyAsync" || call.name == "cudaEventRecord") {
                asked.push_back(call.name + " " + call.detail);
                EXPECT_EQ(call.stream, stand_in::calls("cudaMemcpyAsync")[0].stream);
            }
        std::vector<std::string> expected;
        for (int bucket = 0; bucket < buckets.size(); ++bucket) {
            expected.emplace_back("cudaMemcpyAsync device to locked");
            expected.emplace_back("cudaEventRecord ");
        }
        EXPECT_EQ(asked, expected);
        for (int bucket = 0; bucket < buckets.size(); ++bucket) {
            const std::vector<const float*> found = gradients.await(bucket);
            EXPECT_EQ(stand_in::countCalls("cudaEventSynchronize"), static_cast<std::size_t>(bucket) + 1);
            EXPECT_NE(found.at(0), team->tower(0).gradient().const_data_ptr<float>());
            EXPECT_EQ(found.at(1), team->tower(1).gradient().const_data_ptr<float>());
        }
    });
}

// `auto` started the library once to measure it, and again for the run.
TEST_F(ExchangeCalls, AutoStartsTheLibraryOnce) {
    const test::Outcome outcome = test::outcomeOf(test::densePlan({"cuda:0", "cuda:1"}, "direct", "auto"));
    EXPECT_EQ(outcome.finished.state, RunState::Finished) << outcome.finished.reason.english();
    EXPECT_EQ(stand_in::countCalls("ncclCommInitAll"), 2U) << "one for each device";
}

} // namespace
} // namespace belfry
