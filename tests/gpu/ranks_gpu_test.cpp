// One run of several ranks, some or all of which share the GPU: each is a session on a thread of its own.
#include "core/train/rank_place.h"
#include "tests/gpu/gpu_runs.h"
#include "tests/gpu/gpu_test.h"
#include "tests/support/ranks_on_threads.h"

#include <gmock/gmock.h>

namespace belfry {
namespace {

using test::Outcome;
using test::Recorder;
using RanksOnGpu = test::OnGpus<1>;

PreparedRun preparedFor(std::shared_ptr<RankGroup> group, Plan plan, const std::vector<std::string>& devices) {
    const auto rank = static_cast<std::size_t>(group->rank());
    RankPlace place;
    place.seat = {group, group->rank(), std::vector<int>(devices.size(), 1)};
    place.own = {.first = group->rank(), .count = 1, .beside = static_cast<int>(devices.size())};
    place.devices = {devices[rank]};
    plan.devices = place.devices;
    PreparedRun prepared = prepareRun(plan, test::smallMnist(1000), place);
    prepared.everyPlacement = placementOfAll(*group, prepared.placement);
    prepared.beside = true; // the other ranks' sessions
    return prepared;
}

// By rank.
std::vector<Outcome> train(const Plan& plan, const std::vector<std::string>& devices) {
    const auto ranks = static_cast<int>(devices.size());
    std::vector<Outcome> ended(devices.size());
    const test::Ranks meeting;
    EXPECT_THAT(test::Ranks::problemsOf(ranks,
                                        [&](int rank) {
                                            const std::shared_ptr<RankGroup> group = meeting.meet(rank, ranks);
                                            ended[static_cast<std::size_t>(rank)] =
                                                test::outcomeOf(preparedFor(group, plan, devices));
                                        }),
                testing::Each(""));
    return ended;
}

TEST_F(RanksOnGpu, TrainAsOneProcessOfCpuTowers) {
    for (const char* wire : {"fp32", "bf16"})
        for (const std::vector<std::string>& devices : std::vector<std::vector<std::string>>{
                 {"cpu", "cuda:0"}, {"cuda:0", "cuda:0"}, {"cuda:0", "cpu", "cuda:0"}}) {
            SCOPED_TRACE(testing::PrintToString(devices) + " " + wire);
            Plan plan;
            plan.globalBatch = 62; // no number of towers here divides it
            plan.epochs = 2;
            plan.towers = static_cast<int>(devices.size());
            plan.wirePrecision = wire;
            const std::vector<Outcome> several = train(plan, devices);
            plan.exchange = "allreduce";
            plan.devices = {"cpu"};
            plan.wirePrecision = "fp32";
            const Outcome one = test::outcomeOf(plan);
            const double limit = wire == std::string("fp32") ? 1e-3 : 0.1;
            for (const Outcome& rank : several) {
                ASSERT_EQ(rank.finished.state, RunState::Finished) << rank.finished.reason;
                ASSERT_EQ(rank.steps.size(), one.steps.size());
                for (std::size_t i = 0; i < one.steps.size(); ++i)
                    EXPECT_NEAR(rank.steps[i].loss, one.steps[i].loss, limit * (1 + std::abs(one.steps[i].loss)));
            }
        }
}

TEST_F(RanksOnGpu, AreTheSameBitsEachTime) {
    Plan plan;
    plan.batchPerTower = 50;
    plan.epochs = 2;
    plan.towers = 2;
    const auto losses = [&plan] {
        std::vector<float> found;
        for (const StepDone& step : train(plan, {"cuda:0", "cpu"})[0].steps)
            found.push_back(step.loss);
        return found;
    };
    const std::vector<float> first = losses();
    EXPECT_FALSE(first.empty());
    EXPECT_EQ(first, losses());
}

} // namespace
} // namespace belfry
