#include "core/train/replica_check.h"

#include <gtest/gtest.h>

#include <utility>

namespace belfry {
namespace {

TEST(ReplicaCheck, NamesTheOddTower) {
    EXPECT_EQ(differentReplica({5}), -1);
    EXPECT_EQ(differentReplica({5, 5, 5}), -1);
    EXPECT_EQ(differentReplica({6, 5, 5}), 0);
    EXPECT_EQ(differentReplica({5, 5, 6}), 2);
    EXPECT_EQ(differentReplica({5, 6}), 1);
}

} // namespace
} // namespace belfry
