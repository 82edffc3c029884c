// The lines that `train` prints when its output is no terminal.
#include "app/cli/progress.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace belfry::cli {
namespace {

using testing::HasSubstr;

StepDone step(std::int64_t number, double seconds) {
    StepDone done;
    done.step = number;
    done.images = 100 * number;
    done.seconds = seconds;
    return done;
}

std::string lineOf(Observer& progress, const StepDone& done) {
    testing::internal::CaptureStdout();
    progress.onEvent(done);
    return testing::internal::GetCapturedStdout();
}

// The first step takes many times as long as the others. Until half a second later its time was part of every speed.
TEST(Progress, TheFirstStepIsExcludedFromLaterSpeeds) {
    const std::unique_ptr<Observer> progress = makeProgress(OutputStyle::Lines, "run");
    Started started;
    started.plan.displayEvery = 1;
    started.totalSteps = 10;
    testing::internal::CaptureStdout();
    progress->onEvent(started);
    testing::internal::GetCapturedStdout();
    EXPECT_THAT(lineOf(*progress, step(1, 2.0)), HasSubstr(" 50 images/s")); // there is no other
    EXPECT_THAT(lineOf(*progress, step(2, 2.125)), HasSubstr(" 800 images/s"));
    EXPECT_THAT(lineOf(*progress, step(3, 2.375)), HasSubstr(" 533 images/s")); // 200 images in 0.375 s
    EXPECT_THAT(lineOf(*progress, step(4, 2.75)), HasSubstr(" 400 images/s"));  // 300 in 0.75 s
    EXPECT_THAT(lineOf(*progress, step(5, 2.875)), HasSubstr(" 400 images/s")); // half a second is not over
    EXPECT_THAT(lineOf(*progress, step(6, 3.375)), HasSubstr(" 320 images/s")); // 200 in 0.625 s
}

} // namespace
} // namespace belfry::cli
