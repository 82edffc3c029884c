#include "core/train/checkpoint_time.h"

#include <gtest/gtest.h>

#include <vector>

namespace belfry {
namespace {

// Of a run of so many seconds, looked at in every one.
std::vector<int> madeWithin(int seconds, double longest) {
    std::vector<int> made;
    for (int trained = 1; trained <= seconds; ++trained)
        if (checkpointIsDue(trained, made.empty() ? 0 : made.back(), longest))
            made.push_back(trained);
    return made;
}

TEST(CheckpointTime, DoublesUntilTheInterval) {
    EXPECT_EQ(madeWithin(500, 120), (std::vector<int>{5, 10, 20, 40, 80, 160, 280, 400}));
    EXPECT_EQ(madeWithin(100, 30), (std::vector<int>{5, 10, 20, 40, 70, 100}));
    EXPECT_EQ(madeWithin(7, 2), (std::vector<int>{2, 4, 6})); // sooner than the first would come
}

TEST(CheckpointTime, IsNeverTriggeredByStepsAlone) { EXPECT_EQ(madeWithin(1000, 0), std::vector<int>{}); }

// A run that goes on has been saved when it stopped.
TEST(CheckpointTime, ContinuesWithTheInterval) {
    EXPECT_FALSE(checkpointIsDue(4000 + 119, 4000, 120));
    EXPECT_TRUE(checkpointIsDue(4000 + 120, 4000, 120));
}

} // namespace
} // namespace belfry
