// Ranks that stand still without leaving.
#include "core/ranks/pulse.h"
#include "tests/support/ranks_on_threads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

namespace belfry {
namespace {

using std::chrono::milliseconds;
constexpr std::chrono::minutes kPatience(2); // of a test, for what comes at once

struct Silence {
    std::promise<std::vector<int>> told;
    std::future<std::vector<int>> future = told.get_future();
    std::function<void(std::vector<int>)> listener() {
        return [this](std::vector<int> silent) { told.set_value(std::move(silent)); };
    }
    std::vector<int> ranks() {
        return future.wait_for(kPatience) == std::future_status::ready ? future.get() : std::vector<int>{};
    }
};

class PulseTest : public testing::Test {
protected:
    StorePointer storeOf(int rank) const {
        return openStore({.launcher = "RANK", .rank = rank, .ranks = 3, .address = "127.0.0.1", .port = port_},
                         Deadline(std::chrono::seconds(30)));
    }
    static constexpr milliseconds kLimit{1500};
    const std::uint16_t port_ = freePort();
};

TEST_F(PulseTest, RankZeroNamesWhoStandsStill) {
    const StorePointer store = storeOf(0);
    Silence found, others;
    const Pulse lively(store->clone(), 2, 3, kLimit, others.listener());
    const Pulse zero(store, 0, 3, kLimit, found.listener()); // and rank 1 is not there
    EXPECT_THAT(found.ranks(), testing::ElementsAre(1));
    EXPECT_EQ(others.future.wait_for(milliseconds(0)), std::future_status::timeout);
}

TEST_F(PulseTest, TheOthersMissRankZero) {
    const StorePointer store = storeOf(0);
    Silence found;
    const Pulse one(store, 1, 3, kLimit, found.listener());
    EXPECT_THAT(found.ranks(), testing::ElementsAre(0));
}

TEST_F(PulseTest, AStoreThatEndsIsRankZero) {
    Silence found;
    std::optional<Pulse> one;
    {
        const StorePointer store = storeOf(0);
        one.emplace(storeOf(1), 1, 3, kLimit, found.listener());
    }
    EXPECT_THAT(found.ranks(), testing::ElementsAre(0));
}

// When another, which misses rank 2, has told so after twice their limit, they have looked several times.
TEST_F(PulseTest, EndsWhileNobodyIsSilent) {
    const StorePointer store = storeOf(0);
    Silence zeros, ones, others;
    {
        const Pulse one(store, 1, 2, kLimit, ones.listener()), zero(store, 0, 2, kLimit, zeros.listener());
        const Pulse other(store, 0, 3, 2 * kLimit, others.listener());
        EXPECT_THAT(others.ranks(), testing::ElementsAre(2));
    }
    EXPECT_EQ(zeros.future.wait_for(milliseconds(0)), std::future_status::timeout);
    EXPECT_EQ(ones.future.wait_for(milliseconds(0)), std::future_status::timeout);
}

} // namespace
} // namespace belfry
