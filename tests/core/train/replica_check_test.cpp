#include "core/train/replicas.h"

#include <gtest/gtest.h>

#include <utility>

namespace belfry {
namespace {

TEST(ReplicaCheck, ComparesEveryBit) {
    std::vector<std::uint32_t> bits(1000, 0x3F800000);
    const std::uint64_t hash = weightsHash(bits.data(), 1000);
    for (const std::size_t place : {std::size_t{0}, std::size_t{1}, std::size_t{998}, std::size_t{999}})
        for (int bit = 0; bit < 32; ++bit) {
            bits[place] ^= 1U << bit;
            EXPECT_NE(weightsHash(bits.data(), 1000), hash);
            bits[place] ^= 1U << bit;
        }
    std::swap(bits[3], bits[7]);
    EXPECT_EQ(weightsHash(bits.data(), 1000), hash); // they are equal
    bits[3] = 1;
    const std::uint64_t there = weightsHash(bits.data(), 1000);
    std::swap(bits[3], bits[7]);
    EXPECT_NE(weightsHash(bits.data(), 1000), there);
}

TEST(ReplicaCheck, NamesTheOddTower) {
    EXPECT_EQ(differentReplica({5}), -1);
    EXPECT_EQ(differentReplica({5, 5, 5}), -1);
    EXPECT_EQ(differentReplica({6, 5, 5}), 0);
    EXPECT_EQ(differentReplica({5, 5, 6}), 2);
    EXPECT_EQ(differentReplica({5, 6}), 1);
}

} // namespace
} // namespace belfry
