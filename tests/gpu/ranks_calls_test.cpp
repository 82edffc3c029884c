// Ranks with and without a device make the same steps.
#include "core/train/rank_place.h"
#include "tests/gpu/calls_test.h"
#include "tests/support/ranks_on_threads.h"

namespace belfry {
namespace {

using RankCalls = test::CudaCalls;

PreparedRun preparedFor(const std::shared_ptr<RankGroup>& group, const std::vector<std::string>& devices) {
    RankPlace place;
    place.seat = {group, group->rank(), std::vector<int>(devices.size(), 1)};
    place.own = {.first = group->rank(), .count = 1, .beside = static_cast<int>(devices.size())};
    place.devices = {devices[static_cast<std::size_t>(group->rank())]};
    Plan plan = test::densePlan(place.devices, "direct", "by-device");
    plan.towers = static_cast<int>(devices.size());
    plan.replicaCheckEvery = 0; // what is read back from the stand-in is zero
    PreparedRun prepared = prepareRun(plan, test::smallMnist(1000), place);
    prepared.everyPlacement = placementOfAll(*group, prepared.placement);
    return prepared;
}

// By rank.
std::vector<test::Outcome> train(const std::vector<std::string>& devices) {
    std::vector<test::Outcome> ended(devices.size());
    const test::Ranks meeting;
    EXPECT_THAT(test::Ranks::problemsOf(2,
                                        [&](int rank) {
                                            ended[static_cast<std::size_t>(rank)] =
                                                test::outcomeOf(preparedFor(meeting.meet(rank, 2), devices));
                                        }),
                testing::Each(""));
    return ended;
}

TEST_F(RankCalls, OnOneDeviceSumOnTheHost) {
    for (const test::Outcome& rank : train({"cuda:0", "cuda:0"}))
        EXPECT_EQ(rank.finished.state, RunState::Finished) << rank.finished.reason.english();
    EXPECT_EQ(stand_in::countCalls("ncclAllReduce"), 0U);
}

// The rank with a device began its sums after what ranks tell each other in a step, the other before: both waited for
// ever. What is read back from the stand-in is zero, so the weights differ when they are compared, after the epoch.
TEST_F(RankCalls, OfMixedKindsMakeTheSameSteps) {
    for (const test::Outcome& rank : train({"cpu", "cuda:0"})) {
        EXPECT_EQ(rank.steps.size(), 10U);
        EXPECT_THAT(rank.finished.reason.english(), testing::HasSubstr("are not those of rank 0 after step 10"));
    }
}

} // namespace
} // namespace belfry
