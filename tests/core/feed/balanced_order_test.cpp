// Balanced sampling: every class equally often, in an order that depends on seed and epoch alone.
#include "core/feed/balanced_order.h"
#include "core/feed/feed.h"
#include "tests/support/synthetic.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace belfry {
namespace {

using Ids = std::vector<std::int64_t>;

// 3 images of class 2, 20 of class 5, 60 of class 9; the other classes have none.
std::vector<std::uint8_t> unevenLabels() {
    std::vector<std::uint8_t> all(60, 9);
    all.insert(all.end(), 3, 2);
    all.insert(all.end(), 20, 5);
    return all;
}
constexpr std::int64_t kDealt = 83;

std::map<int, std::int64_t> countsOf(const Ids& draws) {
    std::map<int, std::int64_t> counts;
    for (const std::int64_t draw : draws)
        ++counts[unevenLabels()[static_cast<std::size_t>(draw % kDealt)]];
    return counts;
}

TEST(BalancedOrder, ShowsEveryClassEquallyOften) {
    const BalancedOrder orders(unevenLabels(), 3);
    std::map<int, std::int64_t> sum;
    for (std::int64_t epoch = 0; epoch < 7; ++epoch) {
        const Ids order = orders.of(epoch);
        ASSERT_EQ(std::ssize(order), kDealt);
        const auto counts = countsOf(order);
        ASSERT_EQ(counts.size(), 3U);
        for (const auto& [label, count] : counts) {
            EXPECT_TRUE(count == 27 || count == 28) << epoch << ", class " << label << ": " << count;
            sum[label] += count;
        }
    }
    for (const auto& [label, count] : sum) // 83 * 7 / 3 = 193.7
        EXPECT_TRUE(count == 193 || count == 194) << label << ": " << count;
}

TEST(BalancedOrder, RepeatsNoImageBeforeAllOfItsClassWereShown) {
    const BalancedOrder orders(unevenLabels(), 3);
    std::map<std::int64_t, std::int64_t> shown;
    for (std::int64_t epoch = 0; epoch < 5; ++epoch) {
        for (const std::int64_t draw : orders.of(epoch))
            ++shown[draw % kDealt];
        std::map<int, std::set<std::int64_t>> times; // by class: how often its images were shown
        for (std::int64_t image = 0; image < kDealt; ++image)
            times[unevenLabels()[static_cast<std::size_t>(image)]].insert(shown[image]);
        for (const auto& [label, counts] : times)
            EXPECT_LE(*counts.rbegin() - *counts.begin(), 1) << epoch << ", class " << label;
    }
}

// They key dropout and augmentation: a rare image looked the same ten times an epoch.
TEST(BalancedOrder, HasNoDrawTwiceInAnEpoch) {
    const BalancedOrder orders(unevenLabels(), 3);
    const Ids order = orders.of(1);
    EXPECT_EQ(std::set<std::int64_t>(order.begin(), order.end()).size(), order.size());
    EXPECT_GE(*std::ranges::max_element(order), 8 * kDealt); // the nine times of a rare image
    EXPECT_GE(*std::ranges::min_element(order), 0);
}

TEST(BalancedOrder, DependsOnSeedAndEpoch) {
    const BalancedOrder orders(unevenLabels(), 3);
    EXPECT_EQ(orders.of(4), BalancedOrder(unevenLabels(), 3).of(4));
    EXPECT_NE(orders.of(4), BalancedOrder(unevenLabels(), 4).of(4));
    EXPECT_NE(orders.of(4), orders.of(5));
    const Ids order = orders.of(0);
    EXPECT_FALSE(std::ranges::is_sorted(order, {}, [](std::int64_t draw) {
        return unevenLabels()[static_cast<std::size_t>(draw % kDealt)];
    })) << "the classes one after the other";
}

// As many of each class as there are: every image once, as without balancing.
TEST(BalancedOrder, IsAPermutationOfBalancedClasses) {
    std::vector<std::uint8_t> equal;
    for (int image = 0; image < 40; ++image)
        equal.push_back(static_cast<std::uint8_t>(image % 4));
    Ids order = BalancedOrder(equal, 1).of(2);
    std::ranges::sort(order);
    for (std::int64_t image = 0; image < 40; ++image)
        EXPECT_EQ(order[static_cast<std::size_t>(image)], image);
}

FeedOptions balancedOptions(int towers) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(kDealt));
    FeedOptions options = test::feedOptions(memoryStore(bytes, unevenLabels(), 1), {1, 1, 1}, 20, towers, 3);
    options.sampling = Sampling::Balanced;
    options.queueWorkers = 2;
    return options;
}

// Draws, ids and labels of the next steps, tower after tower.
std::vector<Ids> nextOf(Feed& feed, int steps) {
    std::vector<Ids> all(3);
    for (int step = 0; step < steps; ++step)
        for (const Share& share : feed.next({}).shares) {
            all[0].insert(all[0].end(), share.draws.begin(), share.draws.end());
            all[1].insert(all[1].end(), share.ids.begin(), share.ids.end());
            all[2].insert(all[2].end(), share.labels.begin(), share.labels.end());
        }
    return all;
}

TEST(BalancedFeed, IsTheSameForAnyFeedAndNumberOfTowersAndWhenResumed) {
    const std::vector<Ids> expected = nextOf(*makeFeed("direct", balancedOptions(1)), 12); // two epochs and a bit
    const BalancedOrder orders(unevenLabels(), 3);
    const Ids first = orders.of(0);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), expected[0].begin()));
    for (std::size_t i = 0; i < expected[0].size(); ++i) {
        ASSERT_EQ(expected[1][i], expected[0][i] % kDealt);
        ASSERT_EQ(expected[2][i], unevenLabels()[static_cast<std::size_t>(expected[1][i])]);
    }
    for (const std::string& name : feedNames())
        for (const int towers : {1, 2, 3}) {
            EXPECT_EQ(nextOf(*makeFeed(name, balancedOptions(towers)), 12), expected) << name << towers;
            const auto feed = makeFeed(name, balancedOptions(towers));
            nextOf(*feed, 6);
            const auto resumed = makeFeed(name, balancedOptions(towers));
            resumed->restore(feed->position());
            EXPECT_EQ(nextOf(*resumed, 6), nextOf(*feed, 6)) << name << towers;
        }
}

} // namespace
} // namespace belfry
