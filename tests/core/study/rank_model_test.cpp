// The model of many ranks: what physics says it must give, and numbers worked out by hand.
#include "core/study/rank_model.h"

#include <gtest/gtest.h>

#include <cmath>

namespace belfry {
namespace {

// 100 ms of computing in one thread, 10 MB of gradients in three buckets, an update of 2 ms.
RankWork work(double compute = 100) {
    return {.compute = std::vector(4, compute),
            .update = 2,
            .buckets = {{6e6, compute * 0.8}, {3e6, compute * 0.3}, {1e6, 0}},
            .threads = 1,
            .images = 64};
}
constexpr double kBytes = 1e7;
constexpr SumCost kFree{};                            // sums that take nothing but the wire
constexpr SumCost kGloo{0.1, 0.15, 1e-6, 0.05, 1e-6}; // and as on a machine of this time: a core adds 1 GB/s
constexpr double kManyCores = 8;
constexpr HostLink kGigabit{125'000, 0}; // bytes per millisecond

double milliseconds(const RankWork& work, const SumCost& cost, const HostLink& link, int ranks,
                    double cores = kManyCores) {
    return forecastOf(work, cost, link, {ranks, cores}).milliseconds;
}

TEST(RankModel, WithoutLimitsIsComputingAlone) {
    for (const int ranks : {1, 2, 3, 64, 1024}) {
        const StepForecast forecast = forecastOf(work(), kFree, {}, {ranks, kManyCores});
        EXPECT_NEAR(forecast.milliseconds, 102, 1e-6) << ranks;
        EXPECT_NEAR(forecast.visible, 0, 1e-6) << ranks;
        EXPECT_EQ(forecast.slowest, 0) << ranks;
    }
}

TEST(RankModel, OneRankSumsNothing) {
    EXPECT_NEAR(milliseconds(work(), kGloo, kGigabit, 1), 102, 1e-9);
    EXPECT_EQ(forecastOf(work(), kGloo, kGigabit, {1, kManyCores}).sentBytes, 0);
}

// Each rank sends 2 (n - 1) / n of a gradient, and some hundred bytes of numbers.
TEST(RankModel, WithoutComputingIsTheWire) {
    for (const int ranks : {2, 3, 4, 64}) {
        const StepForecast forecast = forecastOf(work(0), kFree, kGigabit, {ranks, kManyCores});
        EXPECT_NEAR(forecast.sentBytes, 2 * kBytes * (ranks - 1) / ranks, 1e-3);
        EXPECT_NEAR(forecast.visible, forecast.sentBytes / kGigabit.bytesPerMillisecond, 0.2) << ranks;
        EXPECT_NEAR(forecast.milliseconds, forecast.visible + 2, 1e-9);
    }
}

// By hand: the first bucket is complete at 20 ms and takes 48 ms at two ranks, until 68. The second, complete at 70,
// takes 24 until 94, the last 8 from 100 on.
TEST(RankModel, SumsBesideBackwardAreNotSeen) {
    EXPECT_NEAR(forecastOf(work(), kFree, kGigabit, {2, kManyCores}).visible, 8, 0.01);
    // At half of the speed: 20 until 116, until 164, until 180.
    EXPECT_NEAR(forecastOf(work(), kFree, {62'500, 0}, {2, kManyCores}).visible, 80, 0.01);
}

TEST(RankModel, EachRoundTakesItsDelay) {
    const RankWork one{.compute = {0}, .buckets = {{1000, 0}}};
    const HostLink slow{0, 5};
    // Two rounds for a rank more, and one of the gather, which goes on at the same time.
    for (const int ranks : {2, 3, 10})
        EXPECT_NEAR(milliseconds(one, kFree, slow, ranks), 2 * (ranks - 1) * 5, 1e-6) << ranks;
    // Long messages hide it: while the second is on its way, the first one is sent on.
    const RankWork large{.compute = {0}, .buckets = {{1e7, 0}}};
    EXPECT_NEAR(milliseconds(large, kFree, {125'000, 5}, 2), 80, 0.1);
}

TEST(RankModel, MoreRanksNeverSendLessNorTakeLess) {
    double sent = 0, time = 0;
    for (const int ranks : {1, 2, 3, 4, 8, 100, 1024}) {
        const StepForecast forecast = forecastOf(work(), kGloo, kGigabit, {ranks, kManyCores});
        EXPECT_GT(forecast.sentBytes + 1, sent);
        EXPECT_GE(forecast.milliseconds + 1e-6, time) << ranks;
        sent = forecast.sentBytes;
        time = forecast.milliseconds;
    }
    EXPECT_LT(sent, 2 * kBytes);
}

TEST(RankModel, MoreOfAnythingNeverTakesLonger) {
    double before = 1e9;
    for (const double speed : {1e3, 1e4, 1e5, 1e6, 1e7, 0.0}) { // 0: no limit
        const double time = milliseconds(work(), kGloo, {speed, 0.1}, 8);
        EXPECT_LE(time, before + 1e-6) << speed;
        before = time;
    }
    before = 1e9;
    for (const double cores : {0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 4.0}) {
        const double time = milliseconds(work(), kGloo, kGigabit, 8, cores);
        EXPECT_LE(time, before + 1e-6) << cores;
        before = time;
    }
}

TEST(RankModel, HalfTheBytesTakeHalfTheWire) {
    RankWork half = work(0), whole = work(0);
    half.update = whole.update = 0;
    for (SummedBucket& bucket : half.buckets)
        bucket.bytes /= 2;
    for (const int ranks : {2, 16}) {
        EXPECT_DOUBLE_EQ(2 * forecastOf(half, kFree, kGigabit, {ranks, kManyCores}).sentBytes,
                         forecastOf(whole, kFree, kGigabit, {ranks, kManyCores}).sentBytes);
        EXPECT_NEAR(2 * milliseconds(half, kFree, kGigabit, ranks), milliseconds(whole, kFree, kGigabit, ranks), 0.2);
    }
}

TEST(RankModel, HalfTheBytesSaveWhatIsSeenOfHalfTheTime) {
    EXPECT_DOUBLE_EQ(gainOfHalfTheBytes(100, 50, 60), 100 / 70.0);
    EXPECT_DOUBLE_EQ(gainOfHalfTheBytes(100, 20, 60), 100 / 80.0); // the rest was hidden already
    EXPECT_DOUBLE_EQ(gainOfHalfTheBytes(100, 0, 60), 1);
    EXPECT_DOUBLE_EQ(gainOfHalfTheBytes(100, 100, 100), 2);
    EXPECT_DOUBLE_EQ(gainOfHalfTheBytes(0, 0, 0), 1);
    // No less than the model itself, which knows when each bucket is complete.
    RankWork half = work();
    for (SummedBucket& bucket : half.buckets)
        bucket.bytes /= 2;
    for (const double speed : {10'000.0, 62'500.0, 125'000.0, 500'000.0}) {
        const StepForecast whole = forecastOf(work(), kFree, {speed, 0}, {2, kManyCores});
        EXPECT_GE(gainOfHalfTheBytes(whole.milliseconds, whole.visible, kBytes / speed) + 1e-3,
                  whole.milliseconds / milliseconds(half, kFree, {speed, 0}, 2))
            << speed;
    }
}

// All of the work is done by the cores that there are.
TEST(RankModel, CoresAreShared) {
    EXPECT_NEAR(milliseconds(work(), kFree, {}, 4, 0.5), 204, 1e-6);
    // 15 MB that are copied and added take 15 ms of the only core, whenever they come.
    EXPECT_NEAR(milliseconds(work(), {0, 0, 1e-6, 0, 1e-6}, {}, 4, 1), 102 + 15, 0.1);
    EXPECT_NEAR(milliseconds(work(), {0, 0, 1e-6, 0, 1e-6}, {}, 4, 2), 102 + 1.5, 0.1); // beside, but for the last
}

TEST(RankModel, MeasurementsAreJoined) {
    RankWork one = work(100), other = work(200);
    other.compute = {200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200, 200};
    other.update = 6;
    const RankWork both = joinedWork(one, other);
    EXPECT_EQ(both.compute.size(), 16U);
    EXPECT_DOUBLE_EQ(both.update, 5);
    EXPECT_DOUBLE_EQ(both.buckets[0].lead, 140); // 80 and 160
    EXPECT_EQ(joinedWork({}, one).buckets.size(), 3U);
    EXPECT_EQ(joinedWork(one, {}).compute, one.compute);
    EXPECT_EQ(leastOf({0.1, 0.4, 2e-6, 0.2, 2e-6}, {0.3, 0.2, 1e-6, 0.1, 3e-6}).hop, 0.2);
    EXPECT_EQ(leastOf({}, {0.3, 0.2, 1e-6, 0.1, 3e-6}).start, 0.3);
}

TEST(RankModel, TheSlowestIsWaitedFor) {
    EXPECT_DOUBLE_EQ(expectedLargest({3}, 100), 3);
    EXPECT_DOUBLE_EQ(expectedLargest({1, 2, 3, 6}, 1), 3);
    EXPECT_DOUBLE_EQ(expectedLargest({6, 2}, 2), 5); // 2 in a quarter of the cases
    EXPECT_NEAR(expectedLargest({1, 2, 3, 6}, 1000), 6, 1e-9);
    RankWork uneven = work();
    uneven.compute = {80, 120};
    const StepForecast forecast = forecastOf(uneven, kFree, {}, {2, kManyCores});
    EXPECT_DOUBLE_EQ(forecast.slowest, 10);
    EXPECT_NEAR(forecast.milliseconds, 112, 1e-6);
}

} // namespace
} // namespace belfry
