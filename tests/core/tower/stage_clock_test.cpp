#include "core/tower/stage_clock.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

// What a warm-up took is not the run's.
TEST(StageClock, ForgetsStepsWhenItRestarts) {
    StageClock clock{at::kCPU};
    clock.start();
    at::randn({1000}).sum();
    clock.end(&StageTimes::forward);
    StageTimes times;
    clock.read(times);
    EXPECT_GT(times.forward, 0);
    clock.restart();
    clock.read(times);
    EXPECT_EQ(times.forward, 0);
    clock.start();
    at::randn({1000}).sum();
    clock.end(&StageTimes::backward);
    clock.read(times);
    EXPECT_EQ(times.forward, 0);
    EXPECT_GT(times.backward, 0);
}

} // namespace
} // namespace belfry
