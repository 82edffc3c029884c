// Towers of unequal strength: what each gets, and what is refused.
#include "core/train/plan_shares.h"
#include "tests/core/formats/refusal.h"
#include "tests/core/train/small_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace belfry {
namespace {

using test::EndedRun;
using test::Recorder;
using test::smallRun;
using testing::ElementsAre;
using testing::HasSubstr;

Plan sharedPlan(const std::string& shares) {
    Plan plan;
    plan.towers = 3;
    plan.globalBatch = 100;
    plan.epochs = 1;
    plan.shares = shares;
    return plan;
}

std::vector<std::int64_t> imagesOf(const StepDone& step) {
    std::vector<std::int64_t> images;
    for (const StageTimes& tower : step.towers)
        images.push_back(tower.images);
    return images;
}

TEST(Shares, AreWhatEachTowerGets) {
    for (const std::string exchange : {"cpu", "first", "allreduce"}) {
        Plan plan = sharedPlan("0.5,0.3,0.2"), equal = sharedPlan("");
        plan.exchange = equal.exchange = exchange;
        const EndedRun ended(smallRun(plan));
        const auto steps = ended.all<StepDone>(), same = EndedRun(smallRun(equal)).all<StepDone>();
        ASSERT_EQ(steps.size(), 10u);
        EXPECT_THAT(imagesOf(steps[0]), ElementsAre(50, 30, 20));
        EXPECT_EQ(ended.all<Started>()[0].placement[0].batch, 50);
        for (std::size_t i = 0; i < steps.size(); ++i) // the mean is weighted: only rounding tells them apart
            EXPECT_NEAR(steps[i].loss, same[i].loss, 1e-3 * (1 + std::abs(same[i].loss))) << exchange << i;
    }
}

TEST(Shares, MeasuredSharesAreReported) {
    const EndedRun ended(smallRun(sharedPlan("measured")));
    ASSERT_EQ(ended.finished().state, RunState::Finished) << ended.finished().reason;
    const Plan told = ended.all<Started>()[0].plan;
    const std::vector<double> fractions = shareFractions(told);
    ASSERT_EQ(fractions.size(), 3u) << told.shares;
    EXPECT_NO_THROW(validate(told));
    for (std::size_t t = 0; t < 3; ++t)
        EXPECT_NEAR(static_cast<double>(imagesOf(ended.all<StepDone>()[0])[t]), 100 * fractions[t], 1);
}

// So that the slowest does not set the pace.
TEST(Shares, OfSlowTowersAreSmaller) {
    EXPECT_THAT(sharesBySpeed({30, 10}, 100), ElementsAre(0.75, 0.25));
    EXPECT_THAT(sharesBySpeed({10, 10, 20}, 512), ElementsAre(0.25, 0.25, 0.5));
    // One that is hopeless gets an image of every step all the same, as the plan must: none is left out unsaid.
    const std::vector<double> hopeless = sharesBySpeed({1e6, 1}, 10);
    EXPECT_DOUBLE_EQ(hopeless[1], 0.2);
    Plan plan = sharedPlan(sharesText(hopeless));
    plan.towers = 2;
    plan.globalBatch = 10;
    EXPECT_NO_THROW(validate(plan)) << plan.shares;
}

TEST(Shares, AreRefusedWithOneSentence) {
    for (const auto& [shares, mention] : std::vector<std::pair<std::string, std::string>>{
             {"0.5,0.5", "2 for 3 towers"},
             {"0.5,0.3,0.3", "add up to 1.1; expected 1"},
             {"0.5,0.6,-0.1", "not a number between 0 and 1"},
             {"0.5,,0.5", "not a number between 0 and 1"},
             {"a,b,c", "not a number between 0 and 1"},
             {"nan,0.5,0.5", "not a number between 0 and 1"},
             {"0.999,0.0005,0.0005", "leave tower 1 without an image of a step of 100"},
             {"mesured", "or 'measured'"},
         })
        EXPECT_THAT(refusal([&shares = shares] { validate(sharedPlan(shares)); }, ErrorCategory::Usage),
                    HasSubstr(mention))
            << shares;
    Plan apart = sharedPlan("0.5,0.3,0.2");
    apart.exchange = "async";
    EXPECT_THROW(validate(apart), Error);
}

TEST(Shares, TextAddsUpToOne) {
    EXPECT_EQ(sharesText(std::vector{1.0, 1.0, 1.0}), "0.333,0.334,0.333");
    EXPECT_EQ(sharesText(std::vector{3.0, 1.0}), "0.750,0.250");
}

} // namespace
} // namespace belfry
