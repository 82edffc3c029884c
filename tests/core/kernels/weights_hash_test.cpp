#include "core/kernels/weights_hash.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace belfry {
namespace {

TEST(WeightsHash, ChangesWithEveryBit) {
    std::vector<std::uint32_t> bits(1000, 0x3F800000);
    const std::uint64_t hash = weightsHash(bits.data(), 1000);
    for (std::size_t place = 0; place < bits.size(); ++place)
        for (int bit = 0; bit < 32; ++bit) {
            bits[place] ^= 1U << bit;
            EXPECT_NE(weightsHash(bits.data(), 1000), hash) << place << ", bit " << bit;
            bits[place] ^= 1U << bit;
        }
    std::swap(bits[3], bits[7]);
    EXPECT_EQ(weightsHash(bits.data(), 1000), hash); // they are equal
    bits[3] = 1;
    const std::uint64_t there = weightsHash(bits.data(), 1000);
    std::swap(bits[3], bits[7]);
    EXPECT_NE(weightsHash(bits.data(), 1000), there);
}

// Vectors of an instruction set add up in another order: GCC 12 got one such loop wrong.
TEST(WeightsHash, IsTheSumOfItsParts) {
    std::vector<std::uint32_t> bits;
    volatile std::uint64_t sum = 0; // one after another
    for (std::uint32_t i = 0; i < 70; ++i) {
        EXPECT_EQ(weightsHash(bits.data(), i), sum) << i;
        bits.push_back(i * 2654435761U);
        sum = sum + hashPart(i, bits.back());
    }
}

} // namespace
} // namespace belfry
