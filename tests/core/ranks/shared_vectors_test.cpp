#include "core/ranks/shared_vectors.h"
#include "tests/support/ranks_on_threads.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace belfry {
namespace {

using test::Ranks;
using testing::Each;
using testing::HasSubstr;

constexpr int kRanks = 3;
constexpr std::int64_t kFloats = 5000;

TEST(SharedVectors, AreReadByAllOnceTheyHaveMet) {
    const Ranks meeting;
    EXPECT_THAT(
        Ranks::problemsOf(kRanks,
                          [&](int rank) {
                              const std::shared_ptr<RankGroup> group = meeting.meet(rank, kRanks);
                              const auto shared = SharedVectors::open(group, kFloats);
                              ASSERT_TRUE(shared);
                              EXPECT_EQ(shared->of(0)[kFloats - 1], 0);
                              shared->meet(); // before the first is written
                              for (int round = 1; round <= 200; ++round) {
                                  std::iota(shared->of(rank), shared->of(rank) + kFloats, 1000.0F * rank + round);
                                  shared->meet();
                                  for (int other = 0; other < kRanks; ++other)
                                      ASSERT_EQ(shared->of(other)[kFloats - 1], 1000.0F * other + round + kFloats - 1);
                                  if (rank == round % kRanks)
                                      shared->common()[kFloats - 1] = round;
                                  shared->meet();
                                  ASSERT_EQ(shared->common()[kFloats - 1], round);
                              }
                              group->leave();
                          }),
        Each(""));
}

// Connections notice a loss by themselves; here nobody waits at one.
TEST(SharedVectors, EndTheWaitForARankThatFails) {
    const Ranks meeting;
    const auto problems = Ranks::problemsOf(kRanks, [&](int rank) {
        const std::shared_ptr<RankGroup> group = meeting.meet(rank, kRanks);
        const auto shared = SharedVectors::open(group, kFloats);
        shared->meet();
        if (rank == 1)
            return group->fail("The disk is full.");
        shared->meet();
    });
    EXPECT_EQ(problems[1], "");
    for (const int rank : {0, 2})
        EXPECT_THAT(problems[static_cast<std::size_t>(rank)], HasSubstr("The disk is full."));
}

} // namespace
} // namespace belfry
