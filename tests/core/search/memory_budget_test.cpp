// Trials side by side share a device's memory: who does not fit waits, whoever is alone is let in.
#include "core/base/error.h"
#include "core/search/memory_budget.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace belfry {
namespace {

MemoryBudget budgetOf(double bytes) {
    return MemoryBudget([bytes] { return BytesOnDevices{{"cuda:0", bytes}, {"cuda:1", bytes}}; });
}

auto need(const char* device, double bytes) {
    return [=] { return BytesOnDevices{{device, bytes}}; };
}

TEST(MemoryBudget, AdmitsWhatFits) {
    MemoryBudget budget = budgetOf(100);
    const auto first = budget.reserve(need("cuda:0", 60), {});
    const auto beside = budget.reserve(need("cuda:0", 40), {});
    const auto elsewhere = budget.reserve(need("cuda:1", 100), {});
    const auto unbounded = budget.reserve(need("cpu", 1e18), {});
    EXPECT_TRUE(first && beside && elsewhere && unbounded);
}

TEST(MemoryBudget, ASingleTrialIsAdmittedOrThrows) {
    MemoryBudget budget = budgetOf(100);
    EXPECT_TRUE(budget.reserve(need("cuda:0", 101), {}));
    const auto refuse = []() -> BytesOnDevices { throw Error(ErrorCategory::Device, Text::verbatim("Too large.")); };
    EXPECT_THROW(budget.reserve(refuse, {}), Error);
    EXPECT_TRUE(budget.reserve(need("cuda:0", 100), {})); // nothing was kept by those before
}

TEST(MemoryBudget, WhatDoesNotFitWaits) {
    MemoryBudget budget = budgetOf(100);
    std::atomic<int> estimates{0};
    std::atomic<bool> left{false};
    std::thread second;
    {
        const auto first = budget.reserve(need("cuda:0", 60), {});
        second = std::thread([&] {
            const auto place = budget.reserve(
                [&] {
                    ++estimates;
                    estimates.notify_all();
                    if (!left) // the first of two ways to be refused while others are inside
                        throw Error(ErrorCategory::Device, Text::verbatim("Too large for now."));
                    return BytesOnDevices{{"cuda:0", 60}};
                },
                {});
            EXPECT_TRUE(place);
            EXPECT_TRUE(left);
        });
        estimates.wait(0);
        EXPECT_EQ(estimates, 1);
        left = true;
    }
    second.join();
    EXPECT_EQ(estimates, 2);
}

TEST(MemoryBudget, AStopEndsTheWait) {
    MemoryBudget budget = budgetOf(100);
    const auto first = budget.reserve(need("cuda:0", 60), {});
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(budget.reserve(need("cuda:0", 41), stop.get_token()));
    EXPECT_FALSE(budget.reserve(
        []() -> BytesOnDevices { throw Error(ErrorCategory::Device, Text::verbatim("Too large for now.")); },
        stop.get_token()));
    EXPECT_THROW(
        budget.reserve([]() -> BytesOnDevices { throw Error(ErrorCategory::Usage, Text::verbatim("No such device.")); },
                       {}),
        Error);
}

} // namespace
} // namespace belfry
