#include "core/base/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace belfry {
namespace {

// Known answers of Philox 4x32-10 from Random123's own test vectors.
TEST(Philox, MatchesThePublishedVectors) {
    EXPECT_EQ(philox({0, 0}, {0, 0, 0, 0}),
              (std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox({0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}),
              (std::array<std::uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0xa4093822, 0x299f31d0}, {0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}),
              (std::array<std::uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomStream, DependsOnlyOnTheKey) {
    RandomStream a(1, Purpose::Shuffle, 2), b(1, Purpose::Shuffle, 2), epoch(1, Purpose::Shuffle, 3),
        purpose(1, Purpose::Dropout, 2);
    int sameEpoch = 0, samePurpose = 0;
    for (int i = 0; i < 1000; ++i) {
        const std::uint32_t value = a.next();
        ASSERT_EQ(value, b.next());
        sameEpoch += value == epoch.next();
        samePurpose += value == purpose.next();
    }
    EXPECT_LE(sameEpoch, 1);
    EXPECT_LE(samePurpose, 1);
}

TEST(RandomStream, NormalHasMeanZeroAndDeviationOne) {
    RandomStream stream(7, Purpose::Initialise);
    double sum = 0, squares = 0;
    constexpr int kCount = 200000;
    for (int i = 0; i < kCount; ++i) {
        const double value = stream.normal();
        sum += value;
        squares += value * value;
    }
    EXPECT_NEAR(sum / kCount, 0.0, 0.01);
    EXPECT_NEAR(std::sqrt(squares / kCount), 1.0, 0.01);
}

TEST(Permutation, ContainsEveryNumberOnceAndIsUniform) {
    std::vector<std::int64_t> order = permutation(1000, RandomStream(1, Purpose::Shuffle));
    std::vector<std::int64_t> sorted = order;
    std::sort(sorted.begin(), sorted.end());
    for (std::int64_t i = 0; i < 1000; ++i)
        ASSERT_EQ(sorted[static_cast<std::size_t>(i)], i);
    // Chi-square over where element 0 of 5 lands, 4 degrees of freedom: 99.9 % quantile 18.5.
    std::array<int, 5> places{};
    for (std::uint64_t seed = 0; seed < 5000; ++seed) {
        const auto small = permutation(5, RandomStream(seed, Purpose::Shuffle));
        ++places[static_cast<std::size_t>(std::find(small.begin(), small.end(), 0) - small.begin())];
    }
    double chi = 0;
    for (int count : places)
        chi += (count - 1000.0) * (count - 1000.0) / 1000.0;
    EXPECT_LT(chi, 18.5);
}

} // namespace
} // namespace belfry
