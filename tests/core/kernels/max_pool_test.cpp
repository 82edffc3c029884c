// What networks never show: NaN, infinities, channels that fill no vector. Values are compared with LibTorch's in
// tests/core/model.
#include "core/kernels/max_pool.h"
#include "tests/core/kernels/every_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace belfry {
namespace {

constexpr float kEndless = std::numeric_limits<float>::infinity();

struct Pooled {
    std::vector<float> out;
    std::vector<std::uint16_t> winner;
};

Pooled pooled(const MaxPoolWork& work, const std::vector<float>& in) {
    const auto size = static_cast<std::size_t>(work.images * work.outHeight * work.outWidth * work.channels);
    Pooled result{std::vector<float>(size), std::vector<std::uint16_t>(size)};
    maxPoolForward({}, work, in.data(), result.out.data(), result.winner.data());
    return result;
}

// One window of two pixels.
MaxPoolWork pair(int channels, bool relu = false) { return {1, channels, 1, 2, 1, 1, 2, 2, 0, 0, relu}; }

class MaxPool : public test::EverySet {};

// The engine stops a run on NaN: a pool that lost one would hide it.
TEST_P(MaxPool, PropagatesNaN) {
    const float nan = std::nanf("");
    EXPECT_TRUE(std::isnan(pooled(pair(1), {nan, 1}).out[0]));
    EXPECT_TRUE(std::isnan(pooled(pair(1), {1, nan}).out[0]));
    EXPECT_TRUE(std::isnan(pooled(pair(1, true), {-1, nan}).out[0]));
}

TEST_P(MaxPool, PicksTheFirstOfEquals) {
    EXPECT_EQ(pooled(pair(1), {-kEndless, -kEndless}).out[0], -kEndless);
    EXPECT_EQ(pooled(pair(1), {-kEndless, -kEndless}).winner[0], 0);
    EXPECT_EQ(pooled(pair(1), {3, 3}).winner[0], 0);
}

TEST_P(MaxPool, MasksTheGradientByTheRelu) {
    const Pooled result = pooled(pair(3, true), {-1, 2, -3, -4, 5, 0});
    EXPECT_THAT(result.out, testing::ElementsAre(0, 5, 0));
    EXPECT_THAT(result.winner, testing::ElementsAre(kNoWinner, 1, kNoWinner));
    std::vector<float> gradient(6, 9.0f);
    maxPoolBackward({}, pair(3, true), std::vector<float>{1, 2, 3}.data(), result.winner.data(), gradient.data());
    EXPECT_THAT(gradient, testing::ElementsAre(0, 0, 0, 0, 2, 0));
}

INSTANTIATE_TEST_SUITE_P(Sets, MaxPool, test::everySet(), test::setName);

} // namespace
} // namespace belfry
