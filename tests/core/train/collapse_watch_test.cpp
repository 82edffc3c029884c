#include "core/train/collapse_watch.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

class CollapseWatchTest : public testing::Test {
protected:
    // So many steps with these figures; what the last one of them that said anything said.
    std::optional<Collapse> steps(int count, float loss, float accuracy) {
        std::optional<Collapse> said;
        for (int i = 0; i < count; ++i) {
            StepDone step;
            step.step = ++step_;
            step.loss = loss;
            step.accuracy = accuracy;
            if (auto collapse = watch_.add(step)) {
                EXPECT_FALSE(said) << "twice";
                said = collapse;
            }
        }
        return said;
    }
    std::optional<Collapse> validates(std::int64_t percent) {
        EpochDone epoch;
        epoch.validation = {0.5, percent, 100, {}};
        return watch_.add(epoch);
    }
    void rate(double before, double after) {
        SettingChanged change;
        change.step = step_;
        change.field = "learning_rate";
        change.before = before;
        change.after = after;
        watch_.add(change);
    }

    static constexpr int kWindow = CollapseWatch::kWindow;
    CollapseWatch watch_;
    std::int64_t step_ = 0;
};

TEST_F(CollapseWatchTest, NamesTheRateThatRuinedTheRun) {
    EXPECT_FALSE(steps(378, 0.06F, 0.98F));
    rate(0.001, 13);
    EXPECT_FALSE(steps(kWindow - 1, 2.3F, 0.1F)); // one batch may be hard
    const auto collapse = steps(1, 2.3F, 0.1F);
    ASSERT_TRUE(collapse);
    EXPECT_NEAR(collapse->before, 0.98, 1e-6);
    EXPECT_NEAR(collapse->after, 0.1, 1e-6);
    ASSERT_TRUE(collapse->cause);
    EXPECT_EQ(collapse->cause->step, 378);
    EXPECT_EQ(collapse->cause->before, 0.001);
    EXPECT_EQ(collapse->cause->after, 13);
    EXPECT_FALSE(steps(1000, 2.3F, 0.1F)); // said once
}

// The rate that is set to mend it has not done it.
TEST_F(CollapseWatchTest, BlamesTheSteepestRiseSinceTheBestLoss) {
    steps(200, 0.06F, 0.98F);
    rate(0.001, 0.002);
    steps(200, 0.05F, 0.98F); // better: that was harmless
    rate(0.002, 0.003);
    steps(10, 0.06F, 0.98F);
    rate(0.003, 13);
    steps(20, 2.3F, 0.1F);
    rate(13, 0.003);
    const auto collapse = steps(kWindow, 2.3F, 0.1F);
    ASSERT_TRUE(collapse);
    EXPECT_EQ(collapse->cause->after, 13);
}

// A rate with which the run became better has not ruined it, however steep its rise was.
TEST_F(CollapseWatchTest, DoesNotBlameARiseBeforeTheBestLoss) {
    steps(200, 0.06F, 0.98F);
    rate(0.001, 0.01);
    steps(200, 0.05F, 0.98F);
    rate(0.01, 0.02);
    const auto collapse = steps(kWindow, 2.3F, 0.1F);
    ASSERT_TRUE(collapse && collapse->cause);
    EXPECT_EQ(collapse->cause->after, 0.02);
}

TEST_F(CollapseWatchTest, ARunThatRecoversCanCollapseAgain) {
    steps(200, 0.06F, 0.98F);
    rate(0.001, 13);
    EXPECT_TRUE(steps(kWindow, 2.3F, 0.1F));
    rate(13, 0.001); // what came of the collapse is not its cause
    EXPECT_FALSE(steps(kWindow, 2.3F, 0.1F));
    EXPECT_FALSE(steps(200, 0.06F, 0.98F));
    const auto again = steps(kWindow, 2.3F, 0.1F);
    ASSERT_TRUE(again);
    EXPECT_FALSE(again->cause); // no rate was changed
}

TEST_F(CollapseWatchTest, NoiseIsNoCollapse) {
    EXPECT_FALSE(steps(200, 0.0005F, 1));
    EXPECT_FALSE(steps(kWindow, 0.004F, 0.999F)); // eight times a loss that says little
    EXPECT_FALSE(steps(200, 0.06F, 0.98F));
    EXPECT_FALSE(steps(5, 2.3F, 0.6F));
}

TEST_F(CollapseWatchTest, AHalvedValidationIsACollapse) {
    EXPECT_FALSE(validates(60));
    EXPECT_FALSE(validates(96));
    EXPECT_FALSE(validates(49));
    rate(0.001, 13);
    const auto collapse = validates(48);
    ASSERT_TRUE(collapse);
    EXPECT_NEAR(collapse->before, 0.96, 1e-6);
    EXPECT_NEAR(collapse->after, 0.48, 1e-6);
    EXPECT_EQ(collapse->cause->after, 13);
    EXPECT_FALSE(validates(10));
    EpochDone none;
    EXPECT_FALSE(watch_.add(none)); // of data without validation images
}

} // namespace
} // namespace belfry
