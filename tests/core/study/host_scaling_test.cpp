// What more hosts would give: the three ways to sum, where they stop paying, and words that cannot be.
#include "core/device/devices.h"
#include "core/study/host_scaling.h"
#include "tests/core/formats/refusal.h"
#include "tests/core/study/small_plan.h"

#include <gtest/gtest.h>

namespace belfry {
namespace {

// 50 ms and 4 MB of gradients, in 16 bits 2 MB; sums take a core 1 ms for each MB.
HostMeasurements measurements(int towersPerHost) {
    HostMeasurements measured;
    for (const SumLayout sum : kSumLayouts) {
        const auto place = static_cast<std::size_t>(sum);
        const bool half = sum == SumLayout::SixteenBits, ring = sum == SumLayout::Ring;
        measured.work[place] = {.compute = {50},
                                .update = 1,
                                .buckets = {{half ? 2e6 : 4e6, 10}},
                                .threads = ring ? 1.0 : towersPerHost,
                                .images = 64 * (ring ? 1 : towersPerHost)};
        measured.cost[place] = {0.1, 0.1, 1e-6, 0.02, 1e-6};
    }
    return measured;
}

HostScalingSettings settings(int towersPerHost) {
    return {
        .hostsUpTo = 1024, .towersPerHost = towersPerHost, .coresPerHost = 2.0 * towersPerHost, .bitsPerSecond = 1e9};
}

TEST(HostScaling, RingAndHierarchyAreOneWithOneTowerOnEachHost) {
    for (const HostPoint& point : forecastHosts(measurements(1), settings(1))) {
        EXPECT_DOUBLE_EQ(point.by[0].step.milliseconds, point.by[1].step.milliseconds) << point.hosts;
        EXPECT_DOUBLE_EQ(point.by[0].step.sentBytes, point.by[1].step.sentBytes);
    }
}

TEST(HostScaling, AHierarchyHasFewerRounds) {
    const std::vector<HostPoint> points = forecastHosts(measurements(4), settings(4));
    ASSERT_EQ(points.size(), 11U);
    EXPECT_EQ(points.back().hosts, 1024);
    EXPECT_DOUBLE_EQ(points.front().by[1].efficiency, 1);
    for (const HostPoint& point : points) {
        EXPECT_LE(point.by[1].step.milliseconds, point.by[0].step.milliseconds) << point.hosts;
        EXPECT_LE(point.by[1].step.sentBytes, point.by[0].step.sentBytes);
        EXPECT_DOUBLE_EQ(2 * point.by[2].step.sentBytes, point.by[1].step.sentBytes);
        EXPECT_LE(point.by[2].step.visible, point.by[1].step.visible);
        EXPECT_DOUBLE_EQ(point.by[0].imagesPerSecond, 1000.0 * 64 * 4 * point.hosts / point.by[0].step.milliseconds);
    }
}

std::vector<HostPoint> pointsOf(const std::vector<double>& speeds) {
    std::vector<HostPoint> points;
    for (int hosts = 1; const double speed : speeds) {
        points.push_back({.hosts = hosts, .by = {}});
        for (HostForecast& forecast : points.back().by)
            forecast = {.step = {}, .imagesPerSecond = speed, .efficiency = speed / (hosts * speeds.front())};
        hosts *= 2;
    }
    return points;
}

TEST(HostScaling, SaysWhereItStopsPaying) {
    const std::vector<HostPoint> points = pointsOf({100, 190, 300, 420, 500});
    EXPECT_EQ(worthwhileHosts(points, SumLayout::Ring), 4); // 8 add 40 %
    EXPECT_EQ(sentencesOf(points)[1].english(), "With one gradient of each host it stops paying after 4 hosts "
                                                "(efficiency 75 %): 8 are 1.4x as fast.");
    EXPECT_EQ(sentencesOf(pointsOf({100, 120}))[0].english(),
              "With a ring of all towers it stops paying after 1 host (efficiency 100 %): 2 are 1.2x as fast.");
    EXPECT_EQ(
        sentencesOf(pointsOf({100, 190, 370}))[2].english(),
        "With one gradient of each host in 16 bits, every doubling up to 4 hosts pays; their efficiency is 92 %.");
}

TEST(HostScaling, ReadsUnits) {
    EXPECT_DOUBLE_EQ(bitsPerSecondFrom("--bandwidth", "1gbit"), 1e9);
    EXPECT_DOUBLE_EQ(bitsPerSecondFrom("--bandwidth", "2.5mbit"), 2.5e6);
    EXPECT_DOUBLE_EQ(millisecondsFrom("--delay", "50us"), 0.05);
    EXPECT_DOUBLE_EQ(millisecondsFrom("--delay", "0.1ms"), 0.1);
    EXPECT_DOUBLE_EQ(millisecondsFrom("--delay", "1s"), 1000);
    for (const char* text : {"", "1", "gbit", "1 gbit", "1gb", "1gbit/s", "-"})
        EXPECT_EQ(refusal([&] { bitsPerSecondFrom("--bandwidth", text); }, ErrorCategory::Usage),
                  "--bandwidth is '" + std::string(text) +
                      "'; expected a number with its unit, such as 1gbit or 200mbit.");
}

TEST(HostScaling, RefusesWhatCannotBe) {
    const auto refusalOf = [](const HostScalingSettings& settings) {
        return refusal([&] { measureHostScaling(test::smallPlan(), settings); }, ErrorCategory::Usage);
    };
    EXPECT_EQ(refusalOf({.hostsUpTo = 1}), "The number of hosts is 1; expected 2 to 1024.");
    EXPECT_EQ(refusalOf({.towersPerHost = 0}), "The number of towers per host is 0; expected 1 to 64.");
    EXPECT_EQ(refusalOf({.coresPerHost = 1e6}),
              "The number of cores per host is 1e+06; expected more than 0 and at most the " +
                  std::to_string(usableCores()) + " of this machine, where the computing is measured.");
    EXPECT_EQ(refusalOf({.bitsPerSecond = 0}), "The bandwidth is 0 bits per second; expected 1000 to 1e13.");
    EXPECT_EQ(refusalOf({.delay = -1}), "The delay is -1 ms; expected 0 to 10000 ms.");
}

// That it is near the truth is for tests/bench/ranks_model.py.
TEST(HostScaling, MeasuresThisMachine) {
    const HostScalingFinding finding = measureHostScaling(test::smallPlan(), {.hostsUpTo = 4});
    EXPECT_FALSE(finding.stopped);
    EXPECT_EQ(finding.settings.coresPerHost, usableCores());
    for (const RankWork& work : finding.measured.work) {
        EXPECT_GT(work.compute.size(), 5U);
        EXPECT_GT(expectedLargest(work.compute, 1), 0);
        EXPECT_GT(work.update, 0);
        EXPECT_GE(work.threads, 1);
        EXPECT_EQ(work.images, 32);
        ASSERT_FALSE(work.buckets.empty());
        for (const SummedBucket& bucket : work.buckets)
            EXPECT_GE(bucket.lead, 0);
    }
    EXPECT_EQ(finding.measured.work[0].buckets[0].bytes, 2 * finding.measured.work[2].buckets[0].bytes);
    for (const SumCost& cost : finding.measured.cost)
        EXPECT_GT(cost.perByte, 0);
    ASSERT_EQ(finding.points.size(), 3U);
    EXPECT_EQ(finding.sentences.size(), 3U);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(measureHostScaling(test::smallPlan(), {}, stop.get_token()).stopped);
}

} // namespace
} // namespace belfry
