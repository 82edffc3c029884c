#include "core/device/telemetry.h"

#include <gtest/gtest.h>

#include <future>
#include <latch>
#include <thread>

namespace belfry {
namespace {

TEST(Telemetry, SamplesPeriodicallyOnItsOwnThread) {
    std::promise<void> third;
    std::atomic<int> samples = 0;
    std::atomic<bool> foreignThread = true;
    const std::thread::id here = std::this_thread::get_id();
    Telemetry telemetry(std::chrono::milliseconds(1), [&](const DeviceReport& report) {
        EXPECT_EQ(report.devices.at(0).id, "cpu");
        foreignThread = foreignThread && std::this_thread::get_id() != here;
        if (++samples == 3)
            third.set_value();
    });
    third.get_future().wait();
    EXPECT_TRUE(foreignThread);
}

// With a period of a day the second sample never comes: the destructor must wake the thread, or this test never ends.
TEST(Telemetry, TheFirstSampleIsImmediateAndTheDestructorDoesNotWait) {
    std::latch first(1);
    {
        Telemetry telemetry(std::chrono::hours(24), [&](const DeviceReport&) { first.count_down(); });
        first.wait();
    }
    {
        Telemetry never(std::chrono::hours(24), [](const DeviceReport&) {});
    }
}

TEST(Telemetry, NoSampleAfterTheDestructor) {
    for (int i = 0; i < 20; ++i) {
        auto alive = std::make_unique<std::atomic<bool>>(true);
        std::latch first(1);
        std::once_flag once;
        {
            Telemetry telemetry(std::chrono::milliseconds(1), [&](const DeviceReport&) {
                EXPECT_TRUE(*alive);
                std::call_once(once, [&] { first.count_down(); });
            });
            first.wait();
        }
        *alive = false;
    }
}

} // namespace
} // namespace belfry
